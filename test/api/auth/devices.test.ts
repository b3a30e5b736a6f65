import { expect, test } from 'vitest'
import { newTenant, password } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { newIdentity, serviceWith } from '../../support/oauth/sign-in.ts'
import { openIdProvider } from '../../support/oauth/openid-provider.ts'
import { fresh } from './auth.fixture.ts'
import { always, asPage, cookieOf, paths } from './session-cookie.fixture.ts'

const day = 24 * 3600
const device_name = 'Nino’s phone'

/** A company: its manager, and a worker whose phone has a name. */
async function staff() {
  const service = inProcess()
  const { call } = service
  const account = fresh()
  const { access_token, user } = (await call(paths.register, { body: account })).body
  await verifyAddress(service, { ...account, access_token })
  const send = (key: string) => call(key, { token: access_token })
  const { email } = fresh()
  const invited = await call('POST /api/v1/users', { body: { email, role: 'warehouse' }, token: access_token })
  const code = await codeFor(service, 'invitation', email)
  const accept = { body: { code, password, device_name } }
  const worker = (await call('POST /auth/email/accept-invitation', accept)).body
  const at = `/api/v1/users/${invited.body.id}/sessions`
  const refresh = (refresh_token: string) => call(paths.refresh, { body: { refresh_token } })
  const login = async (fields: object = {}) =>
    (await call(paths.login, { body: { email, password, ...fields } })).body.refresh_token as string
  return { ...service, account, send, user, email, worker, at, refresh, login }
}

test('a sign-in that names its device lasts for 30 days without use, and others for 7', async () => {
  const { pass, refresh, login, worker } = await staff()
  const [named, unnamed, nulled] = [
    await login({ device_name }),
    await login(),
    await login({ device_name: null }),
  ]
  pass(8 * day)
  for (const token of [unnamed, nulled]) expect((await refresh(token)).status).toBe(401)
  const renewed = await refresh(named)
  expect(renewed.status).toBe(200)
  pass(22 * day - 1)
  expect((await refresh(worker.refresh_token)).status).toBe(200)
  pass(1)
  const next = (await refresh(renewed.body.refresh_token)).body.refresh_token
  pass(30 * day)
  expect((await refresh(next)).status).toBe(401)
})

test('a named device signs in again after 90 days', async () => {
  const { pass, refresh, send, at, login } = await staff()
  let token = await login({ device_name })
  for (const days of [29, 29, 29]) {
    pass(days * day)
    token = (await refresh(token)).body.refresh_token
  }
  // The manager's own token has expired by then.
  expect((await send(`GET ${at}`)).status).toBe(401)
  pass(3 * day - 1)
  token = (await refresh(token)).body.refresh_token
  expect(token).toBeDefined()
  pass(1)
  expect((await refresh(token)).status).toBe(401)
})

test('the cookie of a named device is kept for as long', async () => {
  const { call, email } = await staff()
  const body = { email, password, device_name }
  const answer = await call(paths.login, { body, headers: asPage(undefined, 'persistent') })
  const attributes = [...always, 'Max-Age=2592000'].sort()
  expect(cookieOf(answer)!.attributes).toEqual(attributes)
  const { token } = cookieOf(answer)!
  const renewed = await call(paths.refresh, { headers: asPage(token, 'persistent') })
  expect(cookieOf(renewed)!.attributes).toEqual(attributes)
})

test('a sign-in at an identity provider names its device as it begins', async () => {
  const provider = await openIdProvider()
  const { call, signIn } = serviceWith(provider)
  const sessionsOf = async (query: string) => {
    const { access_token: token } = (await signIn(newIdentity(), 'custom/one', query)).body
    return (await call('GET /api/v1/users/me/sessions', { token })).body
  }
  expect(await sessionsOf(`?${new URLSearchParams({ device_name }).toString()}`)).toMatchObject([
    { device_name },
  ])
  expect(await sessionsOf('')).toMatchObject([{ device_name: null }])
  await provider.stop()
})

