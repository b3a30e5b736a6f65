import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor } from '../../support/mail/codes.ts'
import { password } from '../../support/api/tenant.ts'

// An attacker who knows an address must not keep its owner from signing in: limits count the attacker's network.

let service: ReturnType<typeof inProcess>
beforeEach(() => {
  service = inProcess({ variables: { AUTH_PER_MINUTE: '3000', BCRYPT_COST: '4' } })
})
const attacker = '203.0.113.7'
const post = (path: string, body: object, from?: string) =>
  service.call(`POST ${path}`, { body, ...(from !== undefined && { from }) })
async function register() {
  const email = `recovery-${randomUUID()}@example.com`
  await post('/api/v1/auth/register', { email, password, tenant_name: 'Swift Couriers' })
  return email
}
const guess = (email: string, code: string, from?: string) =>
  post('/auth/email/reset-password', { email, code, new_password: 'quite another password' }, from)
/** Calls with numbers up to `count`, eight at a time: with more, some would give up before they are counted. */
async function fromEach(count: number, call: (n: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const work = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await call(n)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
const sent = (email: string) => service.outboxMessages.filter(({ to }) => to === email).length

describe('an attacker', () => {
  test('who guesses a code five times does not use up the owner’s guesses', async () => {
    const email = await register()
    await post('/auth/email/send-reset-password', { email })
    const code = (await codeFor(service, 'reset', email)) ?? ''
    for (let n = 0; n < 7; n++) expect((await guess(email, `WRONG00${n}`, attacker)).status).toBe(400)
    // The right code is worth nothing to a network that has used up its guesses.
    expect((await guess(email, code, attacker)).status).toBe(400)
    expect((await guess(email, code)).status).toBe(200)
  })

  test('who requests codes all day does not stop the owner’s', async () => {
    const email = await register()
    for (let n = 0; n < 15; n++) {
      await post('/auth/email/send-reset-password', { email }, attacker)
      service.pass(61)
    }
    expect(sent(email)).toBe(10)
    await post('/auth/email/send-reset-password', { email })
    expect(sent(email)).toBe(11)
    expect((await guess(email, (await codeFor(service, 'reset', email)) ?? '')).status).toBe(200)
  })

  test('from all networks together gets a hundred guesses at a code', async () => {
    const email = await register()
    await post('/auth/email/send-reset-password', { email })
    const code = (await codeFor(service, 'reset', email)) ?? ''
    await fromEach(104, (n) => guess(email, 'WRONG000', `198.51.${n >> 2}.1`))
    expect((await guess(email, code)).status).toBe(400)
    service.pass(61)
    await post('/auth/email/send-reset-password', { email })
    expect((await guess(email, (await codeFor(service, 'reset', email)) ?? '')).status).toBe(200)
  })
})

describe('guesses at a password', () => {
  const login = (email: string, from: string, given = 'wrong password') =>
    post('/api/v1/auth/login', { email, password: given }, from)

  test('are limited for the /48 of an IPv6 client, too', async () => {
    const email = await register()
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await login(email, `2001:db8:7:${n.toString(16)}::1`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(50)).toEqual(Array.from({ length: 10 }, () => 429))
    expect((await login(email, '2001:db8:8::1', password)).status).toBe(200)
  })

  test('from everywhere lock out unknown networks, and not those that the user has signed in from', async () => {
    const email = await register()
    const home = '192.0.2.55'
    expect((await login(email, home, password)).status).toBe(200)
    await fromEach(200, (n) => login(email, `2001:db8:${(n + 16).toString(16)}::1`))
    expect((await login(email, '198.51.100.99', password)).status).toBe(429)
    expect((await login(email, home, password)).status).toBe(200)
    service.pass(3600)
    expect((await login(email, '198.51.100.99', password)).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends after ninety days, however often it is refreshed', async () => {
    const email = await register()
    let { body } = await post('/api/v1/auth/login', { email, password })
    const refresh = () => post('/api/v1/auth/refresh', { refresh_token: body.refresh_token })
    for (let day = 0; day < 90; day += 5) {
      const answer = await refresh()
      expect(answer.status, `day ${day}`).toBe(200)
      ;({ body } = answer)
      service.pass(5 * 24 * 3600)
    }
    expect((await refresh()).status).toBe(401)
  })
})
