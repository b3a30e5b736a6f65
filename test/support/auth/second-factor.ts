import { generateSync } from 'otplib'
import { expect } from 'vitest'
import type { Answer } from '../api/answer.ts'
import type { Options } from '../api/client.ts'

const path = '/api/v1/users/me/second-factor'

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: Date) =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })

/** Requires a second factor of the users of a company, by the token of a manager who has proven their own a short time ago. */
export async function requireFactor(
  { call }: Pick<App, 'call'>,
  token: string,
  second_factor: object = { required_of: 'all' },
) {
  const { status, text } = await call('PUT /api/v1/settings', { token, body: { second_factor } })
  expect(status, text).toBe(200)
}

/** The same as an app shows a step later, which is valid and not used yet if this step's is used. */
export const nextCode = (secret: string, now = new Date()) => codeAt(secret, new Date(now.getTime() + 30_000))

interface App {
  call: (key: string, options?: Options) => Promise<Answer>
  clock: { now: Date }
}
/**
 * Adds an authenticator app for a signed-in user. The code that confirms it is of the time step before, so that the current one is
 * still unused.
 */
export async function addSecondFactor({ call, clock }: App, token: string) {
  const begun = await call(`POST ${path}`, { token })
  expect(begun.status, begun.text).toBe(200)
  const { secret } = begun.body as { secret: string }
  const code = codeAt(secret, new Date(clock.now.getTime() - 30_000))
  const confirmed = await call(`POST ${path}/recovery-codes`, { token, body: { code } })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { secret, recovery_codes: confirmed.body.recovery_codes as string[] }
}
