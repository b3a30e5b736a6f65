import { arabic } from './ar.ts'
import { english } from './en.ts'
import { georgian } from './ka.ts'
import { russian } from './ru.ts'
import type { Language, Messages } from './types.ts'

/** The languages of the page, in the order of the language buttons. */
export const languages: { readonly [L in Language]: Messages<L> } = {
  en: english,
  ru: russian,
  ka: georgian,
  ar: arabic,
}
