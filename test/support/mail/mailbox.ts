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

/** An invitation to an unused address; the only e-mail that needs no user. */
export async function newOutboxMessage(): Promise<OutboxMessage> {
  const id = randomUUID()
  const { seal } = await inProcess().runtime.secret('sealing', sealer)
  const sealed = seal(
    JSON.stringify({ code: '7K2M9QX4TB3HPC0V', company: 'Swift Couriers', role: 'viewer' }),
    id,
  )
  const posted_at = new Date().toISOString()
  return { id, occasion: 'invitation', to: `mail-${id}@example.com`, posted_at, sealed }
}

/** The code of the letter that comes to an address, within two seconds. */
export async function arrivingCode(to: string): Promise<string> {
  let emails: Email[] = []
  const arrived = async () => (emails = await emailsTo({ to })).length > 0
  await vi.waitUntil(arrived, { timeout: 2000, interval: 20 })
  return /^[0-9A-Z]{6,16}$/m.exec(emails[0]!.body.text)?.[0] ?? ''
}

/** Posts letters: in one transaction, for no more than the 100 items that it takes (DynamoDB's limit). */
export async function send(...messages: readonly OutboxMessage[]): Promise<void> {
  await testStore().commit(messages.map(outboxWrite))
}

/** What came into the mailbox of this machine for the addresses of those postings. */
export async function emailsTo(...messages: readonly Pick<OutboxMessage, 'to'>[]): Promise<Email[]> {
  const { emails } = (await (await fetch(`${inject('mail')}/store`)).json()) as { emails: Email[] }
  const wanted = new Set(messages.map(({ to }) => to))
  return emails.filter(({ destination }) => wanted.has(destination.to[0]!))
}

/** Waits until the mailer has done with all that was posted before: it goes by the order of the stream. */
export async function allSent(): Promise<void> {
  const last = await newOutboxMessage()
  await send(last)
  await vi.waitUntil(async () => (await emailsTo(last)).length > 0, { timeout: 20_000, interval: 20 })
}
