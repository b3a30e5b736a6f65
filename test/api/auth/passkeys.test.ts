import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { password } from '../../support/api/tenant.ts'
import { softwareAuthenticator, type Otherwise } from '../../support/auth/authenticator.ts'
import { addPasskey, newPasskey, passkeySignIn } from '../../support/auth/passkeys.ts'
import { addSecondFactor, codeAt, requireFactor } from '../../support/auth/second-factor.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'

let service: ReturnType<typeof inProcess>
beforeEach(() => {
  service = inProcess({
    variables: { AUTH_PER_MINUTE: '3000', PUBLIC_URL: 'http://127.0.0.1:3000' },
  })
})

const own = '/api/v1/users/me/passkeys'
const send = (key: string, token: string, body?: object) => service.call(key, { token, ...(body && { body }) })
const anyone = (path: string, body: object) => service.call(`POST ${path}`, { body })
const login = (email: string) => anyone('/api/v1/auth/login', { email, password })
const signIn = (body: object) => anyone('/api/v1/auth/passkey', body)
const refresh = (refresh_token: string) => anyone('/api/v1/auth/refresh', { refresh_token })
const letters = (occasion: string) =>
  service.outboxMessages.filter((one) => one.occasion === occasion).map(({ to, detail }) => [to, detail])

async function registered() {
  const email = `passkey-${randomUUID()}@example.com`
  const { body } = await anyone('/api/v1/auth/register', { email, password, tenant_name: 'Swift Couriers' })
  await verifyAddress(service, { email, ...body })
  return body as { access_token: string; refresh_token: string; user: { id: string; email: string } }
}
async function withPasskey(authenticator = softwareAuthenticator()) {
  const account = await registered()
  return { ...account, ...(await addPasskey(service, account.access_token, authenticator)) }
}
/** A manager with an authenticator app, and a colleague whose address is verified. */
async function colleagues() {
  const owner = await registered()
  const email = `hired-${randomUUID()}@example.com`
  await send('POST /api/v1/users', owner.access_token, { email, role: 'operator' })
  const code = await codeFor(service, 'invitation', email)
  const hired = (await anyone('/auth/email/accept-invitation', { code, password })).body
  await addSecondFactor(service, owner.access_token)
  return { owner, hired: hired as Awaited<ReturnType<typeof registered>> }
}

