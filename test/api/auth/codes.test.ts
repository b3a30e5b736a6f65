import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor } from '../../support/mail/codes.ts'
import { size } from '../../support/suite/figures.ts'
import { password } from '../../support/api/tenant.ts'

// Each test has its own clock and IP address, because codes are short-lived and guesses are limited. Simultaneous
// requests go through the API gateway.
let service: ReturnType<typeof inProcess>
beforeEach(() => void (service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })))
const send = (path: string, body: object) => service.call(`POST ${path}`, { body })
const registered = async () => {
  const account = { email: `codes-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  return { ...account, ...(await send('/api/v1/auth/register', account)).body }
}
const ask = async (purpose: 'verification' | 'reset', email: string) => {
  const path = purpose === 'reset' ? 'send-reset-password' : 'send-verification'
  expect((await send(`/auth/email/${path}`, { email })).status).toBe(200)
  return (await codeFor(service, purpose, email)) ?? ''
}
const verify = (email: string, code: string) => send('/auth/email/verify', { email, code, password })
/** A code of the right form that is not this one. */
const wrongCode = (code: string, n = 0) =>
  `${code.slice(0, 5)}${String((Number.parseInt(code.slice(5), 36) + 1 + n) % 1000).padStart(3, '0')}`
const reset = (email: string, code: string, new_password = 'quite another password') =>
  send('/auth/email/reset-password', { email, code, new_password })
const login = (email: string, password: string) => send('/api/v1/auth/login', { email, password })
const refusal = {
  detail: 'This code is wrong, used or expired; request a new one',
  code: 'bad_request',
  reason: 'email_code_wrong',
  params: {},
}

describe('a verification code', () => {
  test('has eight letters and digits, and verifies the address it was sent to, once', async () => {
    const { email, password, user } = await registered()
    expect(user.email_verified).toBe(false)
    const code = await ask('verification', email)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const { status, body } = await verify(
      email.toUpperCase(),
      ` ${code.slice(0, 3)} ${code.slice(3).toLowerCase()} `,
    )
    expect([status, body]).toEqual([200, { message: 'The e-mail address is verified' }])
    expect((await login(email, password)).body.user.email_verified).toBe(true)
    expect((await verify(email, code)).body).toEqual(refusal)
  })

  test('is not sent to an address that is already verified', async () => {
    const { email } = await registered()
    await verify(email, await ask('verification', email))
    service.pass(61)
    expect(await ask('verification', email)).toBe('')
  })

  test('is good for ten minutes', async () => {
    const { email } = await registered()
    const code = await ask('verification', email)
    service.pass(600)
    expect((await verify(email, code)).body).toEqual(refusal)
  })

  test('becomes invalid when a newer one is sent', async () => {
    const { email } = await registered()
    const first = await ask('verification', email)
    service.pass(61)
    const second = await ask('verification', email)
    expect((await verify(email, first)).body).toEqual(refusal)
    expect((await verify(email, second)).status).toBe(200)
  })
})

describe('a reset code', () => {
  test('sets a new password, and ends every session', async () => {
    const { email, password, refresh_token } = await registered()
    const other = (await login(email, password)).body
    const code = await ask('reset', email)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect((await reset(email, code.toLowerCase())).status).toBe(200)
    expect((await login(email, password)).status).toBe(401)
    expect((await login(email, 'quite another password')).body.user.email_verified).toBe(true)
    for (const token of [refresh_token, other.refresh_token])
      expect((await send('/api/v1/auth/refresh', { refresh_token: token })).status).toBe(401)
  })

  test('remains valid if the new password is refused as too weak', async () => {
    const { email } = await registered()
    const code = await ask('reset', email)
    const weak = await reset(email, code, email)
    expect([weak.status, weak.body.detail[0].loc]).toEqual([422, ['body', 'new_password']])
    expect((await reset(email, code)).status).toBe(200)
  })
})

describe('a wrong code', () => {
  test('is refused with the same message, whether it is another user’s, for another purpose, for an unknown user, or malformed', async () => {
    const [one, other] = [await registered(), await registered()]
    const [verification, resetting] = [await ask('verification', one.email), await ask('reset', one.email)]
    const foreign = await ask('verification', other.email)
    for (const answer of [
      await verify(one.email, foreign),
      await verify(one.email, resetting),
      await reset(one.email, verification),
      await verify(`nobody-${randomUUID()}@example.com`, verification),
      await verify(one.email, ''),
      await verify(one.email, 'six digits, please'.repeat(50)),
    ])
      expect([answer.status, answer.body]).toEqual([400, refusal])
    // The valid codes still work.
    expect((await verify(one.email, verification)).status).toBe(200)
    expect((await reset(one.email, resetting)).status).toBe(200)
  })

  const many = size(60, 200)
  test(`stops the right code too: only five of ${many} simultaneous guesses of a network are checked, and no more`, async () => {
    const { email } = await registered()
    const code = await ask('verification', email)
    const front = caller()
    const guess = (code: string) => front('POST /auth/email/verify', { body: { email, code } })
    const answers = await Promise.all(Array.from({ length: many }, (_, n) => guess(wrongCode(code, n))))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([JSON.stringify(refusal)]))
    expect((await guess(code)).body).toEqual(refusal)
    expect((await verify(email, code)).status, 'from another network').toBe(200)
  })

  test.each([
    [4, 200],
    [5, 400],
  ])('may precede the right one: after %i wrong guesses, the right code gets %i', async (guesses, answered) => {
    const { email } = await registered()
    const code = await ask('verification', email)
    for (let n = 0; n < guesses; n++) expect((await verify(email, wrongCode(code))).body).toEqual(refusal)
    expect((await verify(email, code)).status).toBe(answered)
  })

  test('includes a used one: of 50 simultaneous requests with the right code, one succeeds', async () => {
    const { email, password } = await registered()
    const code = await ask('reset', email)
    const front = caller()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const body = { email, code, new_password: `password ${n} of 50` }
        return front('POST /auth/email/reset-password', { body })
      }),
    )
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(won).toHaveLength(1)
    expect((await login(email, `password ${won[0]} of 50`)).status).toBe(200)
    expect((await login(email, password)).status).toBe(401)
  })
})

describe('requesting a code', () => {
  test('gets the same answer, after the same work, for an unknown address', async () => {
    const { email } = await registered()
    const [known, unknown] = await Promise.all(
      [email, `nobody-${randomUUID()}@example.com`].map((one) =>
        send('/auth/email/send-verification', { email: one }),
      ),
    )
    expect(known!.text).toBe(unknown!.text)
    expect(service.outboxMessages.map(({ occasion }) => occasion)).toEqual(['verification', 'verification'])
    expect(
      await codeFor(service, 'verification', service.outboxMessages.find(({ to }) => to !== email)!.to),
    ).toBe(undefined)
  })

  test('sends one a minute and ten a day, always with the same answer', async () => {
    const { email } = await registered()
    const { text } = await send('/auth/email/send-reset-password', { email })
    for (let n = 0; n < 14; n++) {
      expect((await send('/auth/email/send-reset-password', { email: email.toUpperCase() })).text).toBe(text)
      service.pass(60)
    }
    expect(service.outboxMessages).toHaveLength(10)
    service.pass(24 * 3600)
    await send('/auth/email/send-reset-password', { email })
    expect(service.outboxMessages).toHaveLength(11)
  })
})
