import fc from 'fast-check'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { encodedWords, toMime } from '../../shared/mail/mime.ts'

/** The parser of the local mailbox, which is another's. */
const { simpleParser } = createRequire(createRequire(import.meta.url).resolve('aws-ses-v2-local'))(
  'mailparser',
) as { simpleParser(message: Buffer): Promise<Parsed> }
interface Parsed {
  subject?: string
  text: string
  html: string
  from: { text: string }
  to: { text: string }
  headers: Map<string, unknown>
  headerLines: { key: string; line: string }[]
}
const email = {
  to: 'giorgi@example.com',
  subject: 'A code',
  text: 'Hello\n',
  html: '<p>Hello</p>',
}
const parse = (fields: object, from = 'no-reply@example.com') =>
  simpleParser(Buffer.from(toMime({ ...email, ...fields }, from)))

test('any text in subject and parts arrives as it was written', async () => {
  const written = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(written, written, async (subject, content) => {
      const line = subject.replace(/[\r\n]/g, '')
      const parsed = await parse({ subject: line, text: `${content}\n`, html: `<p>${content}</p>` })
      expect([parsed.subject?.trim() ?? '', parsed.text.trimEnd()]).toEqual([line.trim(), content.trimEnd()])
      expect(parsed.html).toContain(`<p>${content}</p>`)
    }),
    { numRuns: 200, examples: [['მზადაა გასატანად: TRK-7HQ3M2K9XW4BC'.repeat(3), 'تتبّع الطرد']] },
  )
})

test('lines are short enough for every server, end in CRLF and are ASCII (RFC 5321 §4.5.3.1.6, RFC 2047 §2)', () => {
  const message = toMime({ ...email, subject: 'ქ'.repeat(150), text: 'й'.repeat(5000) }, 'Кто <a@b.example>')
  expect(message).toMatch(/^[\r\n -~]*$/)
  expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
  for (const word of encodedWords('🛫'.repeat(50)).split('\r\n ')) expect(word.length).toBeLessThanOrEqual(75)
})

test('the sender’s name is encoded if it has other characters, and custom headers are sent', async () => {
  const headers = { 'List-Unsubscribe': '<https://parcels.example/api/v1/notices/1.x/stop>' }
  const { from, to, headerLines } = await parse({ headers }, 'Курьер, 1 <no-reply@example.com>')
  expect([from.text, to.text]).toEqual(['"Курьер, 1" <no-reply@example.com>', 'giorgi@example.com'])
  expect(headerLines.map(({ line }) => line)).toContain(`List-Unsubscribe: ${headers['List-Unsubscribe']}`)
})

test.each([{ to: 'a@b.example\r\nBcc: c@d.example' }, { headers: { 'X-One': 'x\nBcc: c@d.example' } }])(
  'a line break adds no header: %j',
  (fields) => {
    expect(() => toMime({ ...email, ...fields }, 'no-reply@example.com')).toThrow('has a line break')
  },
)
