import { arabic } from './ar.ts'
import { english } from './en.ts'
import { georgian } from './ka.ts'
import { russian } from './ru.ts'
import type { Language, Words } from './types.ts'

/** Every language that the page speaks, in the order of its switch. */
export const languages: { readonly [L in Language]: Words<L> } = {
  en: english,
  ru: russian,
  ka: georgian,
  ar: arabic,
}
