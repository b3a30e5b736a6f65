import { signal } from '@preact/signals'

/** The languages of the console, by code. */
export const languages = { en: 'English', ru: 'Русский', ka: 'ქართული', ar: 'العربية' } as const
export type Language = keyof typeof languages

const codes = Object.keys(languages) as Language[]
const storageKey = 'language'
const isLanguage = (code: string | null): code is Language => code !== null && code in languages

/** The chosen language, or the browser's first that the console has. */
function initialLanguage(): Language {
  const chosen = localStorage.getItem(storageKey)
  if (isLanguage(chosen)) return chosen
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)
  return known ?? 'en'
}
export const language = signal<Language>(initialLanguage())

/** Shows the console in a language, even after a reload. */
export function chooseLanguage(code: Language): void {
  localStorage.setItem(storageKey, code)
  language.value = code
}
language.subscribe((code) => {
  document.documentElement.lang = code
  document.documentElement.dir = code === 'ar' ? 'rtl' : 'ltr'
})

const isRightToLeft = () => language.value === 'ar'
/** Letters that run against the page, and what stands around digits there, such as the plus of a phone number. */
const isForeign = (value: string) =>
  isRightToLeft()
    ? /[^\p{Script_Extensions=Arabic}\s\d.,:%]/u.test(value)
    : /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(value)
/** A value within a text: in its own direction, if that may not be the page's (UAX #9: FSI, PDI). */
export const isolated = (value: string) => (isForeign(value) ? `\u2068${value}\u2069` : value)
/** A text in the page's direction, whatever value it begins with, even in an element that takes its direction from its text (RLM, LRM). */
const directed = (text: string) =>
  text.includes('\u2068') ? `${isRightToLeft() ? '\u200f' : '\u200e'}${text}` : text
/** An arrow forward: as the page runs. */
export const arrow = () => (isRightToLeft() ? '←' : '→')
/** "Moscow → Tbilisi", in Arabic from right to left. */
export const fromTo = (from: string, to: string) => directed(`${isolated(from)} ${arrow()} ${isolated(to)}`)
/** "SU1234 · 2 packages": values next to each other; those without a text are left out. */
export const joined = (values: readonly (string | false | null | undefined)[], separator = ' · ') =>
  directed(
    values
      .filter((value) => typeof value === 'string' && value !== '')
      .map((value) => isolated(value as string))
      .join(separator),
  )

/** The comma of the language, with the space after it. */
export const comma = () => (isRightToLeft() ? '، ' : ', ')
/** "signature, photo". */
export const listed = (values: readonly string[]) => joined(values, comma())

/** A text in each language, in the order of `languages`. */
type Row<T> = readonly [en: T, ru: T, ka: T, ar: T]
type Texts<T> = {
  readonly [K in keyof T]: T[K] extends readonly string[]
    ? string
    : T[K] extends readonly (infer F)[]
      ? F
      : T[K]
}

/**
 * The texts of a screen, each read in the current language, values that are filled in in their own direction: `texts({ title: ['Bags', 'Сумки', 'ჩანთები', 'الحقائب'] }).title`.
 * A component that reads one is rendered again when the language changes.
 */
export function texts<
  const T extends Record<
    string,
    Row<string> | Row<(...args: never[]) => string> | ((...args: never[]) => string)
  >,
>(rows: T): Texts<T> {
  const result = {}
  for (const [name, row] of Object.entries(rows))
    Object.defineProperty(result, name, {
      enumerable: true,
      get: (): unknown => {
        const text = typeof row === 'function' ? row : row[codes.indexOf(language.value)]
        return typeof text === 'function' && text !== row ? withValues(text) : text
      },
    })
  return result as Texts<T>
}

/** A text with values, each in its own direction. */
const withValues =
  (text: (...values: never[]) => string) =>
  (...values: readonly unknown[]): string =>
    directed(text(...(values.map((one) => (typeof one === 'string' ? isolated(one) : one)) as never[])))

/** The locale of a language’s numbers. Chromium has no Georgian ones, which are written as Russian ones: "1 234,5". */
export const numberLocale = (locale: string) => (locale === 'ka' ? 'ru' : locale)

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
/** A text with a number, `#`, by the plural rules of each language (Unicode CLDR). */
export const plural =
  (...forms: Row<Forms>) =>
  (count: number): string => {
    const code = language.value
    const form = forms[codes.indexOf(code)] as Forms
    const text = form[new Intl.PluralRules(code).select(count)] ?? form.other
    return text.replace(
      '#',
      new Intl.NumberFormat(numberLocale(code), { numberingSystem: 'latn' }).format(count),
    )
  }
