import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedOf, feedWith, awaitEvent } from '../../support/api/feed.ts'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { caller } from '../../support/api/client.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  scan,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const put = async (path: string, body: object) => {
  const answer = await tenant.send(`PUT /api/v1/${path}`, { body })
  expect(answer.status, answer.text).toBe(200)
}
const statuses = (events: any[], type: string, named: object) =>
  events
    .filter(
      (event) => event.type === type && Object.entries(named).every(([key, id]) => event.data[key] === id),
    )
    .map(({ data }) => [data.previous_status, data.status])

describe('the feed contains', () => {
  test('a shipment’s changes of status, in order, and the events of its packages', async () => {
    const { id: shipment_id, tracking_id } = await book(tenant)
    const { id } = await add(tenant, shipment_id)
    for (const status of ['IN_WAREHOUSE', 'ARRIVED', 'DELIVERED']) await put(`packages/${id}`, { status })
    await awaitEvent(tenant, 'shipment.status_changed', { shipment_id, status: 'DELIVERED' })
    const events = (await feedOf(tenant)).filter(({ data }) => data.shipment_id === shipment_id)
    expect(statuses(events, 'shipment.status_changed', { tracking_id })).toEqual([
      [null, 'RECEIVED'],
      ['RECEIVED', 'PREPARING'],
      ['PREPARING', 'CONSOLIDATING'],
      ['CONSOLIDATING', 'DELIVERED'],
    ])
    const timeline = (await tenant.send(`GET /api/v1/packages/${id}/events`)).body
    const matching = events.filter(
      ({ type, data }) => type === 'package.event_created' && data.package_ids[0] === id,
    )
    expect(
      matching.map(({ data }) => [data.event_id, data.event_type, data.occurred_at, data.location]),
    ).toEqual(timeline.map((entry: any) => [entry.id, entry.event_type, entry.timestamp, entry.location]))
  })

  test('each change of a bag or flight once, and each package event once per shipment in the bag', async () => {
    const [first, second] = [await book(tenant), await book(tenant)]
    const parcels = await Promise.all([first, first, second].map(({ id }) => add(tenant, id)))
    const [bag, flight, courier] = await Promise.all([openBag(tenant), schedule(tenant), addCourier(tenant)])
    for (const { id } of parcels) await pack(tenant, bag.id, id)
    const assigned = await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, {
      body: { courier_id: courier.id, flight_id: flight.id },
    })
    expect(assigned.status).toBe(200)
    await put(`bags/${bag.id}/checkin`, {
      airline_tag_code: '1',
      airline: 'A',
      flight_number: flight.flight_number,
    })
    await put(`flights/${flight.id}`, { status: 'ARRIVED' })
    const landed = { bag_id: bag.id, event_type: 'FLIGHT_ARRIVED' }
    for (const { id } of [first, second])
      await awaitEvent(tenant, 'package.event_created', { ...landed, shipment_id: id })
    const events = await feedOf(tenant)
    expect(statuses(events, 'bag.status_changed', { bag_id: bag.id })).toEqual([
      [null, 'OPEN'],
      ['OPEN', 'CHECKED_IN'],
      ['CHECKED_IN', 'IN_TRANSIT'],
    ])
    expect(statuses(events, 'flight.status_changed', { flight_id: flight.id })).toEqual([
      [null, 'SCHEDULED'],
      ['SCHEDULED', 'ARRIVED'],
    ])
    const ofBag = events.filter(({ data }) => data.bag_id === bag.id && data.shipment_id === first.id)
    const inside = ofBag.filter(({ data }) => data.event_type !== 'ASSIGNED_TO_BAG')
    expect(ofBag.length - inside.length).toBe(2)
    expect(inside.every(({ data }) => data.flight_id === flight.id)).toBe(true)
    expect(inside.map(({ data }) => data.event_type)).toEqual([
      'COURIER_ASSIGNED',
      'BAG_CHECKED_IN',
      'FLIGHT_DEPARTED',
      'FLIGHT_ARRIVED',
    ])
    for (const { data } of inside) expect(data.package_ids).toEqual([parcels[0]!.id, parcels[1]!.id].sort())
  })

  test('no-shows and invalid scans', async () => {
    const { id: courier_id } = await addCourier(tenant)
    await tenant.send(`POST /api/v1/couriers/${courier_id}/no-shows`, { body: { cause: 'ILLNESS' } })
    const { id: scan_id } = await scan(tenant, { t: 'pkg', i: randomUUID(), c: 'forged', v: 1 })
    await awaitEvent(tenant, 'courier.no_show', { courier_id, cause: 'ILLNESS', flight_id: null })
    await awaitEvent(tenant, 'scan.rejected', { scan_id, validation_result: 'hmac_invalid' })
    await scan(tenant, (await openBag(tenant)).qr_data)
    const events = await feedOf(tenant)
    expect(events.filter(({ type }) => type === 'scan.rejected')).toHaveLength(1)
  })

  test('the events of a bag with packages of sixty shipments, which exceed one transaction', async () => {
    const [warehouse, bag] = [await openWarehouse(tenant), await openBag(tenant)]
    const receive = async () => {
      const body = exampleOf(ReceivedParcel)
      return (await tenant.send(`POST /api/v1/warehouse/${warehouse.id}/receive`, { body })).body
    }
    const parcels: any[] = []
    for (let n = 0; n < 6; n++) parcels.push(...(await Promise.all(Array.from({ length: 10 }, receive))))
    for (const { package_id } of parcels) await pack(tenant, bag.id, package_id)
    await put(`bags/${bag.id}/seal`, {})
    await feedWith(tenant, (events) => {
      const sealed = events.filter(({ data }) => data.bag_id === bag.id && data.event_type === 'BAG_SEALED')
      expect(sealed.map(({ data }) => data.shipment_id).sort()).toEqual(
        parcels.map((one) => one.shipment_id).sort(),
      )
    })
  })
})

