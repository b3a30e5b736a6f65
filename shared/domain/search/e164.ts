import type { TenantTable } from '../../db/table.ts'
import { readSettings } from '../settings/settings.ts'
import { phoneTerm } from './phone.ts'
import { internationalOf } from './spellings.ts'

/** `+`, a calling code, and at most 15 digits in all (ITU-T E.164 §6.2.1). */
const e164 = /^\+[1-9]\d{6,14}$/

/**
 * The phone numbers in the form of E.164, each under its name with `_e164`; null for one that is written without its calling code
 * and is no valid number of the company's country, which is read only then.
 */
export async function inE164<Name extends string>(
  table: Pick<TenantTable, 'find'>,
  phones: Record<Name, string>,
): Promise<Record<`${Name}_e164`, string | null>> {
  const terms = Object.entries<string>(phones).map(([name, text]) => [name, phoneTerm(text)] as const)
  const isLocal = (term: string | undefined) => term !== undefined && !term.startsWith('+')
  const country = terms.some(([, term]) => isLocal(term)) ? (await readSettings(table)).country : null
  const numbers = terms.map(([name, term]) => {
    const number =
      term !== undefined && isLocal(term) && country !== null ? internationalOf(term, country) : term
    return [`${name}_e164`, number !== undefined && e164.test(number) ? number : null]
  })
  return Object.fromEntries(numbers) as Record<`${Name}_e164`, string | null>
}
