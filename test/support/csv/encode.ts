import { byteEncodings, type ByteEncoding } from '../../../shared/csv/encodings.ts'
import { byteOrderMark } from '../../../shared/csv/write.ts'

/** The encodings in which spreadsheets write tables. */
export const encodingNames = [
  'utf-8',
  'utf-8 with a mark',
  'utf-16le',
  'utf-16le with a mark',
  'utf-16be',
  'utf-16be with a mark',
  'windows-1251',
] as const
export type EncodingName = (typeof encodingNames)[number]

/** The bytes of the characters of an encoding; Node.js reads these encodings, and does not write them. */
const bytesOf = (encoding: ByteEncoding) =>
  new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]),
  )
const tables = new Map(byteEncodings.map((encoding) => [encoding, bytesOf(encoding)]))

/** Whether the encoding has all characters of a text. */
export const canEncode = (encoding: ByteEncoding, text: string) =>
  Array.from(text).every((letter) => tables.get(encoding)?.has(letter))

const isByteEncoding = (name: string): name is ByteEncoding =>
  (byteEncodings as readonly string[]).includes(name)

/** The bytes of a text. Throws an Error for a character that the encoding does not have. */
export function encode(encoding: EncodingName | ByteEncoding, text: string): Buffer {
  if (isByteEncoding(encoding))
    return Buffer.from(
      Array.from(text, (letter) => {
        const byte = tables.get(encoding)?.get(letter)
        if (byte === undefined) throw new Error(`${encoding} has no ${letter}`)
        return byte
      }),
    )
  const marked = encoding.endsWith('mark') ? byteOrderMark + text : text
  if (encoding.startsWith('utf-8')) return Buffer.from(marked)
  const bytes = Buffer.from(marked, 'utf16le')
  return encoding.startsWith('utf-16be') ? bytes.swap16() : bytes
}
