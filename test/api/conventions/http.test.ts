import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { caller } from '../../support/api/client.ts'
import { newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { bodyOf, filled, idsOf, keyOf } from '../../support/routes/records.ts'
import { waitFor } from '../../support/suite/wait.ts'

// HTTP semantics (RFC 9110) of every route, including future ones: the cases come from the route table.
const rows = (chosen: typeof routes) => chosen.map((route) => [route.key, route] as const)
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
  await verifyManager(tenant)
})

/** Changes of one record get a company of their own, where they disturb no other case. */
async function owner() {
  const one = await newTenant()
  await verifyManager(one)
  return one
}

describe.each(rows(routes.filter(({ status }) => status === 201)))('%s', (_, route) => {
  test('names the place of the new record, where it can be read', async () => {
    const one = await owner()
    const ids = await idsOf(route, one)
    const key = filled(route, ids)
    const sent = await bodyOf(route, one, ids)
    // Other tests register the address of the example.
    if (key.endsWith('/register')) Object.assign(sent.body!, { email: `created-${randomUUID()}@example.com` })
    const created = await one.send(key, sent)
    expect(created.status, created.text).toBe(201)
    const place = created.headers.location!
    if (place.startsWith('ws:')) return expect(place).toBe(created.body.url)
    // A person who registers can read their account with the token of the response.
    const token = created.body.access_token ?? one.token
    expect((await one.call(`GET ${place}`, { token })).status, place).toBe(200)
  })
})

const reads = routes.filter(({ method, path }) => method === 'GET' && !path.endsWith('/callback'))
describe.each(rows(reads))('%s', (_, route) => {
  test('answers HEAD with the headers of GET and no body, and honours conditions', async () => {
    const key = await keyOf(route, tenant)
    const [got, head] = [
      await tenant.send(key),
      await tenant.send(key.replace('GET', 'HEAD'), { contract: false }),
    ]
    expect([head.status, head.text]).toEqual([got.status, ''])
    const named = ({ headers }: typeof head) =>
      Object.keys(headers)
        .filter((name) => !['content-length', 'transfer-encoding'].includes(name))
        .sort()
    expect(named(head)).toEqual(named(got))
    expect(head.headers['content-type']).toBe(got.headers['content-type'])
    if (got.headers.etag === undefined) return
    const on = async (name: string, value: string) =>
      (await tenant.send(key, { headers: { [name]: value } })).status
    expect([await on('if-match', '"other"'), await on('if-none-match', '"other"')]).toEqual([412, 200])
    // A delivery is attempted meanwhile, which changes it.
    await waitFor(async () => {
      const { etag = '' } = (await tenant.send(key)).headers
      expect([await on('if-match', etag), await on('if-none-match', etag)]).toEqual([200, 304])
    })
  })
})

describe.each([...new Set(routes.map(({ path }) => path))])('%s', (path) => {
  const methods = routes.filter((route) => route.path === path).map(({ method }) => method as string)
  test('answers other methods with 405 and those that it has', async () => {
    const other = ['PATCH', 'DELETE', 'PUT', 'POST'].find((method) => !methods.includes(method))!
    const { status, headers, body } = await caller()(`${other} ${path.replace(/\{\w+\}/g, 'x')}`)
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
    expect([status, body.code]).toEqual([405, 'method_not_allowed'])
    expect(headers.allow!.split(', ').sort()).toEqual(allowed.sort())
  })

  test('answers a browser’s preflight request for each method', async () => {
    for (const method of methods) {
      const origin = 'https://shop.example'
      const { status, headers } = await caller()(`OPTIONS ${path.replace(/\{\w+\}/g, 'x')}`, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization',
        },
        contract: false,
      })
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*'])
      expect(headers['access-control-allow-methods']).toMatch(new RegExp(`^\\*$|\\b${method}\\b`))
    }
  })
})

describe.each(rows(routes.filter(({ kind }) => kind === 'list')))('%s', (_, route) => {
  test('refuses a filter that it does not have, and names those that it has', async () => {
    const { status, body } = await tenant.send(`${await keyOf(route, tenant)}?statsu=RECEIVED&limit=1`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'statsu']])
    expect(body.detail[0].msg).toMatch(/nearest is \w+, all are .*limit, cursor$/)
  })
})

const json = routes.filter(({ body, reader }) => body && !reader)
describe.each(rows(json))('%s', (_, route) => {
  const send = async (raw: Buffer, headers: Record<string, string>) => {
    const one = route.access === 'public' ? caller() : tenant.send
    const { status } = await one(await keyOf(route, tenant), { raw, headers })
    return status
  }

  test('accepts UTF-8 only, and no compressed body', async () => {
    const text = Buffer.from('{"name":"Zoë"}')
    const type = 'application/json'
    const accepted = await send(text, { 'content-type': `${type}; charset="UTF-8"` })
    expect([415, 400]).not.toContain(accepted)
    expect(await send(text, { 'content-type': `${type}; charset=iso-8859-1` })).toBe(415)
    expect(await send(text, { 'content-type': type, 'content-encoding': 'gzip' })).toBe(415)
    expect(await send(Buffer.from('{"name":"Zo\xeb"}', 'latin1'), { 'content-type': type })).toBe(400)
  })
})
