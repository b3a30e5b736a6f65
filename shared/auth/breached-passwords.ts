import { createHash } from 'node:crypto'
import { boundedRequest, deadline, isConfidential } from '../core/bounded-request.ts'
import { ValidationError } from '../core/errors.ts'
import type { PublicContext } from '../domain/kernel/context.ts'

/** How long the service may take, in milliseconds: a person waits for it. */
const patience = 1000
/** The digits of a digest that the service gets, which some thousand known passwords share. */
const prefixLength = 5

/**
 * Rejects a password that is known from data breaches, by the range API of Pwned Passwords
 * (https://haveibeenpwned.com/API/v3#PwnedPasswords) at the setting `breachedPasswordsUrl`. It learns neither the password nor
 * its digest. If it fails, the password is accepted. Throws ValidationError at `field` of the body.
 */
export async function rejectBreachedPassword(
  { settings, alert }: Pick<PublicContext, 'settings' | 'alert'>,
  password: string,
  field = 'password',
): Promise<void> {
  if (settings.breachedPasswordsUrl === '') return
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const known = await suffixesOf(settings.breachedPasswordsUrl, digest.slice(0, prefixLength)).catch(
    (error: unknown): string[] => {
      // Its messages have no part of the request.
      alert('a password was accepted without a look at breaches', { why: (error as Error).message })
      return []
    },
  )
  if (!known.includes(digest.slice(prefixLength))) return
  const msg = 'This password is known from a data breach; choose another'
  throw new ValidationError({ loc: ['body', field], msg, type: 'value_error' })
}

const row = /^(?<suffix>[0-9A-F]{35}):(?<count>\d+)$/

/** The rest of each digest with this prefix. Throws an Error for a failure or another answer. */
async function suffixesOf(address: string, prefix: string): Promise<string[]> {
  const url = URL.parse(`${address.replace(/\/+$/, '')}/range/${prefix}`)
  if (!url || !isConfidential(url)) throw new Error('The setting breachedPasswordsUrl is not an https address')
  // With padding, the size of the answer does not say which prefix it is for: the rows that are added have the count 0.
  const headers = { 'Add-Padding': 'true', 'User-Agent': 'courier-logistics' }
  const answer = await boundedRequest({ who: 'Pwned Passwords', url, headers }, deadline(patience))
  const rows = answer.text.split(/\r?\n/).map((line) => row.exec(line)?.groups)
  if (!rows.some(Boolean)) throw new Error(`Pwned Passwords answered ${answer.status} and no rows`)
  return rows.flatMap((found) => (found?.['suffix'] && Number(found['count']) > 0 ? [found['suffix']] : []))
}
