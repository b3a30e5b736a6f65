import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { newTenant, password, type Tenant } from '../../support/api/tenant.ts'
import { basic, createKey, errorOf, tokenForm, tokenOfKey } from '../../support/integrations/api-keys.ts'

const grant_type = 'client_credentials'
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

describe('the token endpoint', () => {
  test('takes the credentials by HTTP Basic, form-encoded, and as JSON', async () => {
    const { client_id, secret: client_secret } = await createKey(tenant, { scopes: ['shipments:read'] })
    const answers = [
      await tokenForm({ grant_type }, basic(client_id, client_secret)),
      await tokenForm({ grant_type, client_id, client_secret }),
      await caller()('POST /api/v1/auth/token', { body: { grant_type, client_id, client_secret } }),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 900,
        scope: 'shipments:read',
      })
      const listed = await tenant.send('GET /api/v1/shipments', { token: body.access_token })
      expect(listed.status, listed.text).toBe(200)
    }
  })

  test('grants some of the key’s scopes, and none that it does not have', async () => {
    const key = await createKey(tenant, { scopes: ['shipments:read', 'bags:read', 'bags:write'] })
    expect(key.scopes).toEqual(['bags:read', 'bags:write', 'shipments:read'])
    const token = await tokenOfKey(key, { scope: 'bags:read' })
    const status = async (path: string) => (await tenant.send(`GET ${path}`, { token })).status
    expect([await status('/api/v1/bags'), await status('/api/v1/shipments')]).toEqual([200, 403])
    const credentials = basic(key.client_id, key.secret)
    for (const scope of ['flights:read', 'bags:read flights:read', 'users:read', ' '])
      expect(errorOf(await tokenForm({ grant_type, scope }, credentials))).toEqual([400, 'invalid_scope'])
  })

  test('answers with the errors of RFC 6749 §5.2, and alike for an unknown key and a wrong secret', async () => {
    const { client_id, secret } = await createKey(tenant)
    const right = basic(client_id, secret)
    expect(errorOf(await tokenForm({ grant_type: 'password' }, right))).toEqual([400, 'unsupported_grant_type'])
    expect(errorOf(await tokenForm({}, right))).toEqual([400, 'invalid_request'])
    const twice = 'grant_type=client_credentials&grant_type=client_credentials'
    const headers = { ...right, 'content-type': 'application/x-www-form-urlencoded' }
    expect(errorOf(await caller()('POST /api/v1/auth/token', { raw: twice, headers }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(errorOf(await tokenForm({ grant_type, client_id, client_secret: secret }, right))).toEqual([
      400,
      'invalid_request',
    ])
    const wrong = [
      await tokenForm({ grant_type }),
      await tokenForm({ grant_type, client_id }),
      await tokenForm({ grant_type }, { authorization: 'Basic !' }),
      await tokenForm({ grant_type }, basic(client_id, `${secret}x`)),
      await tokenForm({ grant_type }, basic(client_id, '')),
      await tokenForm({ grant_type }, basic(`${client_id}0`, secret)),
      await tokenForm({ grant_type }, basic(tenant.email, password)),
      ...(await Promise.all(
        [`${secret}x`, secret.slice(1), 'x'.repeat(4000)].flatMap((client_secret) => [
          tokenForm({ grant_type }, basic(client_id, client_secret)),
          tokenForm({ grant_type, client_id, client_secret }),
          caller()('POST /api/v1/auth/token', { body: { grant_type, client_id, client_secret } }),
        ]),
      )),
      await tokenForm({ grant_type, client_id: `${client_id}0`, client_secret: secret }),
    ]
    for (const answer of wrong) {
      expect(errorOf(answer)).toEqual([401, 'invalid_client'])
      expect([answer.text, answer.headers['www-authenticate']]).toEqual([
        wrong[0]!.text,
        'Basic realm="courier"',
      ])
    }
  })

  test('names these errors in problem details too', async () => {
    const { client_id } = await createKey(tenant)
    const headers = { ...basic(client_id, 'wrong'), accept: 'application/problem+json, application/json' }
    const { body, headers: answered } = await tokenForm({ grant_type }, headers)
    expect(answered['content-type']).toBe('application/problem+json')
    expect(body).toMatchObject({ status: 401, code: 'unauthenticated', error: 'invalid_client' })
    expect(body.error_description).toBe(body.detail)
  })

  test('names a body that it cannot read an invalid request', async () => {
    const send = (raw: string, type: string) =>
      caller()('POST /api/v1/auth/token', { raw, headers: { 'content-type': type } })
    const form = `grant_type=${grant_type}`
    expect(errorOf(await send(form, 'text/plain'))).toEqual([415, 'invalid_request'])
    expect(errorOf(await send('{', 'application/json'))).toEqual([400, 'invalid_request'])
    const large = await send(`${form}&client_secret=${'x'.repeat(9000)}`, 'application/x-www-form-urlencoded')
    expect(errorOf(large)).toEqual([413, 'invalid_request'])
  })
})
