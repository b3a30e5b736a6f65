import { sealer } from '../../core/seal.ts'
import type { TenantContext } from '../kernel/context.ts'

const dot = '•'
const endLength = 4

/**
 * The stored form of a passport number: sealed, and its last characters in clear text for the masked form.
 */
export interface StoredPassport {
  passport_sealed: string
  passport_end: string
}

/** What is stored once a number was removed. */
export const removed: StoredPassport = { passport_sealed: '', passport_end: '' }
export const isRemoved = ({ passport_sealed }: Pick<StoredPassport, 'passport_sealed'>) =>
  passport_sealed === ''

/** The masked form: five dots, whatever the length, and the last four characters. */
export const masked = ({ passport_end }: Pick<StoredPassport, 'passport_end'>) => dot.repeat(5) + passport_end
/** Whether a text is a masked passport number; its number may have been replaced since. */
export const isMasked = (text: string) => text.includes(dot)

/** The last four characters, or none if fewer than four others would stay hidden. */
function endOf(number: string): string {
  const characters = Array.from(number)
  return characters.length < 2 * endLength ? '' : characters.slice(-endLength).join('')
}

const contextOf = (courierId: string) => `passport of ${courierId}`

/**
 * Seals passport numbers (AES-256-GCM with the secret `personal`) and opens them. A sealed number opens only for
 * its own courier, so a copy in another record is useless.
 */
export async function passports({ secret }: Pick<TenantContext, 'secret'>) {
  const { seal, open } = await secret('personal', sealer)
  return {
    seal: (number: string, courierId: string): StoredPassport => ({
      passport_sealed: seal(number, contextOf(courierId)),
      passport_end: endOf(number),
    }),
    /** Throws an Error if the key is no longer in the secret. */
    open({ id, passport_sealed }: { id: string; passport_sealed: string }): string {
      const number = open(passport_sealed, contextOf(id))
      if (number === undefined) throw new Error(`The passport number of courier ${id} does not open`)
      return number
    },
  }
}
