/** Longer words are compared by their beginning; keys are limited (1,024 bytes: Developer Guide, "Quotas"). */
const maxLetters = 40
/** The maximum number of a name's words that it is found by. */
export const maxWordsOfName = 5
/** Shorter words are found as a whole only: too many names begin with them. */
export const shortestBeginning = 3

export const lettersOf = (word: string) => Array.from(word)

/**
 * Characters that cannot be seen, without which a word is the same: joiners, soft hyphens, direction marks. The zero-width space and
 * non-joiner stay, because they divide words of Thai, Khmer and Persian.
 */
const invisible = /[^\P{Cf}\u200B\u200C]/gu

/** The different words of a text as they are compared: without letter case and marks, so ё is е, and É is e. */
export const wordsOf = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(invisible, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => lettersOf(word).slice(0, maxLetters).join('')))]
}

/** The words that names are found by. */
export const wordsOfNames = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => wordsOf(name).slice(0, maxWordsOfName))),
]

/** All words of names: results are compared with them. */
export const allWordsOf = (names: readonly string[]): string[] => [...new Set(names.flatMap(wordsOf))]

/** Whether a wanted word is found by it: by its beginning, or, if it is short, by all of it. */
const isShort = (wanted: string) => lettersOf(wanted).length < shortestBeginning
export const isFoundBy = (wanted: string) => (word: string) =>
  isShort(wanted) ? word === wanted : word.startsWith(wanted)

/** Words in one text, in which `textOf` a wanted word is contained if one of them is found by it. */
export const textOf = (words: readonly string[]) => ` ${words.join(' ')} `
export const partOf = (wanted: string) => (isShort(wanted) ? ` ${wanted} ` : ` ${wanted}`)
