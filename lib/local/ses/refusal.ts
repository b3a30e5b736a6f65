import * as z from 'zod'
import { addressOf } from '../../../shared/mail/ses.ts'
import { configurationSetArn, identityArn, region } from '../cloudformation/names.ts'
import type { AccessControl } from '../iam/access.ts'

/** An error response of SES. */
export interface Refusal {
  status: number
  code: string
  message: string
}

/** Addresses of this domain are rejected as SES rejects those that an account in the sandbox has not verified. */
const rejectedDomain = '@rejected.invalid'

/** The parts of SendEmail that SES decides by (API v2 reference). */
const SendEmail = z.object({
  FromEmailAddress: z.string().default(''),
  ConfigurationSetName: z.string().optional(),
  Destination: z.object({ ToAddresses: z.array(z.string()).default([]) }).optional(),
})

/**
 * Why SES refuses a SendEmail, or undefined: the caller's role (Service Authorization Reference: SendEmail needs the
 * identity and the configuration set), or what is sent (API v2 reference, SendEmail, Errors).
 */
export function refusalOf(
  sent: unknown,
  token: string | string[] | undefined,
  { access, configurationSets }: { access: AccessControl; configurationSets: readonly string[] },
): Refusal | undefined {
  const { FromEmailAddress, ConfigurationSetName: set, Destination } = SendEmail.parse(sent)
  const from = addressOf(FromEmailAddress)
  const context = { 'ses:FromAddress': [from] }
  for (const resource of [identityArn(from), ...(set === undefined ? [] : [configurationSetArn(set)])]) {
    const message = access.denialReason(String(token), { action: 'ses:SendEmail', resource, context })
    if (message !== undefined) return { status: 403, code: 'AccessDeniedException', message }
  }
  if (set !== undefined && !configurationSets.includes(set)) {
    const message = `Configuration set <${set}> does not exist.`
    return { status: 404, code: 'NotFoundException', message }
  }
  const to = Destination?.ToAddresses[0] ?? ''
  if (!to.toLowerCase().endsWith(rejectedDomain)) return undefined
  const failed = `The following identities failed the check in region ${region.toUpperCase()}: ${to}`
  return { status: 400, code: 'MessageRejected', message: `Email address is not verified. ${failed}` }
}
