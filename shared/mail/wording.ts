import type { Letter } from './html.ts'

/** The texts around a code; in English, if they do not say otherwise. */
export interface Wording extends Partial<Pick<Letter, 'language' | 'direction' | 'company'>> {
  subject: string
  /** The purpose of the code, ending in a colon. */
  lead: string
  /** Its validity. */
  validity: string
  /** For recipients who did not request it. */
  unasked: string
  /** The text of the link to the page where it is entered; without it the code is entered where it was asked for. */
  enter?: string
}
