import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { ScanEvent } from '../../../shared/domain/scans/scan-events.ts'
import { canSee } from '../../../shared/domain/kernel/ownership.ts'
import { routes } from '../../../functions/index.ts'
import { eventually } from '../../support/api/lists.ts'
import { filled } from '../../support/routes/records.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { tokenOfCourier, tokenWithoutUser } from '../../support/in-process/tokens.ts'

// A courier may see their own record, bags, packages and flights only. These tests call every route that permits
// couriers with the courier's own ids, with a colleague's, and with unknown ids.
let tenant: Tenant
type Trip = Awaited<ReturnType<typeof trip>>
let own: Trip, colleagues: Trip

/** A courier with a flight, a bag on the flight, and a package in the bag. */
async function trip(company: Tenant) {
  const courier = await addCourier(company)
  const [flight, bag, shipment] = [await schedule(company), await openBag(company), await book(company)]
  const parcel = await add(company, shipment.id)
  await pack(company, bag.id, parcel.id)
  const assignment = { courier_id: courier.id, flight_id: flight.id }
  await company.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body: assignment })
  const token = await tokenOfCourier(company.user.tenant_id, courier.id)
  const scan = { ...exampleOf(ScanEvent), qr_code: parcel.qr_code, event_type: 'LABEL_PRINTED' }
  const { event_id } = (await company.send('POST /api/v1/scan-event', { token, body: scan })).body
  return {
    event_id: event_id as string,
    courier,
    flight,
    bag,
    shipment,
    parcel,
    token,
    other: await schedule(company, {
      courier_id: courier.id,
      scheduled_departure: '2030-06-01T09:00:00Z',
    }),
  }
}
beforeAll(async () => {
  tenant = await newTenant()
  own = await trip(tenant)
  colleagues = await trip(tenant)
})

const idIn: Record<string, (trip: Trip) => string> = {
  bags: ({ bag }) => bag.id,
  couriers: ({ courier }) => courier.id,
  flights: ({ flight }) => flight.id,
  packages: ({ parcel }) => parcel.id,
  shipments: ({ shipment }) => shipment.id,
}
/** Routes for records that belong to a courier. Scans and sessions belong to users and have their own tests. */
const rows = routes.filter(
  ({ access, roles, path }) =>
    access !== 'public' &&
    roles.includes('courier') &&
    /\/(bags|couriers|flights|packages|shipments)\/\{id\}/.test(path),
)
const bodies: Record<string, () => object> = {
  'PUT /api/v1/bags/{id}/checkin': () => exampleOf(CheckIn),
  'POST /api/v1/couriers/{id}/no-shows': () => ({ flight_id: own.flight.id, cause: 'ILLNESS' }),
  'POST /api/v1/packages/{id}/events/{event_id}/void': () => ({ reason: 'another parcel' }),
  'PUT /api/v1/couriers/{id}': () => ({ phone: '+995599000000', preferred_routes: ['TBS-SVO'] }),
}

describe.each(rows.map((row) => [row.key, row] as const))('a courier who calls %s', (key, row) => {
  const noun = /\/(\w+)\/\{id\}/.exec(row.path)?.[1] ?? ''
  const ask = (id: string) =>
    tenant.send(filled(row, { id, event_id: own.event_id }), {
      token: own.token,
      ...(bodies[key] && { body: bodies[key]() }),
    })

  test('succeeds with their own record', async () => {
    const { status, text } = await ask(idIn[noun]!(own))
    expect(status, text).toBe(row.status)
  })

  test('gets 404 for a colleague’s record, exactly as for an unknown id', async () => {
    const [theirs, unknown] = [await ask(idIn[noun]!(colleagues)), await ask(randomUUID())]
    expect([theirs.status, theirs.text]).toEqual([404, unknown.text])
  })
})

