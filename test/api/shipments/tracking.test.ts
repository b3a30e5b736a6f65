import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  pack,
  password,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const track = (id: string, headers = {}) => caller()(`GET /api/v1/track/${id}`, { headers })
const put = async (path: string, status: string) =>
  expect((await tenant.send(`PUT /api/v1/${path}`, { body: { status } })).status).toBe(200)

describe('public tracking', () => {
  test('shows a parcel’s status, route and events in plain words, and no other data', async () => {
    const shipment = await book(tenant, { origin: 'москва', destination: 'TBS' })
    const [one, other] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
    await put(`packages/${one.id}`, 'IN_WAREHOUSE')
    await put(`packages/${one.id}`, 'CREATED')
    await put(`shipments/${shipment.id}`, 'IN_TRANSIT')
    await put(`packages/${other.id}`, 'READY_FOR_PICKUP')
    await put(`shipments/${shipment.id}`, 'DELIVERED')
    const { status, body, headers } = await track(shipment.tracking_id)
    expect(status).toBe(200)
    const week = new Date(Date.parse(shipment.created_at) + 7 * 86_400_000).toISOString()
    expect(body).toEqual({
      tracking_id: shipment.tracking_id,
      status: 'DELIVERED',
      origin: 'Moscow (SVO)',
      destination: 'Tbilisi (TBS)',
      estimated_delivery: week.slice(0, 10),
      packages_count: 2,
      finished_at: body.events.at(-1).timestamp,
      company: { name: 'Swift Couriers', phone: '', email: '', website: '' },
      events: body.events,
    })
    const timeline = body.events.map(({ event_type, location, description, ...rest }: any) => {
      const { timestamp: _at, place, packages, ...others } = rest
      expect(others).toEqual({})
      return [event_type, location, place, description, packages]
    })
    expect(timeline).toEqual([
      ['SHIPMENT_CREATED', 'SVO', 'Moscow (SVO)', 'Shipment booked', undefined],
      ['PACKAGE_CREATED', 'SVO', 'Moscow (SVO)', 'Package registered', [1]],
      ['PACKAGE_CREATED', 'SVO', 'Moscow (SVO)', 'Package registered', [2]],
      ['PACKAGE_SCANNED', '', '', 'Received at the warehouse', [1]],
      ['STATUS_CHANGED', '', '', 'In transit', undefined],
      ['READY_FOR_PICKUP', 'TBS', 'Tbilisi (TBS)', 'Ready for pickup', [2]],
      ['DELIVERED', 'TBS', 'Tbilisi (TBS)', 'Delivered to the recipient', [1, 2]],
    ])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=15',
      'ratelimit-policy': '"address";q=60;w=60',
      ratelimit: '"address";r=59;t=60',
    })
  })

  test('answers 304 to a matching ETag', async () => {
    const { id, tracking_id } = await book(tenant)
    const { etag } = (await track(tracking_id)).headers
    for (const match of [etag!, `W/${etag!}`, `"x", ${etag!}`, '*']) {
      const unchanged = await track(tracking_id, { 'if-none-match': match })
      expect([unchanged.status, unchanged.headers.etag, unchanged.headers['cache-control']]).toEqual([
        304,
        etag,
        'public, max-age=15',
      ])
    }
    await put(`shipments/${id}`, 'PREPARING')
    const changed = await track(tracking_id, { 'if-none-match': etag! })
    expect([changed.status, changed.body.status]).toEqual([200, 'PREPARING'])
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('shows a valid delivery date for a flight that arrives on the last day of the year 9999', async () => {
    const [bag, shipment] = [await openBag(tenant), await book(tenant)]
    await pack(tenant, bag.id, (await add(tenant, shipment.id)).id)
    const { id: flight_id } = await schedule(tenant, { scheduled_arrival: '9999-12-31T23:59:59Z' })
    const body = { courier_id: (await addCourier(tenant)).id, flight_id }
    expect((await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
    expect((await track(shipment.tracking_id)).body.estimated_delivery).toBe('9999-12-31')
  })

  test('accepts a tracking id as people write and paste it, with the same response', async () => {
    const { tracking_id } = await book(tenant)
    const code: string = tracking_id.slice(4)
    const { body, headers } = await track(tracking_id)
    for (const written of [
      tracking_id.toLowerCase(),
      code,
      `TRK ${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`,
      `TRK–${code.replaceAll('0', 'o').replaceAll('1', 'l')}.`,
      `Your parcel ${tracking_id} is on its way`,
      `]C1\u200B${tracking_id}\r\n`,
    ]) {
      const answer = await track(encodeURIComponent(written))
      expect([written, answer.body, answer.headers.etag]).toEqual([written, body, headers.etag])
    }
  })

  test('shows the newest 200 events, oldest first, as does a package’s timeline', async () => {
    const shipment = await book(tenant)
    const { id } = await add(tenant, shipment.id)
    const { call, pass } = inProcess(withoutFaults())
    const move = async (n: number) => {
      pass(1)
      const body = { status: n % 2 ? 'LOST' : 'ARRIVED' }
      expect((await call(`PUT /api/v1/packages/${id}`, { token: tenant.token, body })).status).toBe(200)
    }
    const track = () => call(`GET /api/v1/track/${shipment.tracking_id}`)
    const types = async () => {
      const { events } = (await track()).body
      return events.map((event: any) => event.event_type)
    }
    for (let n = 0; n < 198; n++) await move(n)
    const before = await types()
    expect([before.length, before[0], before[1]]).toEqual([200, 'SHIPMENT_CREATED', 'PACKAGE_CREATED'])
    for (let n = 198; n < 201; n++) await move(n)
    const { events } = (await track()).body
    expect(events.length).toBe(200)
    expect([events[0].event_type, events.at(-1).event_type]).toEqual(['LOST', 'ARRIVED_AT_WAREHOUSE'])
    const own = (await tenant.send(`GET /api/v1/packages/${id}/events`)).body
    const moments = own.map(({ timestamp }: any) => timestamp)
    expect(moments).toEqual(events.map(({ timestamp }: any) => timestamp))
    expect(moments).toEqual([...moments].sort())
  })
})

describe('an unknown tracking id', () => {
  const notFoundBody = '{"error":"not_found","message":"No parcel has this tracking id, or it has expired"}'

  test('gets the same 404, whether it never existed, was deleted, or has expired', async () => {
    const { call, pass } = inProcess()
    const account = { email: `expiry-${randomUUID()}@example.com`, password, tenant_name: 'T' }
    const { access_token: token } = (await call('POST /api/v1/auth/register', { body: account })).body
    const booked = async (status?: string) => {
      const { id, tracking_id } = (
        await call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
      ).body
      if (status) await call(`PUT /api/v1/shipments/${id}`, { token, body: { status } })
      return { id, tracking_id }
    }
    const [deleted, open, delivered, returned] = [
      await booked(),
      await booked(),
      await booked('DELIVERED'),
      await booked('RETURNED'),
    ]
    await call(`DELETE /api/v1/shipments/${deleted.id}`, { token })
    const statusOf = async ({ tracking_id }: { tracking_id: string }) =>
      (await call(`GET /api/v1/track/${tracking_id}`)).status
    const hours = (n: number) => pass(n * 3600)
    hours(90 * 24 - 1)
    expect([await statusOf(delivered), await statusOf(returned), await statusOf(open)]).toEqual([200, 200, 200])
    hours(1)
    expect([await statusOf(delivered), await statusOf(returned), await statusOf(open)]).toEqual([404, 404, 200])
    hours(275 * 24 - 1)
    expect(await statusOf(open)).toBe(200)
    hours(1)
    const answers = await Promise.all(
      [deleted, open, delivered, { tracking_id: 'TRK-0000000000000' }, { tracking_id: '%F0%9F%9B%AB' }].map(
        ({ tracking_id }) => call(`GET /api/v1/track/${tracking_id}`),
      ),
    )
    const shown = ({ headers: { 'x-request-id': _own, ratelimit: _hits, ...headers } }: (typeof answers)[0]) =>
      headers
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([404, notFoundBody])
      expect(shown(answer)).toEqual(shown(answers[0]!))
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('the limit of 60 requests a minute for an IP address', () => {
  test('is exact, counts found and unknown parcels and all forms of an id together, and ignores X-Forwarded-For', async () => {
    const { tracking_id } = await book(tenant)
    const call = caller()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        call(`GET /api/v1/track/${[`TRK-${n}`, tracking_id, `${tracking_id}${'.'.repeat(n)}`][n % 3]}`, {
          headers: { 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` },
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.length - refused.length).toBe(60)
    for (const { body, headers } of refused) {
      expect(body).toEqual({ error: 'too_many_requests', message: 'Too many requests; try again later' })
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await track(tracking_id)).status, 'another IP address').toBe(200)
  })
})

test('a delivery that a manager has taken back is not in the public timeline', async () => {
  const company = await newTenant()
  const shipment = await book(company)
  const parcel = await add(company, shipment.id)
  const set = (status: string) => company.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status } })
  for (const status of ['ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED', 'READY_FOR_PICKUP'])
    expect((await set(status)).status).toBe(200)
  const types = async () =>
    (await company.call(`GET /api/v1/track/${shipment.tracking_id}`)).body.events.map(
      ({ event_type }: any) => event_type,
    )
  expect(await types()).toEqual([
    'SHIPMENT_CREATED',
    'PACKAGE_CREATED',
    'ARRIVED_AT_WAREHOUSE',
    'READY_FOR_PICKUP',
  ])
  expect((await set('DELIVERED')).status).toBe(200)
  expect((await types()).at(-1)).toBe('DELIVERED')
  expect((await types()).filter((type: string) => type === 'DELIVERED')).toHaveLength(1)
})
