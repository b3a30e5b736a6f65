import { expect } from 'vitest'
import { issuedCode } from '../../../shared/auth/codes/issued-code.ts'
import type { OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { sealer } from '../../../shared/core/seal.ts'
import type { inProcess } from '../in-process/service.ts'

type Service = ReturnType<typeof inProcess>

/** Verifies the e-mail address of an account, as its owner does who is signed in. */
export async function verifyAddress(
  { call, ...service }: Pick<Service, 'call' | 'outboxMessages' | 'runtime'>,
  { email, access_token: token }: { email: string; access_token: string },
): Promise<void> {
  const sent = await call('POST /auth/email/send-verification', { body: { email } })
  expect(sent.status, sent.text).toBe(200)
  const code = await codeFor(service, 'verification', email)
  const { status, text } = await call('POST /auth/email/verify', { body: { email, code }, token })
  expect(status, text).toBe(200)
}

/** The code of the latest e-mail to an address for this occasion; `undefined` if the mailer sends none. */
export async function codeFor(
  { outboxMessages: messages, runtime }: Pick<Service, 'outboxMessages' | 'runtime'>,
  occasion: OutboxMessage['occasion'],
  to: string,
): Promise<string | undefined> {
  const message = messages.findLast((one) => one.occasion === occasion && one.to === to)
  if (!message) throw new Error(`The outbox has no ${occasion} e-mail to ${to}`)
  if (occasion === 'verification' || occasion === 'reset')
    return (await issuedCode(runtime, { ...message, occasion }))?.code
  const { open } = await runtime.secret('sealing', sealer)
  return (JSON.parse(open(message.sealed ?? '', message.id) ?? '{}') as { code?: string }).code
}
