import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { add, book, exampleOf, openCase, openWarehouse } from '../../support/api/tenant.ts'
import { setUp, moscow, packageOf, scan, send, tenant, timeline } from './scan-events.fixture.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

setUp()

describe('receiving a parcel', () => {
  test('creates a shipment with one package, with the warehouse’s city as origin', async () => {
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

  test('shows publicly which warehouse took the parcel in at its counter', async () => {
    const here = await openWarehouse(tenant, { name: 'Airport counter' })
    const { body } = await send(`POST /api/v1/warehouse/${here.id}/receive`, exampleOf(ReceivedParcel))
    const booked = await book(tenant)
    await add(tenant, booked.id)
    const track = async ({ tracking_id }: { tracking_id: string }) => {
      const { status, received_at_warehouse: at } = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
      return [status, at]
    }
    expect(await track(body)).toEqual(['RECEIVED', 'Airport counter'])
    expect(await track(booked)).toEqual(['RECEIVED', undefined])
    await scan(body, 'PACKAGE_SCANNED', here)
    expect(await track(body)).toEqual(['PREPARING', 'Airport counter'])
  })

  test('creates the warehouse on first use, and accepts every field of a shipment', async () => {
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
    const { body: tracked } = await tenant.call(`GET /api/v1/track/${body.tracking_id}`)
    expect(tracked.received_at_warehouse, 'nothing is known of the warehouse').toBe('')
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
  /** Retries a check, because the list of arrivals is eventually consistent. */
  const eventually = <T>(check: () => Promise<T>) => waitFor(check, { timeout: seconds(10), interval: 100 })

  test('makes a shipment ready once all its packages have arrived, and changes nothing when repeated', async () => {
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
          packages_lost: 1,
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

  test('leaves a shipment waiting while customs hold a package of it, and makes it ready once they clear it', async () => {
    const here = await openWarehouse(tenant, { code: 'HUB-7' })
    const shipment = await book(tenant)
    const one = await add(tenant, shipment.id)
    for (const event of ['ARRIVED_AT_WAREHOUSE', 'CUSTOMS_HOLD']) await scan(one, event, here)
    const checked = async () => {
      const body = await consolidate(here)
      expect(body.shipments_checked).toBe(1)
      return body.shipments[0]
    }
    expect(await eventually(checked)).toMatchObject({
      status: 'CONSOLIDATING',
      ready: false,
      packages_arrived: 1,
    })
    expect((await packageOf(one.id)).status).toBe('ARRIVED')
    await scan(one, 'CUSTOMS_CLEARED', here)
    expect(await eventually(checked)).toMatchObject({ status: 'READY_FOR_PICKUP', ready: true })
  })

  test('previews without a change, and warns of what goes on to another city or has an open case', async () => {
    const here = await openWarehouse(tenant, { code: 'HUB-8', city: 'Tbilisi', airport_code: 'TBS' })
    const arrived = async (destination: string) => {
      const shipment = await book(tenant, { destination })
      const one = await add(tenant, shipment.id)
      await scan(one, 'ARRIVED_AT_WAREHOUSE', here)
      return { shipment, one }
    }
    const [tbilisi, batumi, damaged, village] = [
      await arrived('Tbilisi'),
      await arrived('Batumi'),
      await arrived('Tbilisi'),
      await arrived('Ushguli'),
    ]
    await openCase(tenant, { kind: 'DAMAGE', package_ids: [damaged.one.id] })
    const preview = await eventually(async () => {
      const body = await consolidate(here, { preview: true })
      expect(body.shipments_checked).toBe(4)
      return body
    })
    expect(preview.ready_count).toBe(4)
    const warningsOf = ({ shipment }: { shipment: { id: string } }) =>
      preview.shipments.find(({ shipment_id }: any) => shipment_id === shipment.id)
    const unchanged = { ready: true, status: 'CONSOLIDATING' }
    expect(warningsOf(tbilisi)).toMatchObject({ ...unchanged, destination: 'Tbilisi (TBS)', warnings: [] })
    expect(warningsOf(batumi)).toMatchObject({
      ...unchanged,
      destination: 'Batumi (BUS)',
      warnings: ['other_destination'],
    })
    expect(warningsOf(damaged)).toMatchObject({ ...unchanged, warnings: ['open_case'] })
    expect(warningsOf(village)).toMatchObject({ ...unchanged, destination: 'Ushguli', warnings: [] })
    expect((await packageOf(tbilisi.one.id)).status).toBe('ARRIVED')

    const chosen = await consolidate(here, { shipment_ids: [tbilisi.shipment.id, damaged.shipment.id] })
    expect(chosen).toMatchObject({ shipments_checked: 2, ready_count: 2, more: false })
    const statuses = [tbilisi, damaged, batumi, village].map(
      async ({ one }) => (await packageOf(one.id)).status,
    )
    expect(await Promise.all(statuses)).toEqual(['READY_FOR_PICKUP', 'READY_FOR_PICKUP', 'ARRIVED', 'ARRIVED'])
  })

  test('checks 25 shipments per request, each once, with a cursor for the next ones', async () => {
    const here = await openWarehouse(tenant, { code: 'HUB-2' })
    const shipments = await Promise.all(Array.from({ length: 28 }, () => book(tenant)))
    // The second package of each shipment never arrives, so the shipments wait.
    await Promise.all(
      shipments.map(async ({ id }) => {
        const [one] = [await add(tenant, id), await add(tenant, id)]
        await scan(one, 'ARRIVED_AT_WAREHOUSE', here)
      }),
    )
    const cursor = await eventually(async () => {
      const first = await consolidate(here)
      expect([first.shipments_checked, first.more]).toEqual([25, true])
      const rest = await consolidate(here, { cursor: first.next_cursor })
      expect([rest.shipments_checked, rest.more]).toEqual([3, false])
      const seen = [...first.shipments, ...rest.shipments].map((one: any) => one.shipment_id)
      expect(new Set(seen)).toEqual(new Set(shipments.map(({ id }) => id)))
      return first.next_cursor
    })
    const elsewhere = await send(`POST /api/v1/warehouse/${moscow.id}/consolidate`, { cursor })
    expect([elsewhere.status, elsewhere.body.detail?.[0]?.loc]).toEqual([422, ['body', 'cursor']])
  })
})
