import { begunDigits, digitsOf, fewestDigits } from './phone.ts'
import { lettersOf, type Word } from './words.ts'

/** Where an item is: a partition of its kind of record, and what its sort key begins with, before its time and id. */
export interface SearchKey {
  partition: string
  at: string
}
/** The items of a partition between two sort keys. */
export interface Range {
  partition: string
  from: string
  to: string
}
/** A keyed digest of texts, in hexadecimal. */
export type Digest = (...parts: readonly string[]) => string

/** Sorts after every letter. */
const last = '\u{10FFFF}'
/** The items whose sort key begins so. */
export const beginning = ({ partition, at }: SearchKey): Range => ({ partition, from: at, to: at + last })
/** The items whose sort key is this, before time and id. */
export const whole = ({ partition, at }: SearchKey): Range => ({
  partition,
  from: `${at}#`,
  to: `${at}#${last}`,
})

/** By the first letter, so that a range finds all longer ones. */
const byFirst = (name: string, text: string): SearchKey => ({
  partition: `${name}#${lettersOf(text)[0] ?? ''}`,
  at: text,
})
export const soundKey = (sounds: string) => byFirst('SOUND', sounds)
export const consonantKey = (consonants: string) => byFirst('CONSONANTS', consonants)
/** A word that is written without vowels is found by its consonants, any other by how it sounds. */
export const wordKey = ({ isAbjad, sounds, consonants }: Word) =>
  isAbjad ? consonantKey(consonants) : soundKey(sounds)

/** The fewest characters of a code's beginning or end that find it: they are the partition. */
export const fewestCharacters = 4
const reversed = (text: string) => Array.from(text).reverse().join('')
const codeKey = (name: string, code: string): SearchKey => ({
  partition: `${name}#${code.slice(0, fewestCharacters)}`,
  at: code.toLowerCase(),
})
export const codeBeginningKey = (code: string) => codeKey('CODE', code)
export const codeEndKey = (code: string) => codeKey('CODE_END', reversed(code))

/** The most digits of a number that keys have: of its beginning with the calling code, and of its end. */
const mostBegun = 12
const mostEnding = 8
/** The first digits as one digest, and each further digit as one of all until it: longer beginnings are ranges of shorter ones. */
const digitsKey = (name: string, digits: string, digest: Digest): SearchKey => ({
  partition: `${name}#${digest(name, digits.slice(0, fewestDigits)).slice(0, 40)}`,
  at: Array.from(digits.slice(fewestDigits), (_, at) =>
    digest(name, digits.slice(0, fewestDigits + at + 1)).slice(0, 2),
  ).join(''),
})
export const phoneBeginningKey = (digits: string, digest: Digest) =>
  digitsKey('PHONE_BEGINNING', digits.slice(0, mostBegun), digest)
export const phoneEndKey = (digits: string, digest: Digest) =>
  digitsKey('PHONE_END', reversed(digits.slice(-mostEnding)), digest)

/** Both keys of a number; one with fewer digits has an end only. */
export function phoneKeys(term: string, digest: Digest): SearchKey[] {
  const begun = begunDigits(term)
  const end = phoneEndKey(digitsOf(term), digest)
  return begun.length < fewestDigits ? [end] : [phoneBeginningKey(begun, digest), end]
}
export const codeKeys = (code: string): SearchKey[] => [codeBeginningKey(code), codeEndKey(code)]
