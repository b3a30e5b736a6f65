import { detectEncoding } from './detect.ts'
import type { Encoding } from './encodings.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The text of a file, without a byte order mark. */
export interface Decoded {
  encoding: Encoding
  isGuessed: boolean
  text: string
  /** The place in the text of the first bytes that the encoding does not have. */
  damagedAt: number | undefined
}

/**
 * The text of a file in the encoding that is given, otherwise in that of its byte order mark. Without one, a file with zero
 * bytes is UTF-16, since a text has none in the other encodings, and bytes that are nearly all UTF-8 are UTF-8; otherwise
 * the letters decide (`detectEncoding`). Throws UnreadableFile for other formats, and if the letters do not decide.
 */
export function decode(bytes: Uint8Array, given?: Encoding): Decoded {
  refuseOtherFormats(bytes)
  const marked = markOf(bytes)
  if (marked && given && marked !== given)
    throw new UnreadableFile(
      `The file begins with the mark of ${marked}, and encoding is ${given}; leave it out`,
    )
  const known = marked ?? given ?? wideEncodingOf(bytes)
  if (known) return read(bytes, known)
  const utf8 = read(bytes, 'utf-8')
  if (utf8.damagedAt === undefined || isNearlyUtf8(utf8.text)) return utf8
  const found = detectEncoding(bytes)
  if ('encoding' in found) return { ...read(bytes, found.encoding), isGuessed: true }
  const between = found.between.length > 1 ? `; it may be ${found.between.join(' or ')}` : ''
  throw new UnreadableFile(
    `The encoding of the file is not certain${between}. Save it as UTF-8, or name its encoding`,
  )
}

/** With which DOS ends a text. */
const endOfText = String.fromCharCode(0x1a)
/** What decoders give for bytes that an encoding does not have: U+FFFD, or a control character of the same number. */
const noLetter = /[\u0080-\u009F\uFFFD]/

function read(bytes: Uint8Array, encoding: Encoding): Decoded {
  const whole = new TextDecoder(encoding).decode(bytes)
  const text = whole.endsWith(endOfText) ? whole.slice(0, -1) : whole
  return { encoding, isGuessed: false, text, damagedAt: damageOf(bytes, encoding, text) }
}

function damageOf(bytes: Uint8Array, encoding: Encoding, text: string): number | undefined {
  if (encoding.startsWith('utf')) {
    // A file may have U+FFFD as a character: the cells that have it are refused, not the file.
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return undefined
    } catch {
      return Math.max(0, text.indexOf('\uFFFD'))
    }
  }
  const at = text.search(noLetter)
  return at < 0 ? undefined : at
}

/** Whether most of what is beyond ASCII is UTF-8, which other encodings look like by chance only. */
function isNearlyUtf8(text: string): boolean {
  let [beyond, damaged] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) beyond++
    if (code === 0xfffd) damaged++
  }
  return damaged * 2 < beyond
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** The encoding of a byte order mark. */
function markOf(bytes: Uint8Array): Encoding | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  return undefined
}

/** Throws UnreadableFile for a workbook, and for Unicode in forms that no spreadsheet reads. */
function refuseOtherFormats(bytes: Uint8Array): void {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile('The file is a workbook; save it as CSV, in UTF-8')
  const format = isUtf32(bytes) ? 'UTF-32' : isUtf7(bytes) ? 'UTF-7' : undefined
  if (format) throw new UnreadableFile(`The file is in ${format}; save it as UTF-8`)
}

/** UTF-16 by its zero bytes: of the two bytes of delimiters and line breaks, the zero is the first in UTF-16BE. */
function wideEncodingOf(bytes: Uint8Array): Encoding | undefined {
  const [even, odd] = zeroBytes(bytes)
  if (even + odd === 0) return undefined
  // At least one character in ten ends a cell or a row.
  if ((even + odd) * 20 < bytes.length) throw new UnreadableFile('The file has zero bytes, which no text has')
  return even > odd ? 'utf-16be' : 'utf-16le'
}

/** The number of zero bytes at even and at odd positions. */
function zeroBytes(bytes: Uint8Array): [even: number, odd: number] {
  let [even, odd] = [0, 0]
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1))
    if (at % 2 === 0) even++
    else odd++
  return [even, odd]
}

/** Whether all groups of four bytes are code points. */
function isUtf32(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [true, false].some((isLittle) => {
    for (let at = 0; at + 4 <= bytes.length; at += 4) if (view.getUint32(at, isLittle) > 0x10ffff) return false
    return true
  })
}

/** RFC 2152: in a file of ASCII, `+BBAEPQQ9BDA-` are letters beyond it. */
function isUtf7(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0x2b, 0x2f, 0x76)) return true
  if (bytes.some((byte) => byte > 0x7f)) return false
  const text = new TextDecoder().decode(bytes)
  return Array.from(text.matchAll(/\+([A-Za-z\d+/]{3,})(?![A-Za-z\d+/])/g)).some(([, run = '']) =>
    isLetters(run),
  )
}

const letters =
  /^[ -~\t\r\n\p{Script=Cyrillic}\p{Script=Latin}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]+$/u

/** Whether Base64 is letters beyond ASCII in UTF-16BE, and has no bits over. A phone number is only digits. */
function isLetters(base64: string): boolean {
  if (!/[A-Za-z]/.test(base64) || base64.length % 4 === 1) return false
  const characters = atob(base64)
  if (characters.length % 2 === 1 || btoa(characters).replace(/=+$/, '') !== base64) return false
  const text = new TextDecoder('utf-16be').decode(Uint8Array.from(characters, (sign) => sign.charCodeAt(0)))
  return letters.test(text) && /[^ -~\t\r\n]/.test(text)
}
