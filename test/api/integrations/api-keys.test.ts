import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { functionLog } from '../../support/in-process/context.ts'
import { exampleOf, newTenant, openCase, password, type Tenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { basic, createKey, errorOf, tokenForm, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { verifyAddress } from '../../support/mail/codes.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { nowhere } from '../../support/webhooks/webhooks.ts'
import { waitFor } from '../../support/suite/wait.ts'

const grant_type = 'client_credentials'
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

test('a key is shown with its secret once, by its prefix later, and with the hour of its last use', async () => {
  const company = await newTenant()
  const first = await createKey(company, { name: 'Web shop' })
  const { secret, ...shown } = await createKey(company, { name: 'Scanner' })
  expect(secret).toMatch(/^courier_sk_[\w-]{43}$/)
  expect(shown).toMatchObject({ prefix: secret.slice(0, 15), created_by: company.user.id, last_used_at: null })
  const list = async () => (await company.send('GET /api/v1/api-keys')).body
  await waitFor(async () => expect((await list()).map(({ id }: any) => id)).toEqual([shown.id, first.id]))
  await tokenOfKey({ ...shown, secret })
  const { body, text } = await company.send(`GET /api/v1/api-keys/${shown.id}`)
  expect(body.last_used_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)
  expect(body).toEqual({ ...shown, last_used_at: body.last_used_at })
  expect(text).not.toContain('digest')
})

test('what a key does is recorded as done by the key', async () => {
  const key = await createKey(tenant, { scopes: ['cases:write', 'shipments:write', 'packages:read'] })
  const token = await tokenOfKey(key)
  const asKey: Tenant = { ...tenant, send: (to, options) => tenant.call(to, { token, ...options }) }
  expect((await openCase(asKey)).opened_by).toBe(key.id)
})

test('a key has its own Idempotency-Keys', async () => {
  const [one, another] = [await createKey(tenant), await createKey(tenant)]
  const headers = { 'idempotency-key': randomUUID() }
  const post = async (key: any) => {
    const token = await tokenOfKey(key)
    return (await tenant.send('POST /api/v1/shipments', { body: exampleOf(NewShipment), headers, token })).body
      .id
  }
  const first = await post(one)
  expect(await post(one)).toBe(first)
  expect(await post(another)).not.toBe(first)
})

test('a company has at most 100 keys, and only scopes that exist', async () => {
  const company = await newTenant()
  await createKey(company)
  const post = (body: object) =>
    company.send('POST /api/v1/api-keys', { body: { name: 'One more', scopes: ['shipments:read'], ...body } })
  const made = await Promise.all(Array.from({ length: 99 }, () => post({})))
  expect(made.filter(({ status }) => status !== 201)).toEqual([])
  expect((await post({})).status).toBe(409)
  for (const scopes of [[], ['users:write'], ['api-keys:write'], ['shipments:delete'], 'shipments:read'])
    expect((await post({ scopes })).status).toBe(422)
  expect((await post({ expires_at: '2020-01-01T00:00:00Z' })).body.detail[0].loc).toEqual([
    'body',
    'expires_at',
  ])
})

describe('rotation', () => {
  test('of two at once, one shows a new secret and the other is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const key = await createKey(tenant)
      const rotate = () =>
        tenant.send(`POST /api/v1/api-keys/${key.id}/rotate`, { body: { overlap_seconds: 60 } })
      const [winner, loser] = (await Promise.all([rotate(), rotate()])).sort((a, b) => a.status - b.status)
      expect([winner.status, loser.status], loser.text).toEqual([200, 409])
      await tokenOfKey(winner.body)
      await tokenOfKey(key)
    }
  })

  test('without overlap ends all former secrets, also one that still worked', async () => {
    const first = await createKey(tenant)
    const rotate = async (overlap_seconds: number) =>
      tenant.send(`POST /api/v1/api-keys/${first.id}/rotate`, { body: { overlap_seconds } })
    const second = (await rotate(3600)).body
    expect((await rotate(3600)).status).toBe(409)
    const third = (await rotate(0)).body
    expect(third).toMatchObject({ client_id: first.client_id, former_secret_until: null })
    for (const { client_id, secret } of [first, second])
      expect(errorOf(await tokenForm({ grant_type }, basic(client_id, secret)))).toEqual([
        401,
        'invalid_client',
      ])
    await tokenOfKey(third)
  })
})

