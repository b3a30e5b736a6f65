import { signal } from '@preact/signals'
import { language } from './language.ts'

/** The names of countries in Georgian, which Chromium does not have; empty until they are loaded. */
const georgian = signal<Readonly<Record<string, string>>>({})
let loading: Promise<void> | undefined
const load = () =>
  (loading ??= import('./countries-ka.data.ts').then(
    ({ default: loaded }) => {
      georgian.value = loaded
    },
    () => {
      loading = undefined
    },
  ))

/** The name of a country in a language of the browser's, or in Georgian; the code of one that has none. */
export function countryName(code: string, locale: string): string {
  const isMissing = language.value === 'ka' && Intl.DisplayNames.supportedLocalesOf('ka').length === 0
  if (isMissing) void load()
  const name = isMissing ? georgian.value[code] : undefined
  return name ?? new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
