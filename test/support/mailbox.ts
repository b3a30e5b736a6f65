import { randomUUID } from 'node:crypto'
import { inject, vi } from 'vitest'
import { post, type Posting } from '../../shared/db/outbox.ts'
import { testStore } from './store.ts'

export interface Email {
  from: string
  destination: { to: string[] }
  subject: string
  body: { text: string; html: string }
}

export const newPosting = (occasion: Posting['occasion'] = 'verification'): Posting => {
  const id = randomUUID()
  return { id, occasion, to: `mail-${id}@example.com`, posted_at: new Date().toISOString() }
}

/** Posts letters as requests do, each in a transaction of its own. */
export async function send(...postings: readonly Posting[]): Promise<void> {
  const store = testStore()
  await Promise.all(postings.map((one) => store.commit([post(one)])))
}

/** What came into the mailbox of this machine for the addresses of those postings. */
export async function lettersTo(...postings: readonly Posting[]): Promise<Email[]> {
  const { emails } = (await (await fetch(`${inject('mail')}/store`)).json()) as { emails: Email[] }
  const wanted = new Set(postings.map(({ to }) => to))
  return emails.filter(({ destination }) => wanted.has(destination.to[0]!))
}

/** Waits until the mailer has done with all that was posted before: it goes by the order of the stream. */
export async function allSent(): Promise<void> {
  const last = newPosting()
  await send(last)
  await vi.waitUntil(async () => (await lettersTo(last)).length > 0, { timeout: 20_000, interval: 20 })
}
