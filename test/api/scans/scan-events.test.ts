import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { ReceivedParcel } from '../../../shared/domain/operations/scanning/receive.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'

let tenant: Tenant
let moscow: any, tbilisi: any
beforeAll(async () => {
  tenant = await newTenant()
  moscow = await openWarehouse(tenant, { code: 'MOW-1', city: 'Moscow', airport_code: 'SVO' })
  tbilisi = await openWarehouse(tenant, { code: 'TBS-1', city: 'Tbilisi', airport_code: 'TBS' })
})
const send = (key: string, body?: object) => tenant.send(key, { body })
const parcel = async () => add(tenant, (await book(tenant)).id)
const packageOf = async (id: string) => (await send(`GET /api/v1/packages/${id}`)).body
const timeline = async (id: string) => (await send(`GET /api/v1/packages/${id}/events`)).body
const scan = async (one: { qr_code: string }, event_type: string, warehouse = moscow, more = {}) => {
  const body = { qr_code: one.qr_code, warehouse_id: warehouse.id, event_type, ...more }
  const answer = await send('POST /api/v1/scan-event', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('a scan', () => {
  test('is recorded with place and moment, moves the package, and says what to do next', async () => {
    const one = await parcel()
    const evidence = { actor_id: randomUUID(), notes: 'Corner dented' }
    const photo_url = 'https://photos.example/1.jpg'
    const body = await scan(one, 'PACKAGE_SCANNED', moscow, { evidence, photo_url })
    expect(body).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      package_id: one.id,
      event_type: 'PACKAGE_SCANNED',
      timestamp: expect.stringMatching(/Z$/),
      warehouse_current: 'MOW-1',
      next_actions: ['PRINT_LABEL', 'ASSIGN_TO_BAG'],
      status: 'IN_WAREHOUSE',
      status_applied: true,
    })
    const last = (await timeline(one.id)).at(-1)
    expect(last).toMatchObject({
      id: body.event_id,
      event_type: 'PACKAGE_SCANNED',
      location: 'MOW-1',
      timestamp: body.timestamp,
    })
    expect(JSON.stringify(await timeline(one.id))).not.toContain('dented')
  })

  test('finds its package by the code in any form, and by what a label’s QR holds', async () => {
    const one = await parcel()
    const [, code] = one.qr_code.split('-')
    for (const qr_code of [
      one.qr_code,
      one.qr_code.toLowerCase(),
      `PKG_${code}`,
      ` ${one.qr_code} `,
      JSON.stringify(one.qr_data),
    ])
      expect((await scan({ qr_code }, 'LABEL_PRINTED')).package_id).toBe(one.id)
    for (const qr_code of [
      'PKG-0000000000',
      '{"t":"bag","i":"x"}',
      '{',
      JSON.stringify({ ...one.qr_data, i: randomUUID() }),
    ]) {
      const { status, body } = await send('POST /api/v1/scan-event', {
        qr_code,
        warehouse_id: moscow.id,
        event_type: 'PACKAGE_SCANNED',
      })
      expect([status, body.detail]).toEqual([404, 'Package not found'])
    }
    const other = await newTenant()
    const foreign = { qr_code: one.qr_code, warehouse_id: moscow.id, event_type: 'PACKAGE_SCANNED' }
    expect((await other.send('POST /api/v1/scan-event', { body: foreign })).status).toBe(404)
  })

  test('is never refused for its kind or its moment: it stands there without effect', async () => {
    const one = await parcel()
    await scan(one, 'DELIVERED')
    const types = ['PACKAGE_SCANNED', 'DELIVERED', 'RETURNED', 'BAG_LOADED', 'ASSIGNED_TO_BAG', 'MY_OWN_TYPE']
    for (const type of types) {
      const body = await scan(one, type)
      expect([body.event_type, body.status, body.status_applied, body.next_actions]).toEqual([
        type,
        'DELIVERED',
        false,
        [],
      ])
    }
    const said = (await timeline(one.id)).filter((event: any) => event.status_applied === false)
    expect(said.map((event: any) => event.event_type)).toEqual(types)
    const { tracking_id } = (await send(`GET /api/v1/shipments/${one.shipment_id}`)).body
    const shown = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.events.map(
      (event: any) => event.event_type,
    )
    expect(shown).toEqual(['SHIPMENT_CREATED', 'PACKAGE_CREATED', 'DELIVERED', 'PACKAGE_SCANNED'])
    for (const event_type of ['delivered', 'X', '', '1A'])
      expect(
        (await send('POST /api/v1/scan-event', { qr_code: one.qr_code, warehouse_id: moscow.id, event_type }))
          .status,
      ).toBe(422)
  })

  test('tells of what somebody has to see to, and of what is settled', async () => {
    const one = await parcel()
    await scan(one, 'ARRIVED_AT_WAREHOUSE', tbilisi)
    const held = await scan(one, 'CUSTOMS_HOLD', tbilisi, { evidence: { notes: 'Invoice missing' } })
    expect([held.status, held.next_actions]).toEqual(['ARRIVED', ['RESOLVE_EXCEPTION', 'CONSOLIDATE']])
    expect((await packageOf(one.id)).exception).toEqual({
      code: 'CUSTOMS_HOLD',
      since: held.timestamp,
      note: 'Invoice missing',
    })
    expect((await scan(one, 'CUSTOMS_CLEARED', tbilisi)).next_actions).toEqual(['CONSOLIDATE'])
    expect((await packageOf(one.id)).exception).toBe(null)
    expect((await scan(one, 'DAMAGED', tbilisi)).next_actions[0]).toBe('RESOLVE_EXCEPTION')
    expect((await scan(one, 'DELIVERED', tbilisi)).next_actions).toEqual([])
    expect((await packageOf(one.id)).exception).toBe(null)
  })

  test('happened when the scanner says, within the package’s life', async () => {
    const { call, pass } = inProcess()
    const one = await parcel()
    pass(600)
    const at = async (occurred_at: string) => {
      const body = { qr_code: one.qr_code, warehouse_id: moscow.id, event_type: 'LABEL_PRINTED', occurred_at }
      return (await call('POST /api/v1/scan-event', { token: tenant.token, body })).body.timestamp
    }
    const later = new Date(Date.parse(one.created_at) + 60_000).toISOString()
    expect(await at(later)).toBe(later)
    expect(await at('2001-01-01T00:00:00Z')).toBe(one.created_at)
    expect(Date.parse(await at('2999-01-01T00:00:00+02:00'))).toBeLessThan(Date.parse(one.created_at) + 901_000)
  })

  test('follows a parcel through bag, flight and arrival', async () => {
    const [one, bag, flight, courier] = [
      await parcel(),
      await openBag(tenant, { warehouse_id: moscow.id }),
      await schedule(tenant),
      await addCourier(tenant),
    ]
    const next = async () => (await scan(one, 'LABEL_PRINTED')).next_actions
    await pack(tenant, bag.id, one.id)
    expect(await next()).toEqual(['SEAL_BAG', 'ASSIGN_COURIER'])
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    expect(await next()).toEqual(['ASSIGN_COURIER', 'CHECK_IN_BAG'])
    await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    expect(await next()).toEqual(['CHECK_IN_BAG'])
    expect((await scan(one, 'BAG_LOADED')).status_applied).toBe(false)
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, exampleOf(CheckIn))
    expect(await next()).toEqual(['LOAD_BAG'])
    expect(await scan(one, 'BAG_LOADED')).toMatchObject({
      status: 'IN_TRANSIT',
      status_applied: true,
      next_actions: ['CONFIRM_ARRIVAL'],
    })
    // Scanned where the bag came from, before its flight has landed: it is still on its way.
    expect(await scan(one, 'PACKAGE_SCANNED', moscow)).toMatchObject({
      status: 'IN_TRANSIT',
      status_applied: false,
    })
    expect(await scan(one, 'PACKAGE_SCANNED', tbilisi)).toMatchObject({
      status: 'ARRIVED',
      status_applied: true,
      next_actions: ['CONSOLIDATE'],
    })
  })
})

