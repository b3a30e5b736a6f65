import { isAbjad, latinOf } from './latin.ts'
import { consonantsOf, endsInVowels, lastingSoundsOf, soundsOf } from './sounds.ts'

/** Longer words are compared by their beginning; keys are limited (1,024 bytes: Developer Guide, "Quotas"). */
const maxLetters = 40
/** The maximum number of a name's words that it is found by. */
export const maxWordsOfName = 5
const maxTermsOfName = 8
/** Shorter words are found as a whole only: too many names begin with them. */
export const shortestBeginning = 3

export const lettersOf = (word: string) => Array.from(word)
const cut = (word: string) => lettersOf(word).slice(0, maxLetters).join('')

/**
 * Characters that cannot be seen, without which a word is the same: joiners, soft hyphens, direction marks. The zero-width space and
 * non-joiner stay, because they divide words of Thai, Khmer and Persian.
 */
const invisible = /[^\P{Cf}\u200B\u200C]/gu
/** Apostrophes, and what is typed for them, between two letters. */
const apostrophes = /(?<=\p{L}\p{M}*)['’‘`´ʼʹʻʿʾ′＇](?=\p{L})/gu
const otherMarks = /\p{M}+|[ʼʹʻʿʾ]/gu

/** A text as its words are compared: without letter case and marks, so ё is е, and É is e. */
const plain = (text: string) =>
  text
    .replaceAll(apostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(otherMarks, '')
    .replaceAll(invisible, '')

/** A word in the forms in which it is compared. */
export interface Word {
  /** Its letters, without case, marks and apostrophes. */
  text: string
  /** Its usual spelling in Latin letters. */
  latin: string
  /** Whether it is in a script that writes consonants only. */
  isAbjad: boolean
  /** How it sounds; the text itself if it cannot be spelled in Latin letters. */
  sounds: string
  /** How its consonants sound. */
  consonants: string
}

function wordOf(letters: string): Word {
  const text = cut(letters)
  const latin = latinOf(text)
  const sounds = cut(soundsOf(latin) || text)
  return { text, latin, isAbjad: isAbjad(text), sounds, consonants: cut(consonantsOf(latin)) || sounds }
}

/**
 * Words with the apostrophes in them. Arabic عبد, "servant of", is one name with the next word, and so is any with الله, "God";
 * `next` keeps the next word as a word of its own too.
 */
function written(text: string, next: 'kept' | 'joined'): string[] {
  const all = plain(text).match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? []
  const isJoined = (at: number) => all[at] === 'عبد' || (isAbjad(all[at] ?? '') && all[at + 1] === 'الله')
  return all.flatMap((word, at) => {
    if (isJoined(at)) return [word + (all[at + 1] ?? '')]
    return next === 'joined' && at > 0 && isJoined(at - 1) ? [] : [word]
  })
}
const withoutApostrophes = (word: string) => word.replaceAll("'", '')
/** Without the Arabic article, which Latin spellings write as a word of its own, or not at all. */
const withoutArticle = (word: string) => word.replace(/^ال(?=...)/u, '')

/** A name's word, and what else it is found by: what follows the apostrophe of O'Brien, and an Arabic word without its article. */
const asNamed = (word: string): string[] => [
  withoutApostrophes(word),
  ...(/^[^']+'[^']+$/.test(word) ? word.split("'") : []),
  withoutArticle(withoutApostrophes(word)),
]
const distinct = (words: readonly string[]): Word[] =>
  [...new Set(words.filter((word) => word !== ''))].map(wordOf)

/** The words that a search looks for. */
export const wantedWords = (text: string): Word[] =>
  distinct(written(text, 'joined').map((word) => withoutArticle(withoutApostrophes(word))))

/**
 * The words that names are found by: those of each name's beginning, and then what else they are found by, without parts that are
 * too short, as far as transactions have room.
 */
export const indexedWords = (names: readonly string[]): Word[] =>
  distinct(
    names.flatMap((name) => {
      const words = written(name, 'kept').slice(0, maxWordsOfName).map(asNamed)
      const parts = words.flatMap(([, ...others]) =>
        others.filter((one) => lettersOf(one).length >= shortestBeginning),
      )
      return [...new Set([...words.flatMap(([word]) => word ?? []), ...parts])].slice(0, maxTermsOfName)
    }),
  )

/** All words of names: results are compared with them. */
export const allWords = (names: readonly string[]): Word[] =>
  distinct(names.flatMap((name) => written(name, 'kept').flatMap(asNamed)))

/** What the sounds of a word begin with that a wanted word finds by its sound. */
export const lastingOf = ({ latin, text }: Word) => cut(latin === '' ? text : lastingSoundsOf(latin))

/** Fewer consonants find a word that has no others: too many words begin with them. */
export const isFewConsonants = ({ consonants }: Word) => consonants.length < shortestBeginning

export const isShort = ({ text }: Pick<Word, 'text'>) => lettersOf(text).length < shortestBeginning

/**
 * Whether a wanted word finds a word: by its beginning, in the same letters or by the sound, or, if it is short, by all of it.
 * Consonants alone are compared if one of the two is written without vowels.
 */
export function finds(wanted: Word): (word: Word) => boolean {
  const lasting = lastingOf(wanted)
  const isWhole = isShort(wanted)
  const compare = (isEqual: boolean) => (one: string, other: string) =>
    isEqual ? one === other : one.startsWith(other)
  const [lettersAgree, consonantsAgree] = [compare(isWhole), compare(isWhole || isFewConsonants(wanted))]
  return (word) => {
    if (lettersAgree(word.text, wanted.text)) return true
    if (wanted.isAbjad || word.isAbjad) return consonantsAgree(word.consonants, wanted.consonants)
    if (isWhole) return word.sounds === wanted.sounds
    return word.sounds.startsWith(lasting) && soundsLikeBeginning(word, wanted)
  }
}

/**
 * Whether a beginning of the word sounds like the wanted one: as it is spelled, so that `kuznet` is the beginning of Kuznetsov. A
 * beginning of one or two letters is all of the word: `zzzzz` sounds like the z of Zaza, which is too little.
 */
const soundsLikeBeginning = (word: Word, wanted: Word) =>
  lettersOf(word.latin).some((_, at) => {
    const beginning = word.latin.slice(0, at + 1)
    const isAll = beginning.length === word.latin.length
    if (!isAll && beginning.length < shortestBeginning) return false
    return (
      soundsOf(beginning) === wanted.sounds && (isAll || endsInVowels(beginning) || !endsInVowels(wanted.latin))
    )
  })

/** Words in one text, in which one of `partsOf` a wanted word is contained if one of them may be found by it. */
export const wordsText = (words: readonly Word[]) =>
  ` ${words.map((word) => `${word.isAbjad ? word.text : word.sounds} ~${word.consonants}`).join(' ')} `
export function partsOf(wanted: Word): string[] {
  const end = isShort(wanted) ? ' ' : ''
  const consonants = ` ~${wanted.consonants}${isFewConsonants(wanted) ? ' ' : end}`
  return [
    wanted.isAbjad ? ` ${wanted.text}${end}` : ` ${end === '' ? lastingOf(wanted) : wanted.sounds + end}`,
    consonants,
  ]
}

/** The words of a text as the former version compared them: an apostrophe divided them, and scripts were not compared. */
export const formerWords = (text: string): string[] => {
  const former = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(invisible, '')
  return [...new Set((former.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut))]
}
