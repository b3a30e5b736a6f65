import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { add, book, newTenant, type Tenant, newParcel } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const read = async (id: string) => (await tenant.send(`GET /api/v1/packages/${id}`)).body
const put = (id: string, body: object) => tenant.send(`PUT /api/v1/packages/${id}`, { body })
const shipmentOf = async ({ shipment_id }: { shipment_id: string }) =>
  (await tenant.send(`GET /api/v1/shipments/${shipment_id}`)).body
const timeline = async (id: string) => (await tenant.send(`GET /api/v1/packages/${id}/events`)).body

describe('adding a package', () => {
  test('returns the whole package, with the code and the signed payload of its label', async () => {
    const shipment = await book(tenant)
    const { status, body, headers } = await tenant.send(`POST /api/v1/shipments/${shipment.id}/packages`, {
      body: { weight: 1.2345, category: 'Electronics', description: 'A radio' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      shipment_id: shipment.id,
      tenant_id: tenant.user.tenant_id,
      qr_code: expect.stringMatching(/^PKG-[0-9A-HJKMNP-TV-Z]{10}$/),
      status: 'CREATED',
      weight: 1.235,
      category: 'electronics',
      description: 'A radio',
      bags: [],
      bag_history: [],
      exception: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      qr_data: { t: 'pkg', i: body.id, c: expect.stringMatching(/^[0-9a-f]{64}$/), v: 1 },
    })
    const reading = await tenant.send(`GET /api/v1/packages/${body.id.toUpperCase()}`)
    expect([reading.body, reading.headers.etag]).toEqual([body, headers.etag])
    expect(await shipmentOf(body)).toMatchObject({ status: 'RECEIVED', packages_count: 1, delivered_count: 0 })
  })

  test('needs no fields: a package weighs 0 and is general by default', async () => {
    const { id } = await book(tenant)
    for (const body of [undefined, {}, { weight: null, category: null }]) {
      const added = await tenant.send(`POST /api/v1/shipments/${id}/packages`, { body })
      expect(added.body).toMatchObject({ weight: 0, category: 'general', description: '' })
    }
    const refused = await tenant.send(`POST /api/v1/shipments/${id}/packages`, {
      body: { weight: -1, category: 'two words' },
    })
    expect(refused.body.detail.map(({ loc }: any) => loc)).toEqual([
      ['body', 'weight'],
      ['body', 'category'],
    ])
  })

  test('signs the label with the service’s key: HMAC-SHA256 over v|t|i', async () => {
    const { qr_data } = await newParcel(tenant)
    const keys = await inProcess().runtime.secret('qr', (keys: Record<string, string>) => keys)
    const { t, i, v } = qr_data
    expect(qr_data.c).toBe(createHmac('sha256', keys[v]!).update(`${v}|${t}|${i}`).digest('hex'))
  })

  test('is refused if the shipment is delivered or returned', async () => {
    for (const status of ['DELIVERED', 'RETURNED']) {
      const { id } = await book(tenant)
      await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status } })
      const { status: answered, body } = await tenant.send(`POST /api/v1/shipments/${id}/packages`)
      expect([answered, body.detail]).toEqual([409, `A shipment that is ${status} takes no more packages`])
    }
  })

  test('puts it first in the shipment’s list at once; the list has pages', async () => {
    const { id } = await book(tenant)
    const added: any[] = []
    for (let n = 0; n < 5; n++) added.unshift(await add(tenant, id, { weight: n }))
    const path = `/api/v1/shipments/${id}/packages`
    expect((await tenant.send(`GET ${path}`)).body).toEqual(added)
    const first = await tenant.send(`GET ${path}?limit=2`)
    const second = await tenant.send(`GET ${path}?limit=4&cursor=${first.headers['x-next-cursor']!}`)
    expect([...first.body, ...second.body]).toEqual(added)
    expect(second.headers.link).toBeUndefined()
  })
})

