import { readFileSync } from 'node:fs'
import { expect, inject, test, vi } from 'vitest'
import { occasions } from '../../shared/db/outbox.ts'
import { allSent, lettersTo, newPosting, send } from '../support/mailbox.ts'

test.each(occasions)(
  'a letter that is posted (%s) is in the mailbox within two seconds, once',
  async (occasion) => {
    const one = newPosting(occasion)
    await send(one)
    await vi.waitUntil(async () => (await lettersTo(one)).length > 0, { timeout: 2000, interval: 20 })
    await allSent()
    expect(await lettersTo(one)).toEqual([
      expect.objectContaining({
        from: 'Courier Logistics <no-reply@example.com>',
        destination: { to: [one.to], cc: [], bcc: [] },
        body: { text: expect.stringContaining('The code works'), html: expect.stringContaining('</html>') },
      }),
    ])
  },
)

test('two hundred letters at once arrive, each once, and the log tells of them by id alone', async () => {
  const many = Array.from({ length: 200 }, () => newPosting('reset'))
  await send(...many)
  await allSent()
  const arrived = (await lettersTo(...many)).map(({ destination }) => destination.to[0])
  expect(arrived.sort()).toEqual(many.map(({ to }) => to).sort())
  const log = readFileSync(inject('functionLog'), 'utf8')
  expect(log).toContain(many[0]!.id)
  expect(log).not.toContain('mail-')
})