test('a device’s name has one to a hundred characters', async () => {
  const { call, email } = await staff()
  for (const wrong of ['', '   ', 'x'.repeat(101), 7]) {
    const { status, body } = await call(paths.login, { body: { email, password, device_name: wrong } })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'device_name']])
  }
})

test('managers see the sessions of a user, and end one of them or all', async () => {
  const { send, at, login, refresh, worker, user } = await staff()
  const [laptop, tablet] = [await login(), await login({ device_name: 'Tablet 2' })]
  const listed = (await send(`GET ${at}`)).body
  expect(listed.map((one: any) => [one.device_name, one.current])).toEqual([
    ['Tablet 2', false],
    [null, false],
    [device_name, false],
  ])
  const [tabletSession] = listed
  const { status, body } = await send(`DELETE ${at}/${tabletSession.id}`)
  expect([status, body.message]).toEqual([200, 'The session has ended'])
  expect((await refresh(tablet)).status).toBe(401)
  const again = await send(`DELETE ${at}/${tabletSession.id}`)
  expect([again.status, again.body.detail]).toEqual([404, 'Session not found'])
  const renewed = await refresh(laptop)
  expect(renewed.status).toBe(200)

  expect((await send(`DELETE ${at}`)).status).toBe(200)
  for (const token of [renewed.body.refresh_token, worker.refresh_token])
    expect((await refresh(token)).status).toBe(401)
  expect((await send(`GET ${at}`)).body).toEqual([])
  // The manager's own session goes on.
  expect((await send(`GET /api/v1/users/${user.id}/sessions`)).body).toMatchObject([{ current: true }])
  expect((await refresh(await login())).status).toBe(200)
})

test('the sessions of a user are those of their own company’s managers to end', async () => {
  const { call, at, refresh, worker, send, user } = await staff()
  const [{ id }] = (await send(`GET ${at}`)).body
  const stranger = await newTenant()
  for (const key of [`GET ${at}`, `DELETE ${at}`, `DELETE ${at}/${id}`])
    expect((await call(key, { token: stranger.token })).status, key).toBe(404)
  const theirs = `/api/v1/users/${user.id}/sessions`
  for (const key of [`GET ${theirs}`, `DELETE ${theirs}`, `GET ${at}`])
    expect((await call(key, { token: worker.access_token })).status, key).toBe(403)
  expect((await refresh(worker.refresh_token)).status).toBe(200)
})

test('a session names the program and the network that used it last', async () => {
  const service = inProcess()
  const account = fresh()
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const { access_token, refresh_token } = (
    await service.call(paths.register, { body: account, headers: firefox })
  ).body
  const current = async () =>
    (await service.call('GET /api/v1/users/me/sessions', { token: access_token })).body[0]
  expect(await current()).toMatchObject({
    user_agent: firefox['user-agent'],
    network: expect.stringMatching(/\.0\/24$|::\/64$/),
  })
  const headers = { 'user-agent': `curl/8.5.0 ${'x'.repeat(400)}` }
  await service.call(paths.refresh, { body: { refresh_token }, headers })
  expect((await current()).user_agent).toBe(headers['user-agent'].slice(0, 300))
})

test('the keys of a phone are those of its user alone, the same after each sign-in', async () => {
  const { call, worker, login, refresh, send } = await staff()
  const keysOf = async (token: string) => (await call('GET /api/v1/users/me/phone-keys', { token })).body
  const { keys } = await keysOf(worker.access_token)
  expect(keys).toEqual([{ id: '1', key: expect.stringMatching(/^[\w-]{43}$/) }])
  const again = (await refresh(await login())).body
  expect(await keysOf(again.access_token)).toEqual({ keys })
  expect((await send('GET /api/v1/users/me/phone-keys')).body.keys[0].key).not.toBe(keys[0].key)
})
