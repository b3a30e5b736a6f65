import { isUtf8 } from 'node:buffer'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The text of a file, without a byte order mark. Without one, a file with zero bytes is UTF-16, since a text has none in the
 * other encodings; bytes that are not UTF-8 are read as Windows-1251, in which all bytes are letters or signs.
 */
export function decode(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const encoding = encodingOf(bytes)
  return { encoding, text: new TextDecoder(encoding).decode(bytes) }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const [even, odd] = zeroBytes(bytes)
  // Delimiters and line breaks are below U+0100: of their two bytes the zero is the first in UTF-16BE.
  if (even + odd > 0) return even > odd ? 'utf-16be' : 'utf-16le'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1251'
}

/** The number of zero bytes at even and at odd positions. */
function zeroBytes(bytes: Uint8Array): [even: number, odd: number] {
  let [even, odd] = [0, 0]
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1))
    if (at % 2 === 0) even++
    else odd++
  return [even, odd]
}
