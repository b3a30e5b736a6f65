import { randomUUID } from 'node:crypto'
import { outboxWrite, type OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { sealer } from '../../../shared/core/seal.ts'
import { mailbox as mailboxOfRun } from '../in-process/context.ts'
import { inProcess } from '../in-process/service.ts'
import { testStore } from '../in-process/store.ts'
import { waitUntil } from '../suite/wait.ts'

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

/** Waits for an e-mail with a code to an address, and returns the code. */
export function arrivingCode(to: string, mailbox = mailboxOfRun()): Promise<string> {
  const arrived = async () =>
    (await emailsIn(mailbox, { to })).map(({ body }) => codeIn(body.text)).find((code) => code !== undefined)
  return waitUntil(arrived)
}
const codeIn = (text: string) => /^(?:[0-9A-Z]{8,16}|\d{6})$/m.exec(text)?.[0]

/** Writes messages to the outbox in one transaction: at most 100, the limit of DynamoDB. */
export async function send(...messages: readonly OutboxMessage[]): Promise<void> {
  await testStore().commit(messages.map(outboxWrite))
}

/**
 * When a recipient's e-mails were first asked for, less a minute, in seconds since 1970. The mailbox has those of the whole
 * run: reading all of them again and again keeps it from accepting new ones in time.
 */
const asked = new Map<string, number>()
function askedSince(to: string): number {
  const since = asked.get(to) ?? Math.floor(Date.now() / 1000) - 60
  asked.set(to, since)
  return since
}

type Recipient = Pick<OutboxMessage, 'to'>
/** The e-mails that the tests' mailbox has received for the messages' addresses. */
export const emailsTo = (...messages: readonly Recipient[]) => emailsIn(mailboxOfRun(), ...messages)
async function emailsIn(mailbox: string, ...messages: readonly Recipient[]): Promise<Email[]> {
  const wanted = new Set(messages.map(({ to }) => to))
  const since = Math.min(...[...wanted].map(askedSince))
  const { emails } = (await (await fetch(`${mailbox}/store?since=${since}`)).json()) as { emails: Email[] }
  return emails.filter(({ destination }) => wanted.has(destination.to[0]!))
}

/** Waits until the mailer has processed all earlier messages. It processes messages in the stream's order. */
export async function allSent(): Promise<void> {
  const last = await newOutboxMessage()
  await send(last)
  await waitUntil(async () => (await emailsTo(last)).length > 0)
}
