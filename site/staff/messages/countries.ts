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

/** The name of a country in the user's language, by the browser, or in Georgian; its code while that is loaded, or if it has none. */
function countryName(code: string): string {
  const isMissing = language.value === 'ka' && Intl.DisplayNames.supportedLocalesOf('ka').length === 0
  if (!isMissing) return new Intl.DisplayNames(language.value, { type: 'region' }).of(code) ?? code
  void load()
  return georgian.value[code] ?? code
}

/** The name of a country by its two letters; another text as it is. */
export const formatCountry = (code: string) => (/^[A-Z]{2}$/.test(code) ? countryName(code) : code)
