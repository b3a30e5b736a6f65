import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { feedWith } from '../../support/api/feed.ts'
import { eventually } from '../../support/api/lists.ts'
import { add, book, newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { hook, pendingHook, taker } from '../../support/webhooks/webhooks.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
  await verifyManager(tenant)
})

test('a webhook can be created, read, listed, changed and deleted; its secret is shown once', async () => {
  const company = await newTenant()
  const url = 'https://hooks.example/'
  const { secret, ...created } = await pendingHook(company, url, {
    types: ['scan.rejected'],
    description: 'Ours',
  })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(created).toMatchObject({ url, types: ['scan.rejected'], status: 'PENDING', former_secret_until: null })
  const at = `/api/v1/webhooks/${created.id}`
  expect((await company.send(`GET ${at}`)).body).toEqual(created)
  const second = await pendingHook(company, `${url}second`)
  await eventually(company, '/api/v1/webhooks', [second.id, created.id])
  const changed = await company.send(`PUT ${at}`, { body: { types: [], status: 'DISABLED' } })
  expect(changed.body).toMatchObject({ types: [], status: 'DISABLED', disabled_reason: null })
  expect((await company.send(`POST ${at}/test`)).status).toBe(409)
  expect((await company.send(`DELETE ${at}`)).body).toMatchObject({ id: created.id, deleted: true })
  expect((await company.send(`GET ${at}`)).status).toBe(404)
})

test.each([
  // In development, plain HTTP is permitted to this machine only.
  'http://example.com/hooks',
  'https://user@example.com/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://printer.local/',
  'not a URL',
])('a webhook to %s is refused', async (url) => {
  const { status, body } = await tenant.send('POST /api/v1/webhooks', { body: { url } })
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'url']])
})

describe('an event', () => {
  test('is sent in order, signed as Standard Webhooks requires, and only to webhooks that subscribe to its type', async () => {
    const company = await newTenant()
    const [all, some] = [await taker(), await taker()]
    const { id, secret } = await hook(company, all.url)
    await hook(company, some.url, { types: ['shipment.status_changed'] })
    const shipment = await book(company)
    const parcel = await add(company, shipment.id)
    for (const status of ['IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'])
      await company.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status } })
    const events = await feedWith(company, (events) =>
      expect(events.filter(({ data }) => data.status === 'DELIVERED')).toHaveLength(1),
    )
    await all.until((received) => expect(received.map(({ event }) => event)).toEqual(events))
    expect(all.verified(secret)).toEqual(events)
    expect(all.received.map((one) => one.id)).toEqual(events.map((event) => event.id))
    const wanted = events.filter(({ type }) => type === 'shipment.status_changed')
    await some.until((received) => expect(received.map(({ event }) => event)).toEqual(wanted))
    expect(() => some.verified(secret)).toThrow()
    await waitFor(async () => {
      const { body } = await company.send(`GET /api/v1/webhooks/${id}/deliveries?status=DELIVERED`)
      const sent = body.map((delivery: any) => delivery.event).filter(({ number }: any) => number)
      expect(sent.sort(byNumber)).toEqual(events)
    })
  })

  test('is sent to one receiver without delay while another hangs', async () => {
    const company = await newTenant()
    const hanging = await taker(() => undefined)
    await hook(company, hanging.url)
    const steady = await taker()
    await hook(company, steady.url)
    await book(company)
    await hanging.until((received) => expect(received).not.toEqual([]))
    for (let n = 0; n < 5; n++) await book(company)
    // The service waits 10 seconds for the hanging receiver.
    await steady.until((received) => expect(received).toHaveLength(12), seconds(6))
  })

  test('is sent to no other company', async () => {
    const [company, other] = [await newTenant(), await newTenant()]
    const [theirs, ours] = [await taker(), await taker()]
    await hook(other, theirs.url)
    const { id } = await hook(company, ours.url)
    await book(company)
    await book(other)
    await ours.until((received) => expect(received).toHaveLength(2))
    await theirs.until((received) => expect(received).toHaveLength(2))
    const [{ event }] = ours.received as [any]
    expect(theirs.received.some((one) => one.id === event.id)).toBe(false)
    for (const path of ['', '/deliveries', `/deliveries/${event.id}`]) {
      const [foreign, unknown] = await Promise.all(
        [id, randomUUID()].map((id) => other.send(`GET /api/v1/webhooks/${id}${path}`)),
      )
      expect([foreign!.status, foreign!.text]).toEqual([404, unknown!.text])
    }
  })
})
const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number

