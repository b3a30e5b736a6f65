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

/** The letters of Windows-1251 by their bytes; Node.js reads the encoding, and does not write it. */
const windows1251 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1251').decode(Uint8Array.of(byte)), byte]),
)

/** The bytes of a text. Throws an Error for a letter that Windows-1251 does not have. */
export function encode(encoding: EncodingName, text: string): Buffer {
  if (encoding === 'windows-1251')
    return Buffer.from(
      Array.from(text, (letter) => {
        const byte = windows1251.get(letter)
        if (byte === undefined) throw new Error(`Windows-1251 has no ${letter}`)
        return byte
      }),
    )
  const marked = encoding.endsWith('mark') ? byteOrderMark + text : text
  if (encoding.startsWith('utf-8')) return Buffer.from(marked)
  const bytes = Buffer.from(marked, 'utf16le')
  return encoding.startsWith('utf-16be') ? bytes.swap16() : bytes
}
