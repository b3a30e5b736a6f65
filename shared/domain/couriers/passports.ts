import { sealer } from '../../core/seal.ts'
import type { TenantContext } from '../kernel/context.ts'

const dot = '•'
const endLength = 4

/** How a passport number is stored: sealed, and its last characters in clear for those who may see no more. */
export interface StoredPassport {
  passport_sealed: string
  passport_end: string
}

/** What those see who may not see the number: five dots, whatever its length, and its last four characters. */
export const masked = ({ passport_end }: StoredPassport) => dot.repeat(5) + passport_end
/** Whether a text is a masked number, also one that was masked before the number changed. */
export const isMasked = (text: string) => text.includes(dot)

/** The last four characters, of a number that keeps as many hidden; a shorter one shows none. */
function endOf(number: string): string {
  const characters = Array.from(number)
  return characters.length < 2 * endLength ? '' : characters.slice(-endLength).join('')
}

const contextOf = (courierId: string) => `passport of ${courierId}`

/**
 * Seals passport numbers (AES-256-GCM under the secret `personal`) and opens them. A sealed number opens only for the
 * courier it was sealed for, so it is worth nothing when copied to another's record.
 */
export async function passports({ secret }: Pick<TenantContext, 'secret'>) {
  const { seal, open } = await secret('personal', sealer)
  return {
    seal: (number: string, courierId: string): StoredPassport => ({
      passport_sealed: seal(number, contextOf(courierId)),
      passport_end: endOf(number),
    }),
    /** Throws an Error where the key is gone from the secret. */
    open({ id, passport_sealed }: { id: string; passport_sealed: string }): string {
      const number = open(passport_sealed, contextOf(id))
      if (number === undefined) throw new Error(`The passport number of courier ${id} does not open`)
      return number
    },
  }
}
