import { languages } from './words/words.ts'
import type { Language, Words } from './words/types.ts'

/** The texts of a language, and a locale: the user's regional variant if they have one. */
export interface Locale {
  language: Language
  locale: string
  words: Words<Language>
}
/** `preferred`: the browser's languages. Those that Intl rejects (en-US@posix) are skipped. */
export function localeOf(language: Language, preferred: readonly string[]): Locale {
  const ownLocale = preferred.find((tag) => new RegExp(`^${language}(-[a-z0-9]+)+$`, 'i').test(tag))
  return { language, locale: ownLocale ?? language, words: languages[language] as Words<Language> }
}

/** "3 packages". */
export function formatPackages({ locale, words }: Locale, count: number): string {
  const forms: Record<string, string> = words.packages
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? words.packages.other
  return form.replace('#', formatInteger(locale, count))
}

/** "2 of 3 packages". */
export function formatPackagesOf({ locale, words }: Locale, count: number, all: number): string {
  const forms: Record<string, string> = words.packagesOf
  const form = forms[new Intl.PluralRules(locale).select(all)] ?? words.packagesOf.other
  return form.replace('##', formatInteger(locale, all)).replace('#', formatInteger(locale, count))
}

export const formatInteger = (locale: string, count: number) => new Intl.NumberFormat(locale).format(count)
