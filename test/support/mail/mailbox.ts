import { randomUUID } from 'node:crypto'
import { inject, vi } from 'vitest'
import { outboxWrite, type OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { sealer } from '../../../shared/core/seal.ts'
import { inProcess } from '../in-process/service.ts'
import { testStore } from '../in-process/store.ts'

export interface Email {
  from: string
  destination: { to: string[] }
  subject: string
  body: { text: string; html: string }
}

/** Seals all messages, so that hundreds read the secret once. */
let service: ReturnType<typeof inProcess> | undefined

/** An invitation to an unused address. Invitations are the only e-mails that need no user. */
export async function newOutboxMessage(): Promise<OutboxMessage> {
  const id = randomUUID()
  service ??= inProcess()
  const { seal } = await service.runtime.secret('sealing', sealer)
  const sealed = seal(
    JSON.stringify({ code: '7K2M9QX4TB3HPC0V', company: 'Swift Couriers', role: 'viewer' }),
    id,
  )
  const posted_at = new Date().toISOString()
  return { id, occasion: 'invitation', to: `mail-${id}@example.com`, posted_at, sealed }
}

/** Waits for an e-mail to an address, and returns its code. */
export async function arrivingCode(to: string, mailbox = inject('mail')): Promise<string> {
  let emails: Email[] = []
  const arrived = async () => (emails = await emailsIn(mailbox, { to })).length > 0
  await vi.waitUntil(arrived, { timeout: 20_000, interval: 20 })
  return /^[0-9A-Z]{8,16}$/m.exec(emails[0]!.body.text)?.[0] ?? ''
}

/** Writes messages to the outbox in one transaction: at most 100, the limit of DynamoDB. */
export async function send(...messages: readonly OutboxMessage[]): Promise<void> {
  await testStore().commit(messages.map(outboxWrite))
}

type Recipient = Pick<OutboxMessage, 'to'>
/** The e-mails that the tests' mailbox has received for the messages' addresses. */
export const emailsTo = (...messages: readonly Recipient[]) => emailsIn(inject('mail'), ...messages)
async function emailsIn(mailbox: string, ...messages: readonly Recipient[]): Promise<Email[]> {
  const { emails } = (await (await fetch(`${mailbox}/store`)).json()) as { emails: Email[] }
  const wanted = new Set(messages.map(({ to }) => to))
  return emails.filter(({ destination }) => wanted.has(destination.to[0]!))
}

/** Waits until the mailer has processed all earlier messages. It processes messages in the stream's order. */
export async function allSent(): Promise<void> {
  const last = await newOutboxMessage()
  await send(last)
  await vi.waitUntil(async () => (await emailsTo(last)).length > 0, { timeout: 20_000, interval: 20 })
}
