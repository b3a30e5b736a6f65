import type { TokenSource } from './token.ts'

interface Given {
  email: string
  password: string
  clientId: string
  clientSecret: string
  token: string | TokenSource
}
type Only<Name extends keyof Given> = Pick<Given, Name> & Partial<Record<Exclude<keyof Given, Name>, never>>

/**
 * A user, an API key, or a token that the program has by other means. Without any of them, and no session, requests are
 * anonymous.
 */
export type Credentials =
  Only<'email' | 'password'> | Only<'clientId' | 'clientSecret'> | Only<'token'> | Only<never>

export type Login = Pick<Given, 'email' | 'password'>
export type ApiKey = Pick<Given, 'clientId' | 'clientSecret'>

/**
 * The user or the API key among the options of a client, if any. Throws a TypeError for one half without the other, and for an
 * option that is there without a value: an environment variable that is not set must not make requests anonymous.
 */
export function credentialsOf(options: Credentials): { login?: Login; apiKey?: ApiKey } {
  const given = (['email', 'password', 'clientId', 'clientSecret', 'token'] as const).filter(
    (name) => name in options,
  )
  const empty = given.filter((name) => !options[name])
  if (empty.length > 0)
    throw new TypeError(
      `courierClient was given no value for ${empty.join(' and ')}: set it, or leave the option out for anonymous requests`,
    )
  if (given.includes('email') !== given.includes('password'))
    throw new TypeError('courierClient needs email and password together')
  if (given.includes('clientId') !== given.includes('clientSecret'))
    throw new TypeError('courierClient needs clientId and clientSecret together')
  const { email, password, clientId, clientSecret } = options
  return {
    ...(email !== undefined && { login: { email, password } }),
    ...(clientId !== undefined && { apiKey: { clientId, clientSecret } }),
  }
}
