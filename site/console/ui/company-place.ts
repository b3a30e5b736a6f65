import type { Rules } from '../../staff/form/rules.ts'
import { formatCountry } from '../../staff/messages/countries.ts'
import { language } from '../../staff/messages/language.ts'
import countries from './countries.data.ts'

/** The rules of the fields of a company's country and time zone: countries in the order of their names. */
export function placeRules(): Rules {
  const { compare } = new Intl.Collator(language.value)
  const byName = countries.toSorted((a, b) => compare(formatCountry(a), formatCountry(b)))
  return {
    country: { kind: 'choice', required: false, choices: byName },
    time_zone: { kind: 'choice', required: false, choices: Intl.supportedValuesOf('timeZone') },
  }
}

/** A time zone as the choice of it: UTC is that of a company without one. */
export const zoneChoice = (zone: string | null) => (zone === null || zone === 'UTC' ? '' : zone)
