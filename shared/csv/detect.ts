import { detectAll } from 'jschardet'
import { byteEncodings, type ByteEncoding } from './encodings.ts'

/** Their names in jschardet, where these are others. */
const names: Partial<Record<ByteEncoding, string>> = { 'x-mac-cyrillic': 'maccyrillic' }

/** The words of a file as they read in an encoding. */
interface Reading {
  encoding: ByteEncoding
  confidence: number
  text: string
}

/**
 * The encoding of bytes that are not UTF-8, or those between which they do not decide. jschardet ranks
 * encodings by the frequency of letters; readings in which words are not written as people write them are left out. Names
 * have few letters beyond ASCII, so it is certain only if the others are much less likely, or give the same text.
 */
export function detectEncoding(bytes: Uint8Array): { encoding: ByteEncoding } | { between: ByteEncoding[] } {
  const words = wordsBeyondAscii(bytes)
  const sample = bytesOf(words.join(' '))
  const ranked = detectAll(sample, {
    minimumThreshold: 0,
    detectEncodings: byteEncodings.map((encoding) => names[encoding] ?? encoding),
  })
  const readings = ranked.flatMap(({ encoding: name, confidence }) => {
    const encoding = byteEncodings.find((one) => (names[one] ?? one) === name?.toLowerCase())
    if (!encoding) return []
    const text = new TextDecoder(encoding).decode(sample)
    return isWritten(text, encoding) ? [{ encoding, confidence, text }] : []
  })
  const [first, ...others] = withoutRareLetters(readings)
  if (!first) return { between: [] }
  if (isCertain(first, others, words.length)) {
    const same = [first, ...others].filter(({ text }) => text === first.text)
    return {
      encoding: byteEncodings.find((one) => same.some(({ encoding }) => encoding === one)) ?? first.encoding,
    }
  }
  return {
    between: [first, ...others.filter(({ text }) => text !== first.text)].map(({ encoding }) => encoding),
  }
}

/** The number of words that are looked at, so that a file of nothing else does not fill the memory. */
const maxWords = 50_000
const wordBeyondAscii = /[^\t-\r !-&(-@[-`{-~]*[\x80-\xFF][^\t-\r !-&(-@[-`{-~]*/g

/** The words with letters beyond ASCII, each once, with their bytes as characters: the others say nothing about the encoding. */
function wordsBeyondAscii(bytes: Uint8Array): string[] {
  const words = new Set<string>()
  for (const [word] of charactersOf(bytes).matchAll(wordBeyondAscii)) {
    words.add(word)
    if (words.size === maxWords) break
  }
  return [...words]
}

/** A character for each byte, of the same number; the label `latin1` of a TextDecoder would be Windows-1252. */
function charactersOf(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}
const bytesOf = (characters: string) => Uint8Array.from(characters, (sign) => sign.charCodeAt(0))

const latin: readonly ByteEncoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
]
/** Those that two words are enough for: nothing else that is read with confidence looks like them. */
const ofFewWords: readonly ByteEncoding[] = ['windows-1251', 'ibm866', 'x-mac-cyrillic']

// Measured with names of countries in 30 languages, 2 to 30 in a file: with these, the wrong one of the encodings was taken for
// fewer than one file in a thousand.
const leastWords = 3
const leastConfidence = (encoding: ByteEncoding) => (latin.includes(encoding) ? 0.04 : 0.07)
/** The part of a reading's confidence from which another one is a rival; Windows-1252 is the most common Latin one. */
const rivalFrom = (encoding: ByteEncoding) =>
  latin.includes(encoding) && encoding !== 'windows-1252' ? 0.35 : 0.8

function isCertain(first: Reading, others: readonly Reading[], words: number): boolean {
  const { encoding, confidence } = first
  const different = others.filter(({ text }) => text !== first.text)
  if (latin.includes(encoding) && others.length > 0 && different.length === 0) return true
  if (words < leastWords && !ofFewWords.includes(encoding)) return false
  if (confidence < leastConfidence(encoding)) return false
  return different.every((other) => other.confidence <= confidence * rivalFrom(encoding))
}

/** Serbian and Macedonian ones, which the capitals of Windows-1251 are in MacCyrillic, and the other way round. */
const rareLetters = /[ЂђЃѓЉљЊњЌќЋћЏџЅѕЈј]/
/** The readings without that of Windows-1251 or MacCyrillic which has rare letters, if the other one has none. */
function withoutRareLetters(readings: readonly Reading[]): readonly Reading[] {
  const isPair = ({ encoding }: Reading) => encoding === 'windows-1251' || encoding === 'x-mac-cyrillic'
  const common = readings.filter((one) => isPair(one) && !rareLetters.test(one.text))
  return common.length === 1 ? readings.filter((one) => !isPair(one) || common.includes(one)) : readings
}

/** Signs before and after words. */
const aroundWords = /^[«„“”‘‚‹—–…№§¿¡]+|[»”“’›—–…°®™©\p{No}]+$/gu
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic'].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}ªºµ]+$`, 'u'),
)
/** Letters of IBM866 whose bytes are others in the DOS encodings of Ukraine and Latvia. */
const unsureLetters = /[ЄєЇїЎў]/
/** The byte of this space is á in the Latin encodings of DOS. */
const spaceForLetter = /[a-z]\u00A0/

/** Whether all words beyond ASCII are as people write them: of one script, and capital letters only at the beginning, or all. */
function isWritten(text: string, encoding: ByteEncoding): boolean {
  if (spaceForLetter.test(text) || (encoding === 'ibm866' && unsureLetters.test(text))) return false
  const parts = [...new Set(text.match(/[^\s!-&(-,./0-@[-`{-~]+/g))]
    .flatMap((word) => word.replace(aroundWords, '').split(/['’‘‑–—·-]/))
    .filter((part) => /[^ -~]/.test(part))
  if (!parts.every((part) => scripts.some((script) => script.test(part)) && isCased(part))) return false
  // The letters of Georgian encodings are small ones of KOI8; a table of names has capitals.
  return !encoding.startsWith('koi8') || parts.filter(isCapitalised).length * 2 >= parts.length
}

const isCapitalised = (part: string) => part[0] !== part[0]?.toLowerCase()

function isCased(part: string): boolean {
  const rest = part.slice(1)
  return rest === rest.toLowerCase() || part === part.toUpperCase()
}
