import { languages, type Language, type Words } from './words.ts'

/** What the page says in a language, and in which locale: the reader's own variety of it, where they have one. */
export interface Tongue {
  language: Language
  locale: string
  words: Words<Language>
}
/** `preferred` as the browser gives it: the reader's languages, most liked first. */
export function tongueOf(language: Language, preferred: readonly string[]): Tongue {
  const own = preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  return { language, locale: own ?? language, words: languages[language] as Words<Language> }
}

/** "3 packages". */
export function counted({ locale, words }: Tongue, count: number): string {
  const forms: Record<string, string> = words.packages
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? words.packages.other
  return form.replace('#', numbered(locale, count))
}

export const numbered = (locale: string, count: number) => new Intl.NumberFormat(locale).format(count)
