import type { Posting } from '../db/outbox.ts'
import { compose, type Letter } from '../mail/letters.ts'

/** The letter that a posting becomes; undefined where there is nobody to write to. */
export const letterFor = async ({ occasion, to }: Posting): Promise<Letter | undefined> => {
  const told = { to, code: '000000' }
  if (occasion !== 'invitation') return compose(occasion, told)
  return compose(occasion, { ...told, company: 'a courier company', role: 'viewer' })
}
