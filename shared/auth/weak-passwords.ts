import { readAsset } from '../core/assets.ts'
import { ValidationError } from '../core/errors.ts'
import type { FunctionSettings } from '../config/function-settings.ts'

/** Common passwords, in lower case, one per line (bin/generate/common-passwords.ts); refused by a setting of the stage. */
export const commonPasswordsFile = 'shared/auth/common-passwords.txt'
let commonPasswords: ReadonlySet<string> | undefined
const isCommon = (password: string) =>
  (commonPasswords ??= new Set(readAsset(commonPasswordsFile).toString().split('\n'))).has(password)

const seasons = 'spring|summer|autumn|fall|winter|весна|лето|осень|зима'
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|' +
  'январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь'
/** A season or a month and a year, which people take when they must change a password often. */
const isDated = (text: string) => new RegExp(`^(?:${seasons}|${months})(?:19|20)?\\d{2}$`, 'u').test(text)
/** Up to four characters, over and over. */
const repeated = /^(.{1,4})\1+$/u

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** Without the digits that are appended where a digit is demanded. */
const stem = (text: string) => lettersAndDigits(text).replace(/\p{N}+$/u, '')

/** The part of a password that an attacker who knows the account guesses first; undefined for a good password. */
function weakness(password: string, known: readonly (string | undefined)[]): string | undefined {
  if (isCommon(password.toLowerCase())) return 'This password is among the first to be guessed'
  if (repeated.test(password.toLowerCase())) return 'The password repeats a few characters'
  if (isDated(lettersAndDigits(password))) return 'The password is a season or a month and a year'
  const isKnown = known.some((text) => text !== undefined && stem(text) !== '' && stem(text) === stem(password))
  return isKnown ? 'The password is the name of the company, or the e-mail address' : undefined
}

/**
 * Rejects passwords that are easy to guess. `known` is what everyone may know of the account: the e-mail address first,
 * then the company's name. Throws ValidationError at `field` of the body.
 */
export function rejectWeakPassword(
  { refuseCommonPasswords }: FunctionSettings,
  password: string,
  [email, ...names]: readonly [string, ...(string | undefined)[]],
  field = 'password',
): void {
  const msg =
    password.toLowerCase() === email.toLowerCase()
      ? 'The password must not be the e-mail address'
      : refuseCommonPasswords && weakness(password, [email, email.split('@')[0], ...names])
  if (msg) throw new ValidationError({ loc: ['body', field], msg, type: 'value_error' })
}
