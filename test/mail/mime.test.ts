import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMime } from '../../shared/mail/mime.ts'
import { parseEmail } from '../support/mail/parse.ts'

const email = {
  to: 'giorgi@example.com',
  subject: 'A code',
  text: 'Hello\n',
  html: '<p>Hello</p>',
}
const parse = async (fields: object, from = 'no-reply@example.com') =>
  parseEmail(await toMime({ ...email, ...fields }, from))

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

test('lines are short enough for every server, end in CRLF and are ASCII (RFC 5321 §4.5.3.1.6, RFC 2047 §2)', async () => {
  const fields = {
    subject: `${'ქ'.repeat(100)}${'🛫'.repeat(50)}`,
    text: 'й'.repeat(5000),
    html: '<p>a</p>'.repeat(500),
  }
  const message = String(await toMime({ ...email, ...fields }, 'Кто <a@b.example>'))
  expect(message).toMatch(/^[\r\n -~]*$/)
  expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
  for (const [word] of message.matchAll(/=\?UTF-8\?\S+/g)) expect(word.length).toBeLessThanOrEqual(75)
})

test('the sender’s name is encoded if it has other characters, and custom headers are sent', async () => {
  const headers = { 'List-Unsubscribe': '<https://parcels.example/api/v1/notices/1.x/stop>' }
  const { from, to, headerLines } = await parse({ headers }, 'Курьер, 1 <no-reply@example.com>')
  expect([from.text, to.text]).toEqual(['"Курьер, 1" <no-reply@example.com>', 'giorgi@example.com'])
  expect(headerLines.map(({ line }) => line)).toContain(`List-Unsubscribe: ${headers['List-Unsubscribe']}`)
})

test.each([{ to: 'a@b.example\r\nBcc: c@d.example' }, { headers: { 'X-One': 'x\nBcc: c@d.example' } }])(
  'a line break adds no header: %j',
  async (fields) => {
    const { headerLines } = await parse(fields)
    expect(headerLines.map(({ key }) => key)).not.toContain('bcc')
  },
)