describe('with time', () => {
  const service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })
  let manager: { email: string; access_token: string }
  const refresh = async () => {
    const { email } = manager
    const { body } = await service.call('POST /api/v1/auth/login', { body: { email, password } })
    manager = { email, access_token: body.access_token }
  }
  const send = (key: string, body?: object) =>
    service.call(key, { token: manager.access_token, ...(body && { body }) })
  const newKey = async (fields: object = {}) => {
    const scopes = ['shipments:read', 'realtime:write', 'webhooks:write']
    const { status, body, text } = await send('POST /api/v1/api-keys', { name: 'Shop', scopes, ...fields })
    expect(status, text).toBe(201)
    return body
  }
  const ask = ({ client_id, secret: client_secret }: any) =>
    service.call('POST /api/v1/auth/token', { body: { grant_type, client_id, client_secret } })
  const status = async (token: string) => (await service.call('GET /api/v1/shipments', { token })).status
  beforeAll(async () => {
    const body = { email: `keys-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
    const { access_token } = (await service.call('POST /api/v1/auth/register', { body })).body
    manager = { email: body.email, access_token }
    const before = await send('POST /api/v1/api-keys', { name: 'Shop', scopes: ['shipments:read'] })
    expect([before.status, before.body.code]).toEqual([403, 'email_not_verified'])
    await verifyAddress(service, manager)
  })

  test('of two rotations without overlap that have read the same key, one is refused', async () => {
    const key = await newKey()
    const { store } = service.runtime
    const { commit } = store
    const waiting: (() => void)[] = []
    store.commit = async (...args) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length >= 2) for (const go of waiting) go()
      })
      return commit(...args)
    }
    const rotate = () => send(`POST /api/v1/api-keys/${key.id}/rotate`, { overlap_seconds: 0 })
    const answers = await Promise.all([rotate(), rotate()])
    store.commit = commit
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await ask(answers.find(({ status }) => status === 200)!.body)).status).toBe(200)
  })

  test('a former secret works until the overlap ends', async () => {
    const first = await newKey()
    const { body: second } = await send(`POST /api/v1/api-keys/${first.id}/rotate`, { overlap_seconds: 600 })
    service.pass(599)
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([200, 200])
    service.pass(2)
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([401, 200])
    expect((await send(`GET /api/v1/api-keys/${first.id}`)).body.former_secret_until).toBeNull()
  })

  test('the tokens of a deleted key change nothing five seconds later, and read nothing after 15 minutes', async () => {
    await refresh()
    const key = await newKey()
    const token = (await ask(key)).body.access_token
    expect((await send(`DELETE /api/v1/api-keys/${key.id}`)).status).toBe(200)
    expect((await ask(key)).status).toBe(401)
    const ticket = () => service.call('POST /api/v1/realtime/ticket', { token })
    const { body: early } = await ticket()
    service.pass(6)
    expect([await status(token), (await ticket()).status]).toEqual([200, 401])
    // A webhook would outlast the token.
    const hook = await service.call('POST /api/v1/webhooks', { token, body: { url: nowhere() } })
    expect([hook.status, hook.body.detail]).toEqual([403, 'The API key was deleted, or has expired'])
    // What a ticket of before opens: see connections.test.ts.
    expect(early).toMatchObject({ detail: 'The API key was deleted, or has expired' })
    service.pass(895)
    expect(await status(token)).toBe(401)
  })

  test('a key and its tokens end when it expires', async () => {
    await refresh()
    const key = await newKey({ expires_at: new Date(service.clock.now.getTime() + 60_000).toISOString() })
    const { access_token: token, expires_in } = (await ask(key)).body
    expect(expires_in).toBeGreaterThan(55)
    expect(expires_in).toBeLessThanOrEqual(60)
    service.pass(61)
    expect([(await ask(key)).status, await status(token)]).toEqual([401, 401])
  })
})

test('secrets are in no log, item, event or later answer', async () => {
  const company = await newTenant()
  const options = { headers: { 'idempotency-key': randomUUID() } }
  const key = await createKey(company)
  const kept = await company.send('POST /api/v1/api-keys', {
    ...options,
    body: { name: 'Kept', scopes: ['shipments:read'] },
  })
  const rotated = (await company.send(`POST /api/v1/api-keys/${key.id}/rotate`, options)).body
  const wrong = `courier_sk_${randomUUID()}`
  await tokenForm({ grant_type }, basic(key.client_id, wrong))
  const token = await tokenOfKey(rotated)
  const last = await company.send('GET /api/v1/shipments', { token })
  const log = await waitFor(() => {
    const text = functionLog()
    expect(text).toContain(last.headers['x-request-id'])
    return text
  })
  const secrets: string[] = [key.secret, kept.body.secret, rotated.secret, wrong, token]
  const answers = await Promise.all(
    ['/api-keys', `/api-keys/${key.id}`, '/events'].map(
      async (path) => (await company.send(`GET /api/v1${path}`)).text,
    ),
  )
  let items = ''
  for await (const item of allItems()) {
    const text = JSON.stringify(item)
    if (text.includes(company.user.tenant_id)) items += text
  }
  expect(items).toContain(key.client_id)
  for (const secret of secrets)
    for (const [place, text] of Object.entries({ log, items, answers: answers.join() }))
      expect(text.includes(secret), place).toBe(false)
  expect(log).toContain(`"api_key_id":"${key.id}"`)
})