test('events have consecutive numbers, without gaps or duplicates, under concurrent writes', async () => {
  const busy = await newTenant()
  const booked = await Promise.all(Array.from({ length: 60 }, () => book(busy)))
  const events = await feedWith(busy, (events) => expect(events.length).toBe(120))
  expect(events.map(({ number }) => number)).toEqual(events.map((_, i) => i + 1))
  expect(new Set(events.map(({ id }) => id)).size).toBe(120)
  const matching = events.filter(({ type }) => type === 'shipment.status_changed')
  expect(matching.map(({ data }) => data.shipment_id).sort()).toEqual(booked.map(({ id }) => id).sort())

  const middle = events[49]
  expect(await feedOf(busy, middle.id)).toEqual(events.slice(50))
  expect(await feedOf(busy, middle.id.toUpperCase())).toEqual(events.slice(50))
  expect(await feedOf(busy, events.at(-1).id)).toEqual([])
  const page = await busy.send(`GET /api/v1/events?after=${middle.id}&limit=7&type=shipment.status_changed`)
  expect(page.body).toEqual(events.slice(50, 57).filter(({ type }) => type === 'shipment.status_changed'))
})

test.each(['nonsense', randomUUID(), ''])(
  'the feed answers 422 for an unknown event “%s” to continue after',
  async (after) => {
    const { status, body } = await tenant.send(`GET /api/v1/events?after=${after}`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'after']])
  },
)

test('another company gets no events, and cannot find out whether an event’s id exists', async () => {
  await book(tenant)
  const [first] = await feedWith(tenant, (events) => expect(events).not.toEqual([]))
  const other = await newTenant()
  expect(await feedOf(other)).toEqual([])
  const [foreign, unknown] = await Promise.all(
    [first.id, randomUUID()].map((id) => other.send(`GET /api/v1/events?after=${id}`)),
  )
  expect(foreign!.text).toBe(unknown!.text)
})

test('events contain no personal data', async () => {
  const canary = 'Canary-7Q'
  const { id } = await book(tenant, {
    sender_name: canary,
    recipient_name: canary,
    recipient_phone: canary,
    recipient_address: canary,
    description: canary,
    sender_address: canary,
    sender_phone: canary,
  })
  const { qr_code } = await add(tenant, id, { description: canary })
  const warehouse = await openWarehouse(tenant)
  const scanned = await tenant.send('POST /api/v1/scan-event', {
    body: {
      qr_code,
      warehouse_id: warehouse.id,
      event_type: 'DAMAGED',
      evidence: { notes: canary },
      photo_url: `https://example.com/${canary}`,
    },
  })
  expect(scanned.status).toBe(200)
  await awaitEvent(tenant, 'package.event_created', { shipment_id: id, event_type: 'DAMAGED' })
  expect(JSON.stringify(await feedOf(tenant))).not.toContain(canary)
})

test('each role gets only the types of event that it may read', async () => {
  await scan(tenant, { t: 'pkg', i: randomUUID(), c: 'forged', v: 1 })
  await awaitEvent(tenant, 'scan.rejected', {})
  const call = caller()
  const tokens = await tokensOf(tenant.user.tenant_id)
  const types = async (role: 'operator' | 'viewer' | 'courier') => {
    const { status, body } = await call('GET /api/v1/events?limit=200', { token: tokens[role] })
    return status === 200 ? new Set(body.map((event: any) => event.type)) : status
  }
  expect(await types('operator')).not.toContain('scan.rejected')
  expect(await types('viewer')).toContain('shipment.status_changed')
  expect(await types('courier')).toBe(403)
})