test('a package that is scanned on arrival while its bag is still open leaves that bag', async () => {
  const [one, bag] = [await parcel(), await openBag(tenant)]
  await pack(tenant, bag.id, one.id)
  expect((await scan(one, 'ARRIVED_AT_WAREHOUSE', tbilisi)).status).toBe('ARRIVED')
  const { body } = await send(`GET /api/v1/bags/${bag.id}`)
  expect([body.total_packages, body.total_weight_kg]).toEqual([0, 0])
})

test('a package that is said to have arrived is in that warehouse', async () => {
  const one = await parcel()
  const { status } = await send(`PUT /api/v1/packages/${one.id}`, {
    status: 'ARRIVED',
    warehouse_id: tbilisi.id,
  })
  expect(status).toBe(200)
  expect((await timeline(one.id)).at(-1)).toMatchObject({
    event_type: 'ARRIVED_AT_WAREHOUSE',
    location: 'TBS-1',
  })
  const looked = async () => {
    const { body } = await send(`POST /api/v1/warehouse/${tbilisi.id}/consolidate`)
    expect(body.shipments.map((shipment: any) => shipment.shipment_id)).toContain(one.shipment_id)
  }
  await vi.waitFor(looked, { timeout: 10_000, interval: 100 })
  expect((await packageOf(one.id)).status).toBe('READY_FOR_PICKUP')
})

