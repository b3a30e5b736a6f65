/** Encodings of one byte a letter in which spreadsheets and accounting programs write, by their names in the WHATWG's list. */
export const byteEncodings = [
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'x-mac-cyrillic',
  'iso-8859-2',
  'iso-8859-5',
] as const
export type ByteEncoding = (typeof byteEncodings)[number]

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...byteEncodings] as const
export type Encoding = (typeof encodings)[number]
