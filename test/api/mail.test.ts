import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, inject, test, vi } from 'vitest'
import { occasions, post, type Posting } from '../../shared/db/outbox.ts'
import { testStore } from '../support/store.ts'

const store = testStore()
const posting = (occasion: Posting['occasion'] = 'verification'): Posting => {
  const id = randomUUID()
  return { id, occasion, to: `mail-${id}@example.com`, posted_at: new Date().toISOString() }
}
interface Email {
  from: string
  destination: { to: string[] }
  subject: string
  body: { text: string; html: string }
}
/** What came into the mailbox of this machine for those addresses. */
async function lettersTo(postings: readonly Posting[]): Promise<Email[]> {
  const { emails } = (await (await fetch(`${inject('mail')}/store`)).json()) as { emails: Email[] }
  const wanted = new Set(postings.map(({ to }) => to))
  return emails.filter(({ destination }) => wanted.has(destination.to[0]!))
}
const within = (timeout: number) => ({ timeout, interval: 20 })
/** The mailer has done with all that was posted before this came. */
const followedByAnother = async () => {
  const last = posting()
  await store.commit([post(last)])
  await vi.waitUntil(async () => (await lettersTo([last])).length > 0, within(10_000))
}

test.each(occasions)(
  'a letter that is posted (%s) is in the mailbox two seconds later, once',
  async (occasion) => {
    const one = posting(occasion)
    await store.commit([post(one)])
    await vi.waitUntil(async () => (await lettersTo([one])).length > 0, within(2000))
    await followedByAnother()
    const [email, ...more] = await lettersTo([one])
    expect(more).toEqual([])
    expect(email).toMatchObject({
      from: 'Courier Logistics <no-reply@example.com>',
      destination: { to: [one.to] },
      body: { text: expect.stringContaining('The code works'), html: expect.stringContaining('</html>') },
    })
  },
)

test('two hundred letters at once arrive, each once, and the log tells of them by id alone', async () => {
  const many = Array.from({ length: 200 }, () => posting('reset'))
  await Promise.all(many.map((one) => store.commit([post(one)])))
  await vi.waitUntil(async () => (await lettersTo(many)).length >= many.length, within(20_000))
  await followedByAnother()
  const arrived = (await lettersTo(many)).map(({ destination }) => destination.to[0])
  expect(arrived.sort()).toEqual(many.map(({ to }) => to).sort())
  const log = readFileSync(inject('functionLog'), 'utf8')
  expect(log).toContain(many[0]!.id)
  expect(log).not.toContain('mail-')
})