describe('receiving a parcel', () => {
  test('books a shipment with one package, from the warehouse’s city', async () => {
    const { status, body } = await send(
      `POST /api/v1/warehouse/${moscow.id}/receive`,
      exampleOf(ReceivedParcel),
    )
    expect(status).toBe(201)
    expect(body).toEqual({
      shipment_id: expect.any(String),
      tracking_id: expect.stringMatching(/^TRK-/),
      package_id: expect.any(String),
      qr_code: expect.stringMatching(/^PKG-/),
      status: 'CREATED',
    })
    const shipment = (await send(`GET /api/v1/shipments/${body.shipment_id}`)).body
    expect(shipment).toMatchObject({
      origin: 'Moscow',
      destination: '',
      price: 0,
      payment_status: 'PENDING',
      packages_count: 1,
      weight: 1.2,
    })
    expect(await packageOf(body.package_id)).toMatchObject({
      weight: 1.2,
      description: 'Documents',
      status: 'CREATED',
    })
    const { origin, destination, events } = (await tenant.call(`GET /api/v1/track/${body.tracking_id}`)).body
    expect([origin, destination]).toEqual(['Moscow (SVO)', ''])
    expect(events.map(({ location }: any) => location)).toEqual(['MOW-1', 'MOW-1'])
  })

  test('works in a warehouse that nobody has heard of yet, and takes every field of a shipment', async () => {
    const id = randomUUID()
    const more = {
      destination: 'Tbilisi',
      price: 12.5,
      payment_status: 'COD',
      recipient_address: 'Rustaveli 1',
    }
    const { body } = await send(`POST /api/v1/warehouse/${id}/receive`, {
      ...exampleOf(ReceivedParcel),
      ...more,
    })
    const shipment = (await send(`GET /api/v1/shipments/${body.shipment_id}`)).body
    expect(shipment).toMatchObject({ ...more, origin: expect.stringMatching(/^WH-[0-9A-Z]{6}$/) })
    const lost = await send('POST /api/v1/warehouse/WH-1/receive', exampleOf(ReceivedParcel))
    expect([lost.status, lost.body.detail]).toEqual([404, 'Warehouse not found'])
  })
})

describe('consolidating', () => {
  const consolidate = async (warehouse: { id: string }, body?: object) => {
    const answer = await send(`POST /api/v1/warehouse/${warehouse.id}/consolidate`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  /** A look may miss what arrived a moment ago. */
  const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 100 })

  test('makes a shipment ready once all of it is here, and changes nothing when run again', async () => {
    const here = await openWarehouse(tenant, { code: 'HUB-1' })
    const shipment = await book(tenant)
    const [one, other, lost] = [
      await add(tenant, shipment.id),
      await add(tenant, shipment.id),
      await add(tenant, shipment.id),
    ]
    await scan(one, 'ARRIVED_AT_WAREHOUSE', here)
    await scan(lost, 'LOST', here)
    const waiting = await eventually(async () => {
      const body = await consolidate(here)
      expect(body.shipments_checked).toBe(1)
      return body
    })
    expect(waiting).toMatchObject({
      warehouse_id: here.id,
      warehouse_code: 'HUB-1',
      checked_at: expect.stringMatching(/Z$/),
      ready_count: 0,
      waiting_count: 1,
      more: false,
      next_cursor: null,
      shipments: [
        {
          shipment_id: shipment.id,
          tracking_id: shipment.tracking_id,
          previous_status: 'CONSOLIDATING',
          status: 'CONSOLIDATING',
          packages_total: 2,
          packages_arrived: 1,
          missing_package_ids: [other.id],
          ready: false,
        },
      ],
    })
    await scan(other, 'ARRIVED_AT_WAREHOUSE', here)
    const ready = await eventually(async () => {
      const body = await consolidate(here)
      expect(body.shipments.length).toBe(1)
      return body
    })
    expect(ready.shipments[0]).toMatchObject({
      previous_status: 'CONSOLIDATING',
      status: 'READY_FOR_PICKUP',
      ready: true,
      missing_package_ids: [],
    })
    expect((await timeline(one.id)).at(-1)).toMatchObject({ event_type: 'READY_FOR_PICKUP', location: 'HUB-1' })
    await eventually(async () => expect((await consolidate(here)).shipments).toEqual([]))
    expect((await timeline(one.id)).length).toBe(3)
    expect((await packageOf(lost.id)).status).toBe('LOST')
  })

  test('looks at 25 shipments at a time, each once, over cursors', { timeout: 60_000 }, async () => {
    const here = await openWarehouse(tenant, { code: 'HUB-2' })
    const shipments = await Promise.all(Array.from({ length: 28 }, () => book(tenant)))
    // The second package of each stays away, so that they wait.
    await Promise.all(
      shipments.map(async ({ id }) => {
        const [one] = [await add(tenant, id), await add(tenant, id)]
        await scan(one, 'ARRIVED_AT_WAREHOUSE', here)
      }),
    )
    await eventually(async () => {
      const first = await consolidate(here)
      expect([first.shipments_checked, first.more]).toEqual([25, true])
      const rest = await consolidate(here, { cursor: first.next_cursor })
      expect([rest.shipments_checked, rest.more]).toEqual([3, false])
      const seen = [...first.shipments, ...rest.shipments].map((one: any) => one.shipment_id)
      expect(new Set(seen)).toEqual(new Set(shipments.map(({ id }) => id)))
      const elsewhere = await send(`POST /api/v1/warehouse/${moscow.id}/consolidate`, {
        cursor: first.next_cursor,
      })
      expect([elsewhere.status, elsewhere.body.detail[0].loc]).toEqual([422, ['body', 'cursor']])
    })
  })
})