describe('changing a package', () => {
  test('changes the given fields, and ignores fields that cannot be changed', async () => {
    const before = await newParcel(tenant)
    const change = {
      weight: 7.5,
      category: 'fragile',
      qr_code: 'PKG-X',
      shipment_id: randomUUID(),
      bags: ['x'],
    }
    const { status, body, headers } = await put(before.id, change)
    expect([status, headers.etag]).toEqual([200, '"2"'])
    expect(body).toEqual({ ...before, weight: 7.5, category: 'fragile', updated_at: body.updated_at })
    expect(await read(before.id)).toEqual(body)
    const same = await put(before.id, body)
    expect([same.body, same.headers.etag]).toEqual([body, '"2"'])
  })

  test('adds each change of status to its timeline, with a description and a location', async () => {
    const pkg = await add(tenant, (await book(tenant, { origin: 'Moscow', destination: 'TBS' })).id)
    for (const status of ['IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'])
      expect((await put(pkg.id, { status })).body.status).toBe(status)
    const events = await timeline(pkg.id)
    expect(events.map((event: any) => [event.event_type, event.location, event.description])).toEqual([
      ['PACKAGE_CREATED', 'SVO', 'Package registered'],
      ['PACKAGE_SCANNED', '', 'Received at the warehouse'],
      ['ARRIVED_AT_WAREHOUSE', '', 'Arrived at the warehouse'],
      ['READY_FOR_PICKUP', 'TBS', 'Ready for pickup'],
      ['DELIVERED', 'TBS', 'Delivered to the recipient'],
    ])
    for (const { timestamp, recorded_at, actor_id } of events)
      expect([recorded_at, actor_id]).toEqual([timestamp, tenant.user.id])
  })

  test('can skip statuses forwards, goes backwards only as a correction, and never sets a status that a bag sets', async () => {
    const pkg = await newParcel(tenant)
    for (const status of ['ASSIGNED_TO_BAG', 'IN_TRANSIT']) {
      const { status: answered, body } = await put(pkg.id, { status })
      expect([answered, body.detail]).toEqual([
        409,
        `Only its bag can make a package ${status}; this one is CREATED`,
      ])
    }
    await put(pkg.id, { status: 'DELIVERED' })
    // The test's user is a manager, so the service treats this as a correction.
    expect((await put(pkg.id, { status: 'IN_WAREHOUSE' })).body.status).toBe('IN_WAREHOUSE')
    const last = (await timeline(pkg.id)).at(-1)
    expect([last.event_type, last.description]).toEqual([
      'STATUS_CORRECTED',
      'Status corrected from DELIVERED to IN_WAREHOUSE',
    ])
    expect(await shipmentOf(pkg)).toMatchObject({ status: 'PREPARING', packages_count: 1, delivered_count: 0 })
  })

  test('with If-Match succeeds only if the package has not changed since', async () => {
    const { id } = await newParcel(tenant)
    const headers = { 'if-match': '"1"' }
    const change = (weight: number) => tenant.send(`PUT /api/v1/packages/${id}`, { body: { weight }, headers })
    expect((await change(1)).status).toBe(200)
    expect((await change(2)).status).toBe(412)
    expect((await tenant.send(`DELETE /api/v1/packages/${id}`, { headers })).status).toBe(412)
  })
})

describe('deleting', () => {
  test('a package removes it, and its shipment no longer counts it', async () => {
    const shipment = await book(tenant)
    const [pkg, other] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
    await put(other.id, { status: 'READY_FOR_PICKUP' })
    const { status, body } = await tenant.send(`DELETE /api/v1/packages/${pkg.id}`)
    expect([status, body]).toEqual([200, { id: pkg.id, deleted: true, message: 'The package is deleted' }])
    for (const key of ['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/packages/${pkg.id}`))
      expect((await tenant.send(key)).body.detail).toBe('Package not found')
    expect((await tenant.send(`GET /api/v1/packages/${pkg.id}/events`)).status).toBe(404)
    expect(await shipmentOf(pkg)).toMatchObject({ status: 'READY_FOR_PICKUP', packages_count: 1 })
    const { events } = (await tenant.call(`GET /api/v1/track/${shipment.tracking_id}`)).body
    expect(events.map((event: any) => event.event_type)).toEqual([
      'SHIPMENT_CREATED',
      'PACKAGE_CREATED',
      'READY_FOR_PICKUP',
    ])
  })

  test('a shipment also removes its packages, its public tracking and its entries in lists', async () => {
    const shipment = await book(tenant)
    const [pkg, other] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
    const { status, body } = await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)
    expect([status, body]).toEqual([
      200,
      { id: shipment.id, deleted: true, message: 'The shipment is deleted' },
    ])
    for (const path of [`shipments/${shipment.id}`, `packages/${pkg.id}`, `packages/${other.id}/events`])
      expect((await tenant.send(`GET /api/v1/${path}`)).status).toBe(404)
    expect((await tenant.send(`GET /api/v1/shipments/${shipment.id}/packages`)).status).toBe(404)
    expect((await tenant.send(`DELETE /api/v1/shipments/${shipment.id}`)).status).toBe(404)
    expect((await tenant.send(`GET /api/v1/shipments?tracking_id=${shipment.tracking_id}`)).body).toEqual([])
    expect((await tenant.call(`GET /api/v1/track/${shipment.tracking_id}`)).status).toBe(404)
  })
})