test('after a secret is rotated, both secrets sign for a day', async () => {
  const server = await taker()
  const { id, secret } = await hook(tenant, server.url, { types: ['courier.no_show'] })
  const rotated = await tenant.send(`POST /api/v1/webhooks/${id}/rotate-secret`)
  expect(Date.parse(rotated.body.former_secret_until)).toBeGreaterThan(Date.now() + 86_000_000)
  await tenant.send(`POST /api/v1/webhooks/${id}/test`)
  await server.until((received) => expect(received).toHaveLength(1))
  expect(server.received[0]!.signatures).toBe(2)
  expect(server.verified(secret)).toEqual(server.verified(rotated.body.secret))
  // After another rotation within the day, all three sign.
  const again = await tenant.send(`POST /api/v1/webhooks/${id}/rotate-secret`)
  await tenant.send(`POST /api/v1/webhooks/${id}/test`)
  await server.until((received) => expect(received).toHaveLength(2))
  server.received.shift()
  expect(server.received[0]!.signatures).toBe(3)
  for (const good of [secret, rotated.body.secret, again.body.secret]) server.verified(good)
})

test('a test event is sent, recorded as a delivery, and can be replayed', async () => {
  const server = await taker()
  const { id } = await hook(tenant, server.url, { types: ['courier.no_show'] })
  const { status, body } = await tenant.send(`POST /api/v1/webhooks/${id}/test`)
  expect([status, body.status, body.event]).toEqual([
    201,
    'PENDING',
    { id: body.id, type: 'webhook.test', timestamp: body.created_at, data: { webhook_id: id } },
  ])
  const read = async () => (await tenant.send(`GET /api/v1/webhooks/${id}/deliveries/${body.id}`)).body
  await waitFor(async () => expect(await read()).toMatchObject({ status: 'DELIVERED' }))
  expect(await read()).toMatchObject({ attempts: [{ status: 200, fault: null }], next_attempt_at: null })
  const replayed = await tenant.send(`POST /api/v1/webhooks/${id}/deliveries/${body.id}/replay`)
  expect(replayed.body).toMatchObject({ status: 'PENDING' })
  await server.until((received) => expect(received.map((one) => one.id)).toEqual([body.id, body.id]))
  await waitFor(async () => expect((await read()).attempts).toHaveLength(2))
  expect((await tenant.send(`POST /api/v1/webhooks/${id}/deliveries/${randomUUID()}/replay`)).status).toBe(404)
})

test('a failed delivery is attempted again after five seconds', async () => {
  let up = false
  const server = await taker((response) => void response.writeHead(up ? 200 : 500).end())
  const { id } = await hook(tenant, server.url, { types: ['courier.no_show'] })
  const { body } = await tenant.send(`POST /api/v1/webhooks/${id}/test`)
  await server.until((received) => expect(received).toHaveLength(1))
  up = true
  await server.until((received) => expect(received).toHaveLength(2))
  const read = async () => (await tenant.send(`GET /api/v1/webhooks/${id}/deliveries/${body.id}`)).body
  await waitFor(async () => expect(await read()).toMatchObject({ status: 'DELIVERED' }))
  const [first, second] = (await read()).attempts.map(({ at }: any) => Date.parse(at))
  expect(second - first).toBeGreaterThanOrEqual(5000)
})

test('a company can have at most twenty webhooks', async () => {
  const company = await newTenant()
  await verifyManager(company)
  const created = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      company.send('POST /api/v1/webhooks', { body: { url: `https://hooks.example/${n}` } }),
    ),
  )
  expect(created.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 4 }, () => 409),
  ])
})

test('only managers can read webhooks', async () => {
  const tokens = await tokensOf(tenant.user.tenant_id)
  for (const role of ['operator', 'warehouse', 'courier', 'viewer'] as const)
    expect((await tenant.send('GET /api/v1/webhooks', { token: tokens[role] })).status).toBe(403)
})