describe('a sign-in with a passkey', () => {
  test('asks for no address and no code, and its tokens say that it is both factors', async () => {
    const { authenticator, user, access_token } = await withPasskey()
    const secret = (await addSecondFactor(service, access_token)).secret
    const { status, body, text } = await signIn(await passkeySignIn(service, authenticator))
    expect([status, body.user?.id], text).toEqual([200, user.id])
    expect(decodeJwt(body.access_token)['amr']).toEqual(['swk', 'user', 'mfa'])
    expect((await refresh(body.refresh_token)).status).toBe(200)
    // It counts as a recent code.
    const key = { name: 'Shop', scopes: ['shipments:read'] }
    expect((await send('POST /api/v1/api-keys', body.access_token, key)).status).toBe(201)
    service.pass(300)
    expect((await send('POST /api/v1/api-keys', body.access_token, key)).status).toBe(401)
    const code = codeAt(secret, service.clock.now)
    expect((await send('POST /api/v1/users/me/second-factor/prove', body.access_token, { code })).status).toBe(
      200,
    )
  })

  test('says that the key is in one device, where it is', async () => {
    const { authenticator } = await withPasskey(softwareAuthenticator({ isSynced: false }))
    const { body } = await signIn(await passkeySignIn(service, authenticator))
    expect(decodeJwt(body.access_token)['amr']).toEqual(['hwk', 'user', 'mfa'])
  })

  test('takes a challenge once, within five minutes', async () => {
    const { authenticator } = await withPasskey()
    const answer = await passkeySignIn(service, authenticator)
    const statuses = await Promise.all([signIn(answer), signIn(answer)])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(answer)).status).toBe(401)
    const late = await passkeySignIn(service, authenticator)
    service.pass(300)
    expect((await signIn(late)).body.reason).toBe('passkey_too_late')
    const fresh = await passkeySignIn(service, authenticator)
    expect((await signIn({ ...fresh, ticket: `${fresh.ticket}x` })).body.reason).toBe('passkey_too_late')
    // The ticket of a registration is of another kind.
    const { access_token } = await registered()
    const { ticket } = await newPasskey(service, access_token)
    expect((await signIn({ ...fresh, ticket })).body.reason).toBe('passkey_too_late')
    expect((await signIn(fresh)).status).toBe(200)
  })

  test.each<[string, Otherwise]>([
    ['another origin', { origin: 'https://parcels.example.evil' }],
    ['another host of this machine', { origin: 'http://localhost.evil:3000' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another kind', { type: 'webauthn.create' }],
    ['no check of its user', { isVerified: false }],
    ['the counter of before', { counter: 0 }],
    ['another user', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
    ['no user', { userHandle: '' }],
  ])('with an answer of %s is refused', async (_, otherwise) => {
    const { authenticator, user, access_token } = await withPasskey()
    expect((await signIn(await passkeySignIn(service, authenticator))).status).toBe(200)
    const { status, body } = await signIn(await passkeySignIn(service, authenticator, otherwise))
    expect([status, body.reason]).toEqual([401, 'passkey_wrong'])
    expect((await signIn(await passkeySignIn(service, authenticator))).status).toBe(200)
    const audit = await send(`GET /api/v1/audit?actor=${user.id}&limit=3`, access_token)
    expect(audit.body.map(({ action, outcome }: any) => [action, outcome])).toEqual([
      ['signInWithPasskey', 'done'],
      ['signInWithPasskey', 'refused'],
      ['signInWithPasskey', 'done'],
    ])
  })

  test('with a passkey that is unknown, another user’s, or of another key is refused', async () => {
    const { authenticator } = await withPasskey()
    const other = await withPasskey()
    const unknown = softwareAuthenticator()
    expect((await signIn(await passkeySignIn(service, unknown))).body.reason).toBe('passkey_wrong')
    const { ticket, credential } = await passkeySignIn(service, authenticator)
    const named = { id: other.authenticator.id, rawId: other.authenticator.id }
    const { userHandle } = (await passkeySignIn(service, other.authenticator)).credential.response
    const stolen = { ...credential, ...named, response: { ...credential.response, userHandle } }
    expect((await signIn({ ticket, credential: stolen })).body.reason).toBe('passkey_wrong')
    const malformed = { ...credential, response: { ...credential.response, authenticatorData: 'x' } }
    expect((await signIn({ ticket, credential: malformed })).body.reason).toBe('passkey_wrong')
  })

  test('is of the address of the pages: of its host alone, and not of this machine’s', async () => {
    service = inProcess({
      variables: { AUTH_PER_MINUTE: '3000', PUBLIC_URL: 'https://parcels.example' },
    })
    const { authenticator } = await withPasskey(softwareAuthenticator({ origin: 'https://parcels.example' }))
    const { public_key } = (await service.call('POST /api/v1/auth/passkey/options')).body
    expect(public_key.rpId).toBe('parcels.example')
    expect((await signIn(await passkeySignIn(service, authenticator))).status).toBe(200)
    for (const origin of ['http://parcels.example', 'http://localhost:3000', 'https://parcels.example:8443'])
      expect((await signIn(await passkeySignIn(service, authenticator, { origin }))).status, origin).toBe(401)
  })

  test('ends with the user', async () => {
    const { owner, hired } = await colleagues()
    const { authenticator } = await addPasskey(service, hired.access_token)
    const path = `/api/v1/users/${hired.user.id}`
    await send(`PUT ${path}`, owner.access_token, { is_active: false })
    const refused = await signIn(await passkeySignIn(service, authenticator))
    expect([refused.status, refused.body.reason]).toEqual([401, 'user_not_active'])
    await send(`PUT ${path}`, owner.access_token, { is_active: true })
    const { body } = await signIn(await passkeySignIn(service, authenticator))
    expect((await send('DELETE /api/v1/users/me', body.access_token)).status).toBe(200)
    expect((await signIn(await passkeySignIn(service, authenticator))).body.reason).toBe('passkey_wrong')
  })
})

describe('a passkey', () => {
  test('is added, listed, renamed and removed by its user, who gets letters; the password stays', async () => {
    const { passkey, authenticator, user, access_token: token } = await withPasskey()
    const { status, body } = await send(`GET ${own}`, token)
    expect([status, body]).toEqual([
      200,
      [{ ...passkey, name: 'Nino’s laptop', is_synced: true, last_used_at: null }],
    ])
    expect(JSON.stringify(body)).not.toContain(authenticator.id)
    await signIn(await passkeySignIn(service, authenticator))
    const renamed = await send(`PUT ${own}/${passkey.id}`, token, { name: 'Old laptop' })
    expect(renamed.body).toMatchObject({ name: 'Old laptop', last_used_at: service.clock.now.toISOString() })
    expect((await login(user.email)).status).toBe(200)
    expect((await send('GET /api/v1/users/me', token)).body).toMatchObject({
      passkeys: 1,
      second_factor_since: null,
    })
    expect((await send(`DELETE ${own}/${passkey.id}`, token)).status).toBe(200)
    expect((await send(`GET ${own}`, token)).body).toEqual([])
    expect((await send('GET /api/v1/users/me', token)).body.passkeys).toBe(0)
    expect((await signIn(await passkeySignIn(service, authenticator))).body.reason).toBe('passkey_wrong')
    expect([letters('passkey_added'), letters('passkey_removed')]).toEqual([
      [[user.email, 'Nino’s laptop']],
      [[user.email, 'Old laptop']],
    ])
  })

  test('is another user’s neither to rename nor to remove', async () => {
    const { owner, hired } = await colleagues()
    const { passkey } = await addPasskey(service, hired.access_token)
    for (const token of [owner.access_token, (await registered()).access_token]) {
      expect((await send(`PUT ${own}/${passkey.id}`, token, { name: 'Mine' })).status).toBe(404)
      expect((await send(`DELETE ${own}/${passkey.id}`, token)).status).toBe(404)
    }
  })

  test('needs a verified address, and of a user with an authenticator app a recent code', async () => {
    const email = `passkey-${randomUUID()}@example.com`
    const { body } = await anyone('/api/v1/auth/register', { email, password, tenant_name: 'Swift Couriers' })
    expect((await send(`POST ${own}/options`, body.access_token)).body.code).toBe('email_not_verified')
    const { access_token } = await registered()
    const begun = await newPasskey(service, access_token)
    await addSecondFactor(service, access_token)
    service.pass(300)
    expect((await send(`POST ${own}/options`, access_token)).body.reason).toBe('factor_not_recent')
    expect((await send(`POST ${own}`, access_token, begun)).body.reason).toBe('factor_not_recent')
  })

  test.each<[string, Otherwise]>([
    ['another origin', { origin: 'https://parcels.example.evil' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another kind', { type: 'webauthn.get' }],
    ['no check of its user', { isVerified: false }],
  ])('is not added by an answer of %s', async (_, otherwise) => {
    const { access_token } = await registered()
    const body = await newPasskey(service, access_token, softwareAuthenticator(), otherwise)
    const refused = await send(`POST ${own}`, access_token, body)
    expect([refused.status, refused.body.reason]).toEqual([400, 'passkey_not_made'])
    expect((await send(`GET ${own}`, access_token)).body).toEqual([])
  })

  test('is added once, by the user to whom its challenge was given, within five minutes', async () => {
    const [one, other] = [await registered(), await registered()]
    const body = await newPasskey(service, one.access_token)
    expect((await send(`POST ${own}`, other.access_token, body)).body.reason).toBe('passkey_too_late')
    const answers = await Promise.all([1, 2, 3].map(() => send(`POST ${own}`, one.access_token, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await send(`GET ${own}`, one.access_token)).body).toHaveLength(1)
    const late = await newPasskey(service, other.access_token)
    service.pass(300)
    expect((await send(`POST ${own}`, other.access_token, late)).body.reason).toBe('passkey_too_late')
  })

  test('is one user’s, whatever another claims', async () => {
    const { authenticator } = await withPasskey()
    const { access_token } = await registered()
    const refused = await send(
      `POST ${own}`,
      access_token,
      await newPasskey(service, access_token, authenticator),
    )
    expect([refused.status, refused.body.reason]).toEqual([409, 'passkey_known'])
  })

  test('is one of ten at most', async () => {
    const { access_token } = await registered()
    for (let n = 0; n < 10; n++) await addPasskey(service, access_token)
    const refused = await send(`POST ${own}/options`, access_token)
    expect([refused.status, refused.body.reason]).toEqual([409, 'too_many_passkeys'])
  })
})

describe('what needs a recent second factor', () => {
  const key = { name: 'Shop', scopes: ['shipments:read'] }
  const prove = (token: string, body: object) => send(`POST ${own}/prove`, token, body)

  test('needs a passkey of who has no app, and takes it again after five minutes, once for a challenge', async () => {
    const { authenticator, access_token: token } = await withPasskey()
    const create = async () => (await send('POST /api/v1/api-keys', token, key)).status
    expect(await create()).toBe(201)
    service.pass(300)
    expect(await create()).toBe(401)
    const answer = await passkeySignIn(service, authenticator)
    const { status, body, text } = await prove(token, answer)
    const proven_until = new Date(service.clock.now.getTime() + 300_000).toISOString()
    expect([status, body], text).toEqual([200, { proven_until }])
    expect(await create()).toBe(201)
    const again = await prove(token, answer)
    expect([again.status, again.body.reason]).toEqual([400, 'passkey_not_proven'])
  })

  test('takes no other passkey, and no wrong answer', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    for (const answer of [
      await passkeySignIn(service, other.authenticator),
      await passkeySignIn(service, one.authenticator, { isVerified: false }),
      await passkeySignIn(service, one.authenticator, { origin: 'https://evil.example' }),
    ]) {
      const refused = await prove(one.access_token, answer)
      expect([refused.status, refused.body.reason]).toEqual([400, 'passkey_not_proven'])
    }
  })
})

describe('a company that requires a second factor', () => {
  test('takes a passkey for it: the password alone no longer signs in, and the session in which it was added goes on', async () => {
    const { owner, hired } = await colleagues()
    const other = (await login(hired.user.email)).body
    const { authenticator, passkey } = await addPasskey(service, hired.access_token)
    await requireFactor(service, owner.access_token)
    const refused = await login(hired.user.email)
    expect([refused.status, refused.body.reason]).toEqual([401, 'passkey_required'])
    const { body, status } = await signIn(await passkeySignIn(service, authenticator))
    expect(status).toBe(200)
    for (const { refresh_token } of [hired, body]) expect((await refresh(refresh_token)).status).toBe(200)
    expect((await refresh(other.refresh_token)).body.reason).toBe('session_without_factor')
    const kept = await send(`DELETE ${own}/${passkey.id}`, body.access_token)
    expect([kept.status, kept.body.reason]).toEqual([409, 'second_factor_stays'])
    await addSecondFactor(service, body.access_token)
    expect((await send(`DELETE ${own}/${passkey.id}`, body.access_token)).status).toBe(200)
  })

  test('may be one whose manager has a passkey alone', async () => {
    const { access_token, refresh_token } = await withPasskey()
    await requireFactor(service, access_token)
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('has a manager reset passkeys too', async () => {
    const { owner, hired } = await colleagues()
    const { authenticator } = await addPasskey(service, hired.access_token)
    const path = `/api/v1/users/${hired.user.id}`
    expect((await send(`DELETE ${path}/second-factor`, owner.access_token)).status).toBe(200)
    expect((await signIn(await passkeySignIn(service, authenticator))).body.reason).toBe('passkey_wrong')
    expect((await refresh(hired.refresh_token)).status).toBe(401)
    expect((await send(`GET ${path}`, owner.access_token)).body.passkeys).toBe(0)
  })
})
