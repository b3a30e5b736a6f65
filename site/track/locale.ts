import { languages } from './messages/messages.ts'
import type { Language, Messages } from './messages/types.ts'

/** The texts of a language, and a locale: the user's regional variant if they have one. */
export interface Locale {
  language: Language
  locale: string
  messages: Messages<Language>
}
/** `preferred`: the browser's languages. Those that Intl rejects (en-US@posix) are skipped. */
export function localeOf(language: Language, preferred: readonly string[]): Locale {
  const ownLocale = preferred.find((tag) => new RegExp(`^${language}(-[a-z0-9]+)+$`, 'i').test(tag))
  return { language, locale: ownLocale ?? language, messages: languages[language] as Messages<Language> }
}

/** "3 packages". */
export function formatPackages({ locale, messages }: Locale, count: number): string {
  const forms: Record<string, string> = messages.packages
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? messages.packages.other
  return form.replace('#', formatInteger(locale, count))
}

/** "2 of 3 packages". */
export function formatPackagesOf({ locale, messages }: Locale, count: number, all: number): string {
  const forms: Record<string, string> = messages.packagesOf
  const form = forms[new Intl.PluralRules(locale).select(all)] ?? messages.packagesOf.other
  return form.replace('##', formatInteger(locale, all)).replace('#', formatInteger(locale, count))
}

export const formatInteger = (locale: string, count: number) => new Intl.NumberFormat(locale).format(count)
