import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companies, tenants, users } from '../../../shared/domain/users/record.ts'
import { caller } from '../../support/api/client.ts'
import { codeFor } from '../../support/mail/codes.ts'
import { serviceWith, signIn, newIdentity } from '../../support/oauth/sign-in.ts'
import { openIdProvider, type Claims, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'
import { password } from '../../support/api/tenant.ts'

// How an identity is linked to an account: docs/decisions/10-account-linking-by-verified-email.md.
let provider: OpenIdProvider
let service: ReturnType<typeof serviceWith>
beforeAll(async () => void (provider = await openIdProvider()))
beforeEach(() => void (service = serviceWith(provider)))
afterEach(() => provider.behaves({}))
afterAll(() => provider.stop())

/** The stored user of an e-mail address, and the tenant table. */
async function stored(email: string) {
  const { grant, ref } = (await service.runtime.directory.find('email', email))!
  const table = service.runtime.tenant(grant)
  return { table, user: await table.get(users, { id: ref }) }
}
async function change(email: string, fields: object) {
  const { table, user } = await stored(email)
  await service.runtime.store.commit([table.updateVersion(users, user, fields).write])
}
/** A user who registered with a password. */
async function registered(fields: object = {}) {
  const { email, sub } = newIdentity()
  const body = { email, password, tenant_name: 'Swift Couriers' }
  const { body: account } = await service.call('POST /api/v1/auth/register', { body })
  await change(email, fields)
  let { refresh_token } = account
  /** Tries the password and the session, and returns both statuses. Keeps the newest refresh token. */
  const accessStatuses = async () => {
    const refreshed = await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
    refresh_token = refreshed.body.refresh_token ?? refresh_token
    return {
      password: (await service.call('POST /api/v1/auth/login', { body })).status,
      session: refreshed.status,
    }
  }
  return { email, sub, user: account.user, accessStatuses }
}

describe('an unknown e-mail', () => {
  test.each([true, false])(
    'creates a tenant, and is verified as the provider says: %s',
    async (email_verified) => {
      const identity = newIdentity()
      const { status, body } = await service.signIn({ ...identity, email_verified, name: ' Anna’s Parcels ' })
      expect(status).toBe(200)
      expect(body.user).toMatchObject({
        email: identity.email,
        is_active: true,
        role: 'manager',
        email_verified,
      })
      const { table, user } = await stored(identity.email)
      expect(user.password_hash).toBeUndefined()
      const { name, company_id } = await table.get(tenants, { id: user.tenant_id })
      expect([name, company_id]).toEqual(['Anna’s Parcels', user.company_id])
      expect(await table.get(companies, { id: user.company_id })).toMatchObject({
        name,
        tenant_id: user.tenant_id,
      })
      expect((await service.signIn({ ...identity, email_verified })).body.user).toEqual(body.user)
      const wrong = await service.call('POST /api/v1/auth/login', { body: { email: identity.email, password } })
      expect(wrong.status, 'there is no password').toBe(401)
    },
  )

  test.each([undefined, '', '  ', 7, 'n'.repeat(201), 'a\0b', 'Anna (evil.example)', 'https://evil'])(
    'creates a tenant named after its domain if the user’s name is %j',
    async (name) => {
      const identity = newIdentity()
      await service.signIn({ ...identity, name })
      const { table, user } = await stored(identity.email)
      expect(await table.get(tenants, { id: user.tenant_id })).toMatchObject({ name: 'example' })
    },
  )
})

describe('an e-mail that has an account', () => {
  test('that both sides verified signs in to that account, which keeps its password and sessions', async () => {
    const { email, sub, user, accessStatuses } = await registered({ email_verified: true })
    const { body } = await service.signIn({ sub, email: email.toUpperCase() })
    expect(body.user).toEqual({ ...user, email_verified: true })
    expect(await accessStatuses()).toEqual({ password: 200, session: 200 })
    const [again, elsewhere] = [
      await service.signIn({ sub, email }),
      await service.signIn({ sub, email }, 'google'),
    ]
    expect([again.body.user.id, elsewhere.body.user.id]).toEqual([user.id, user.id])
  })

  test('that was planted ends, and its owner gets an account in a company of their own', async () => {
    const { email, sub, user, accessStatuses } = await registered()
    expect(await accessStatuses()).toEqual({ password: 200, session: 200 })
    const { body } = await service.signIn({ sub, email })
    expect(body.user).toMatchObject({ email, email_verified: true, role: 'manager' })
    expect([body.user.id === user.id, body.user.tenant_id === user.tenant_id]).toEqual([false, false])
    expect(await accessStatuses()).toEqual({ password: 401, session: 401 })
    const { refresh_token } = body
    expect((await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(200)
    expect(service.alerts).toEqual([expect.stringContaining(user.id)])
    expect((await service.signIn({ sub, email })).body.user.id).toBe(body.user.id)
  })

  test('that was planted by an identity without a verified e-mail ends, and that identity is unlinked', async () => {
    const owner = newIdentity()
    const planter = { sub: randomUUID(), email: owner.email, email_verified: false }
    const planted = await service.signIn(planter, 'custom/two')
    expect(planted.status).toBe(200)
    expect((await service.signIn(owner)).body.user.tenant_id).not.toBe(planted.body.user.tenant_id)
    expect((await service.signIn(planter, 'custom/two')).status).toBe(400)
    const { refresh_token } = planted.body
    expect((await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(401)
    // The unlinked identity can create its own account with another e-mail.
    const elsewhere = await service.signIn({ ...planter, email: newIdentity().email }, 'custom/two')
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.body.user.tenant_id).not.toBe(planted.body.user.tenant_id)
  })

  test.each([false, undefined, 'false', 'yes', 0, 2, null, [true]])(
    'is not linked if the provider says email_verified %j, whether the account’s e-mail is verified or not',
    async (email_verified) => {
      for (const fields of [{}, { email_verified: true }]) {
        const { email, sub, accessStatuses } = await registered(fields)
        const { status, body } = await service.signIn({ sub, email, email_verified })
        expect([status, body.detail]).toEqual([400, expect.stringContaining('sign in as before')])
        expect(await accessStatuses()).toEqual({ password: 200, session: 200 })
      }
    },
  )

  test('that was planted by such an identity becomes its owner’s with a password reset by e-mail', async () => {
    const identity = newIdentity()
    const planted = (await service.signIn({ ...identity, email_verified: false })).body
    await service.call('POST /auth/email/send-reset-password', { body: { email: identity.email } })
    const body = {
      email: identity.email,
      code: await codeFor(service, 'reset', identity.email),
      new_password: password,
    }
    expect((await service.call('POST /auth/email/reset-password', { body })).status).toBe(200)
    expect((await service.signIn({ ...identity, email_verified: false })).status).toBe(400)
    const { refresh_token } = planted
    expect((await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(401)
  })

  test('of an inactive user cannot sign in, now or later', async () => {
    const { email, sub } = await registered({ is_active: false, email_verified: true })
    expect((await service.signIn({ sub, email })).status).toBe(401)
    const identity = newIdentity()
    await service.signIn(identity)
    await change(identity.email, { is_active: false })
    expect((await service.signIn(identity)).status).toBe(401)
  })

  test('cannot be taken over through the API with an unverified identity of the local cloud', async () => {
    const [call, email] = [caller(), `${randomUUID()}@unverified.example`]
    const { body } = await signIn(call, email)
    expect(body.user).toMatchObject({ email, email_verified: false })
    const taken = `${randomUUID()}@unverified.example`
    await call('POST /api/v1/auth/register', { body: { email: taken, password, tenant_name: 'T' } })
    expect((await signIn(call, taken)).status).toBe(400)
  })
})

describe('an identity', () => {
  test('that is already linked signs in to its user, even if its e-mail has changed', async () => {
    const [identity, other] = [newIdentity(), await registered({ email_verified: true })]
    const { user } = (await service.signIn(identity)).body
    for (const claims of [{ email: other.email }, { email: newIdentity().email }, { email_verified: false }])
      expect((await service.signIn({ ...identity, ...claims })).body.user).toEqual(user)
  })

  test('is distinct by provider and by letter case', async () => {
    const [one, two] = [newIdentity(), newIdentity()]
    const ids = new Set<string>()
    const sign = async (claims: Claims, at?: string) => ids.add((await service.signIn(claims, at)).body.user.id)
    await sign({ ...one, sub: `${one.sub}a` })
    await sign({ ...two, sub: `${one.sub}A` })
    await sign({ ...newIdentity(), sub: `${one.sub}a` }, 'custom/two')
    expect(ids.size).toBe(3)
  })
})
