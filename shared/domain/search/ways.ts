import { any, all, contains, type Condition } from '../../db/conditions.ts'
import { formerPhoneRange, formerWordKey } from './former-keys.ts'
import { termsOf, type Searched } from './items.ts'
import {
  beginning,
  codeBeginningKey,
  codeEndKey,
  consonantKey,
  phoneBeginningKey,
  phoneEndKey,
  soundKey,
  whole,
  type Digest,
  type Range,
} from './keys.ts'
import { begunDigits, digitsOf, fewestDigits } from './phone.ts'
import { voweled } from './sounds.ts'
import type { PhoneSearch } from './spellings.ts'
import {
  allWords,
  finds,
  formerWords,
  isFewConsonants,
  isShort,
  lastingOf,
  lettersOf,
  maxWordsOfName,
  partsOf,
  shortestBeginning,
  type Word,
} from './words.ts'

/** One thing that a text may mean: the items that may have it, in the order in which they are read, and the records that have it. */
export interface Way {
  ranges: readonly (Range & { filter?: Condition })[]
  isFound: (searched: Searched) => boolean
}

/** The most words by which the table filters, as far as its expressions have room; results are compared with all. */
const maxFilters = 10

/** The longest of the first words, and the others: a name is found by its first words only. */
function longestFirst<W>(
  words: readonly W[],
  textOf: (word: W) => string,
): [longest: W | undefined, ...others: W[]] {
  const first = words.slice(0, maxWordsOfName)
  const [longest] = first.toSorted((a, b) => lettersOf(textOf(b)).length - lettersOf(textOf(a)).length)
  return [longest, ...words.filter((word) => word !== longest)]
}
const containing = (...parts: readonly string[]) => any(...parts.map((part) => contains('words', part)))
const filtered = (ranges: readonly Range[], ...conditions: readonly Condition[]) =>
  ranges.map((range) => ({ ...range, ...(conditions.length > 0 && { filter: all(...conditions) }) }))

/** Words, each of which finds a word of a name. The longest one is looked up, and the others filter what it finds. */
export function wordsWay(words: readonly Word[], q: string): Way {
  const [longest, ...others] = longestFirst(words, ({ text }) => text)
  const filters = others.slice(0, maxFilters).map((word) => containing(...partsOf(word)))
  const found = words.map(finds)
  return {
    ranges: [
      ...(longest ? rangesOf(longest).flatMap(([ranges, ...own]) => filtered(ranges, ...own, ...filters)) : []),
      ...formerRanges(q),
    ],
    isFound({ names }) {
      const all = allWords(names)
      return found.every((isFound) => all.some(isFound))
    },
  }
}

/** Where a word may be: by its sound, and by its consonants among words that are written without vowels. */
function rangesOf(word: Word): [ranges: Range[], ...conditions: Condition[]][] {
  const { sounds, consonants } = word
  const key = consonantKey(consonants)
  const [isWhole, isFew] = [isShort(word), isFewConsonants(word)]
  if (!word.isAbjad) {
    const lasting = lastingOf(word)
    const bySound = isWhole ? [whole(soundKey(sounds))] : lasting === '' ? [] : [beginning(soundKey(lasting))]
    const byConsonants = isWhole || isFew ? whole(key) : beginning(key)
    return [[bySound], [/\p{L}/u.test(word.text) ? [byConsonants] : []]]
  }
  const asWritten: [Range[], ...Condition[]] = isWhole
    ? [[whole(key)]]
    : [[beginning(key)], ...(isFew ? [containing(...partsOf(word))] : [])]
  const [, asConsonants = ''] = partsOf(word)
  return [
    asWritten,
    [voweled(consonants).map((sounds) => beginning(soundKey(sounds))), containing(asConsonants)],
  ]
}

function formerRanges(q: string): Way['ranges'] {
  const [longest, ...others] = longestFirst(formerWords(q), (word) => word)
  if (longest === undefined) return []
  const isWhole = (word: string) => lettersOf(word).length < shortestBeginning
  const key = formerWordKey(longest)
  return filtered(
    [isWhole(longest) ? whole(key) : beginning(key)],
    ...others.slice(0, maxFilters).map((word) => contains('words', isWhole(word) ? ` ${word} ` : ` ${word}`)),
  )
}

const byLength = (a: string, b: string) => a.length - b.length

/** A phone number, or the beginning or end of one. */
export function phoneWay({ terms, beginnings, ends }: PhoneSearch, digest: Digest): Way {
  // Spellings of a number end alike: the range of a short one has the others, if it has all digits of a partition.
  const allEnds = [...terms.map(digitsOf), ...ends]
  const shortestEnd = (digits: string) =>
    allEnds.filter((one) => one.length >= fewestDigits && digits.endsWith(one)).toSorted(byLength)[0] ?? digits
  const shortest = new Set(allEnds.map(shortestEnd))
  return {
    ranges: [
      ...beginnings.map((digits) => beginning(phoneBeginningKey(digits, digest))),
      ...[...shortest].map((digits) => beginning(phoneEndKey(digits, digest))),
      ...terms.map((term) => formerPhoneRange(term, digest)),
    ],
    isFound: (searched) =>
      termsOf(searched).some(
        (term) =>
          terms.includes(term) ||
          beginnings.some((digits) => begunDigits(term).startsWith(digits)) ||
          ends.some((digits) => digitsOf(term).endsWith(digits)),
      ),
  }
}

/** The beginning of a code, or its end. */
export const codeWay = ({ begins, ends }: { begins?: string; ends?: string }): Way => ({
  ranges: [
    ...(begins === undefined ? [] : [beginning(codeBeginningKey(begins))]),
    ...(ends === undefined ? [] : [beginning(codeEndKey(ends))]),
  ],
  isFound: ({ codes = [] }) =>
    codes.some(
      (code) =>
        (begins !== undefined && code.startsWith(begins)) || (ends !== undefined && code.endsWith(ends)),
    ),
})
