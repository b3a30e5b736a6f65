import type { Email } from './emails.ts'

const lineEnd = '\r\n'
/** The boundary of the parts: no line of base64 contains a hyphen. */
const boundary = '=-parts-='

/** The number of bytes in an encoded word: its line, with the header's name, has at most 76 characters (RFC 2047 §2). */
const wordBytes = 39

/** A text in a header as encoded words (RFC 2047), none of which splits a character. */
export function encodedWords(text: string): string {
  const words = ['']
  for (const character of text) {
    const word = (words.at(-1) ?? '') + character
    if (Buffer.byteLength(word) > wordBytes) words.push(character)
    else words.splice(-1, 1, word)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(`${lineEnd} `)
}

/** The value of From: the address with its name, which is on a line of its own if it is encoded. */
function sender(written: string): string {
  const [, name = '', address = ''] = /^(.*\S)\s*<([^<>]+)>\s*$/.exec(written) ?? []
  if (name === '') return written
  // The characters of atoms (RFC 5322 §3.2.3), and spaces between them.
  const isPlain = /^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(name)
  return isPlain ? `${name} <${address}>` : `${encodedWords(name)}${lineEnd} <${address}>`
}

/** Throws an Error for a line break, with which a value could add headers. */
function expectOneLine(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('A header has a line break')
  return value
}

/** A text in UTF-8 as base64, in lines of 76 characters (RFC 2045 §6.8). */
const part = (type: string, content: string) =>
  [
    `--${boundary}`,
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(content.replace(/\r?\n/g, lineEnd))
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ].join(lineEnd)

/** An e-mail as SES sends it: a message with a text and an HTML part (RFC 5322, RFC 2046 §5.1.4). */
export const toMime = ({ to, subject, text, html, headers = {} }: Email, from: string): string =>
  [
    `From: ${sender(expectOneLine(from))}`,
    `To: ${expectOneLine(to)}`,
    `Subject: ${/^[ -~]*$/.test(subject) ? subject : encodedWords(subject)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${expectOneLine(value)}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${boundary}--`,
    '',
  ].join(lineEnd)
