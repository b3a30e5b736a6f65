import { issuedCode } from '../../../shared/auth/codes/issued-code.ts'
import type { OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { sealer } from '../../../shared/core/seal.ts'
import type { inProcess } from '../in-process/service.ts'

type Service = ReturnType<typeof inProcess>

/** The code of the latest e-mail to an address for this occasion; `undefined` if the mailer sends none. */
export async function codeFor(
  { outboxMessages: messages, runtime }: Service,
  occasion: OutboxMessage['occasion'],
  to: string,
): Promise<string | undefined> {
  const message = messages.findLast((one) => one.occasion === occasion && one.to === to)
  if (!message) throw new Error(`The outbox has no ${occasion} e-mail to ${to}`)
  if (message.occasion !== 'invitation')
    return (await issuedCode(runtime, { ...message, occasion: message.occasion }))?.code
  const { open } = await runtime.secret('sealing', sealer)
  return (JSON.parse(open(message.sealed ?? '', message.id) ?? '{}') as { code?: string }).code
}
