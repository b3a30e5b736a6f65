import { Annotations, type Stack } from 'aws-cdk-lib'
import { addressOf } from '../../../shared/mail/ses.ts'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * Domains that are reserved for examples and tests (RFC 2606, RFC 6761), so SES cannot verify them. `.example` is left
 * out: in the commands of the documentation it stands for a company's own domain.
 */
const reserved = /[@.](example\.(com|net|org)|test|invalid|localhost)$/i

/**
 * In the stage `prod`, a sender at a reserved domain, such as the default, is an error of the stack, with which the CDK CLI
 * neither synthesises nor deploys it. The local cloud and tests read the assembly without the CLI, and use the default; the
 * flag annotationsInValidationReport in cdk.json would fail these too.
 */
export function requireRealSender(stack: Stack, { stage, mailFrom }: Settings) {
  const address = addressOf(mailFrom)
  if (stage !== 'prod' || !reserved.test(address)) return
  Annotations.of(stack).addError(
    `The setting mailFrom is ${address}, whose domain is reserved for examples and tests: SES would reject every e-mail. Set an address that is verified in SES: -c mailFrom='Courier Logistics <no-reply@your.domain>' (docs/operations/deploying.md, E-mail).`,
  )
}
