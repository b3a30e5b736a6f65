import { getCountries } from 'libphonenumber-js'

const names = new Intl.DisplayNames('ka', { type: 'region' })
/** The names of the countries in Georgian, by their two letters (Unicode CLDR). */
export default Object.fromEntries(
  getCountries().map((code): [string, string] => [code, names.of(code) ?? code]),
)
