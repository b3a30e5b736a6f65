import type { Digest, Range, SearchKey } from './keys.ts'
import { formerWords, lettersOf, maxWordsOfName, shortestBeginning } from './words.ts'

/**
 * The keys of a former version, by which records are found that had no change since: a word by its own letters, and a phone number
 * as it was written. Its items are removed with the next change of their record.
 */
export const formerWordKey = (word: string): SearchKey => ({
  partition: `WORD#${lettersOf(word).slice(0, shortestBeginning).join('')}`,
  at: word,
})
export const formerPhonePartition = (term: string, digest: Digest) => `PHONE#${digest(term).slice(0, 40)}`
/** All numbers of a partition, which are sorted by time. */
export const formerPhoneRange = (term: string, digest: Digest): Range => ({
  partition: formerPhonePartition(term, digest),
  from: '',
  to: '~',
})

/** The words that a former version found names by. */
export const formerWordsOfNames = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => formerWords(name).slice(0, maxWordsOfName))),
]
