import bcrypt from 'bcryptjs'
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { lazySchema } from '../core/lazy-schema.ts'
import { currentKey, type Keyring } from '../config/secrets.ts'
import type { FunctionSettings } from '../config/function-settings.ts'

/** Descriptions of fields that several schemas share. */
export const passwordTexts = {
  password: {
    description: 'At least 8 characters and at most 256 bytes in UTF-8; not a common one',
    examples: ['a long pass phrase'],
  },
}

/** In code points. */
export const shortestPassword = 8

/** 8 code points to 256 bytes of any characters, NUL and emoji too (NIST SP 800-63B §3.1.1.2). */
export const Password = lazySchema(() =>
  z
    .string()
    .refine((value) => value.isWellFormed(), 'Password must be valid Unicode')
    .refine(
      (value) => Array.from(value).length >= shortestPassword,
      `Password must have at least ${shortestPassword} characters`,
    )
    .refine((value) => Buffer.byteLength(value) <= 256, 'Password must have at most 256 bytes'),
)

/**
 * bcrypt over a keyed pre-hash: passwords are not truncated at bcrypt's 72 bytes, and a stolen table alone cannot
 * be attacked by guessing. A stored hash is `<number of the pepper>:<bcrypt hash>`.
 */
export function passwordHasher(peppers: Keyring, { bcryptCost: cost }: FunctionSettings) {
  const current = String(currentKey(peppers).number)
  const prehash = (password: string, number: string) =>
    createHmac('sha256', peppers[number] ?? '')
      .update(password)
      .digest('base64')
  // A hash of the same cost and no password, so that an unknown user takes as long as a wrong password.
  const noHash = `${current}:$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  return {
    /** Whether a hash uses a former pepper, or another cost. */
    isOutdated: (stored: string) => !stored.startsWith(`${current}:$2b$${String(cost).padStart(2, '0')}$`),
    hash: async (password: string) => `${current}:${await bcrypt.hash(prehash(password, current), cost)}`,
    async matches(password: string, stored: string = noHash): Promise<boolean> {
      const [number = '', hash = ''] = stored.split(':')
      return (await bcrypt.compare(prehash(password, number), hash)) && stored !== noHash
    },
  }
}