test('these tests cover every route for a courier’s own records', () => {
  expect(rows.map(({ key }) => key).sort()).toEqual(
    [
      'GET /api/v1/bags/{id}',
      'GET /api/v1/bags/{id}/packages',
      'PUT /api/v1/bags/{id}/checkin',
      'GET /api/v1/couriers/{id}',
      'PUT /api/v1/couriers/{id}',
      'GET /api/v1/couriers/{id}/stats',
      'GET /api/v1/couriers/{id}/bags',
      'GET /api/v1/couriers/{id}/flights',
      'GET /api/v1/couriers/{id}/no-shows',
      'POST /api/v1/couriers/{id}/no-shows',
      'GET /api/v1/flights/{id}',
      'GET /api/v1/flights/{id}/status',
      'GET /api/v1/packages/{id}',
      'GET /api/v1/packages/{id}/events',
      'POST /api/v1/packages/{id}/events/{event_id}/void',
      'GET /api/v1/packages/{id}/photos',
      'GET /api/v1/packages/{id}/label',
      'GET /api/v1/bags/{id}/label',
      'GET /api/v1/bags/{id}/manifest',
      'GET /api/v1/shipments/{id}',
      'GET /api/v1/shipments/{id}/packages',
    ].sort(),
  )
})

describe('a courier’s lists', () => {
  /** The tenant, with requests under another user's token. */
  const tenantAs = (token: string): Tenant => ({
    ...tenant,
    send: (key, options) => tenant.send(key, { token, ...options }),
  })

  test('contain only their own records, whatever the filter', async () => {
    const me = tenantAs(own.token)
    for (const query of ['', `?courier_id=${own.courier.id}`]) {
      await eventually(me, `/api/v1/bags${query}`, [own.bag.id])
      // The flight that carries their bag, and the flight that names them as courier.
      await eventually(me, `/api/v1/flights${query}`, [own.other.id, own.flight.id])
    }
    await eventually(
      me,
      '/api/v1/flights/search?to=tbs&date=2030-06-01&flight_number=su1234&airline=AEROFLOT',
      [own.other.id, own.flight.id],
    )
    await eventually(me, '/api/v1/flights/search?from=LED', [])
    // By now, the indexes contain the colleague's records too.
    await eventually(tenant, `/api/v1/bags?courier_id=${colleagues.courier.id}`, [colleagues.bag.id])
    await eventually(me, `/api/v1/bags?courier_id=${colleagues.courier.id}`, [])
    await eventually(me, `/api/v1/flights/search?courier_id=${colleagues.courier.id}`, [])
  })

  test('are refused for a user whose courier does not exist', async () => {
    const fields = { role: 'courier', courier_id: randomUUID() } as const
    const token = await tokenWithoutUser(tenant.user.tenant_id, fields)
    for (const list of ['bags', 'flights'])
      expect((await tenant.send(`GET /api/v1/${list}`, { token })).status).toBe(401)
  })

  test('omit records without a courier, also for a user without a courier', () => {
    expect(canSee({ role: 'courier' }, {})).toBe(false)
    expect(canSee({ role: 'courier', courier_id: own.courier.id }, {})).toBe(false)
    expect(canSee({ role: 'viewer' }, {})).toBe(true)
  })
})

test('a courier can scan only packages in their own bags', async () => {
  const scan = (qr_code: string) =>
    tenant.send('POST /api/v1/scan-event', { token: own.token, body: { ...exampleOf(ScanEvent), qr_code } })
  expect((await scan(own.parcel.qr_code)).status).toBe(200)
  expect((await scan(colleagues.parcel.qr_code)).status).toBe(404)
})

test('a courier can change only their phone and routes, and cannot read their own passport number', async () => {
  const put = (body: object) =>
    tenant.send(`PUT /api/v1/couriers/${own.courier.id}`, { token: own.token, body })
  for (const body of [
    { full_name: 'Another Name' },
    { email: 'another.name@example.com' },
    { passport_number: '99XX99999' },
    { status: 'SUSPENDED' },
  ])
    expect((await put(body)).status, JSON.stringify(body)).toBe(403)
  expect((await put({ phone: '+1', full_name: own.courier.full_name })).body).toMatchObject({
    phone: '+1',
    passport_number: expect.stringContaining('•'),
  })
})
