import type { TokenSource } from './token.ts'

/** A user, or a token that the program has by other means. Without either, and no session, requests are anonymous. */
export type Credentials =
  | { email: string; password: string; token?: never }
  | { token: string | TokenSource; email?: never; password?: never }
  | { email?: never; password?: never; token?: never }

export interface Login {
  email: string
  password: string
}

/**
 * The e-mail address and password among the options of a client; undefined if they are left out. Throws a TypeError for
 * one without the other, and for an option that is there without a value: an environment variable that is not set must
 * not make requests anonymous.
 */
export function loginOf(options: Credentials): Login | undefined {
  const given = (['email', 'password', 'token'] as const).filter((name) => name in options)
  const empty = given.filter((name) => !options[name])
  if (empty.length > 0)
    throw new TypeError(
      `courierClient was given no value for ${empty.join(' and ')}: set it, or leave the option out for anonymous requests`,
    )
  if (given.includes('email') !== given.includes('password'))
    throw new TypeError('courierClient needs email and password together')
  const { email, password } = options
  return email === undefined ? undefined : { email, password }
}
