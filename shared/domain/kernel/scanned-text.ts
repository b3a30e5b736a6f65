/**
 * What scanners, keyboards and clipboards add to a code, or make of its characters, is undone here. A code is ASCII, so
 * nothing of it is lost.
 */

/** Letters of other alphabets whose capitals look like Latin ones. */
const [alike, latin] = ['АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEKMHOPCTYXIJSABEZHIKMNOPTYX']
const lookAlikes = pairs(alike + alike.toLowerCase(), latin + latin.toLowerCase())

/**
 * Keyboard layouts, by the characters of the same keys on a US keyboard, as which scanners type. Characters that a table does
 * not name are the same on both. Sources: Windows layouts KBDRU, KBDUR and KBDGEOQW.
 */
const us = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@$^&'
const layouts = [
  {
    letters: /\p{Script=Cyrillic}/u,
    keys: pairs('ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,";:?', us),
  },
  {
    letters: /\p{Script=Cyrillic}/u,
    keys: pairs('\'йцукенгшщзхїфівапролджєячсмитьбю.₴ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,";:?', us),
  },
  // Most keys with Shift give Latin capitals.
  {
    letters: /\p{Script=Georgian}/u,
    hasLatin: true,
    keys: pairs('აბცდეფგჰიჯკლმნოპქრსტუვწხყზჭღთშჟძჩ', 'abcdefghijklmnopqrstuvwxyzWRTSJZC'),
  },
]

function pairs(from: string, to: string): Map<string, string> {
  const latin = Array.from(to)
  return new Map(Array.from(from, (letter, at) => [letter, latin[at] ?? letter]))
}
const replaced = (text: string, by: ReadonlyMap<string, string>) =>
  Array.from(text, (sign) => by.get(sign) ?? sign).join('')

/**
 * The text in compatible characters (Unicode NFKC: full width, no-break spaces), ASCII digits and quotes, and without those
 * that cannot be seen: byte order marks, zero-width and bidirectional characters.
 */
const visible = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\uFE00-\uFE0F]/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[“”„‟«»″]/g, '"')

/** Control characters, which may arrive as their pictures (U+2400 to U+2421), and spaces around a text. */
const edges = /^[\s\p{Cc}\u2400-\u2421]+|[\s\p{Cc}\u2400-\u2421]+$/gu
/** The symbology identifier before the data: `]`, a letter and a modifier (ISO/IEC 15424, "AIM identifiers"). */
const symbology = /^\][A-Za-z][\dA-Za-z]/

/** Without a scanner's frame, such as STX, `]Q1` or CR LF around the data. */
function unframed(text: string): string {
  const data = text.replaceAll(edges, '')
  return symbology.test(data) ? unframed(data.replace(symbology, '')) : data
}

/** A text in compatible characters and without what cannot be seen, and without a scanner's frame. */
export const plainText = (text: string) => unframed(visible(text))

/** The maximum length of a text that is read, in UTF-16 units. */
const maxLength = 2000

/**
 * The texts that a scanned or typed text may mean: without its frame, with look-alikes as Latin letters, and as the keys that
 * were pressed in another keyboard layout. One for a text in ASCII, none for a text that is longer than any label's.
 */
export function readingsOf(text: string): string[] {
  if (text.length > maxLength) return []
  // The frame may be typed in the layout, or not.
  const plain = plainText(text)
  const typed = layouts.flatMap(({ letters, keys, hasLatin }) => {
    const isTyped = letters.test(plain) && (hasLatin === true || !/[A-Za-z]/.test(plain))
    const read = isTyped ? replaced(plain, keys) : ''
    return /^[\0-\x7F\u2400-\u2421]+$/.test(read) ? [read] : []
  })
  return [...new Set([replaced(plain, lookAlikes), ...typed].map(unframed))]
}

/** What a text means by the given notation; undefined if none of its readings means something, or if they differ. */
export function onlyMeaning(
  text: string,
  meaning: (reading: string) => string | undefined,
): string | undefined {
  const found = new Set(readingsOf(text).flatMap((reading) => meaning(reading) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

/** Capital letters and digits of a code as Crockford's base 32 reads them: O is 0, I and L are 1. Undefined if one is a U. */
export function crockfordOf(code: string): string | undefined {
  const read = code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return /^[\dA-HJKMNP-TV-Z]*$/.test(read) ? read : undefined
}
