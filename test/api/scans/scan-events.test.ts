import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import {
  addCourier,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
  newParcel,
} from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  setUp,
  moscow,
  packageOf,
  scan,
  send,
  storedOf,
  tbilisi,
  tenant,
  timeline,
} from './scan-events.fixture.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

setUp()

const parcel = async () => newParcel(tenant)

describe('a scan event', () => {
  test('is recorded with its place and time, changes the package’s status, and returns the next actions', async () => {
    const pkg = await parcel()
    const evidence = { actor_id: randomUUID(), notes: 'Corner dented' }
    const photo_url = 'https://photos.example/1.jpg'
    const body = await scan(pkg, 'PACKAGE_SCANNED', moscow, { evidence, photo_url })
    expect(body).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      package_id: pkg.id,
      qr_code: pkg.qr_code,
      event_type: 'PACKAGE_SCANNED',
      timestamp: expect.stringMatching(/Z$/),
      warehouse_current: 'MOW-1',
      next_actions: ['PRINT_LABEL', 'ASSIGN_TO_BAG'],
      status: 'IN_WAREHOUSE',
      status_applied: true,
    })
    const last = (await timeline(pkg.id)).at(-1)
    expect(last).toMatchObject({
      id: body.event_id,
      event_type: 'PACKAGE_SCANNED',
      location: 'MOW-1',
      timestamp: body.timestamp,
    })
    expect(JSON.stringify(await timeline(pkg.id))).not.toContain('dented')
  })

  test('finds its package by its code in any form, or by the content of its label’s QR code', async () => {
    const pkg = await parcel()
    const [, code] = pkg.qr_code.split('-')
    for (const qr_code of [
      pkg.qr_code,
      pkg.qr_code.toLowerCase(),
      `PKG_${code}`,
      ` ${pkg.qr_code} `,
      JSON.stringify(pkg.qr_data),
    ])
      expect((await scan({ qr_code }, 'LABEL_PRINTED')).package_id).toBe(pkg.id)
    for (const qr_code of ['PKG-0000000000', '{"t":"bag","i":"x"}', '{']) {
      const { status, body } = await send('POST /api/v1/scan-event', {
        qr_code,
        warehouse_id: moscow.id,
        event_type: 'PACKAGE_SCANNED',
      })
      expect([status, body.detail]).toEqual([404, 'Package not found'])
    }
    const other = await newTenant()
    for (const qr_code of [pkg.qr_code, JSON.stringify(pkg.qr_data)]) {
      const foreign = { qr_code, warehouse_id: moscow.id, event_type: 'PACKAGE_SCANNED' }
      expect((await other.send('POST /api/v1/scan-event', { body: foreign })).status).toBe(404)
    }
  })

  test('of a forged label is refused, changes nothing, and managers learn of it', async () => {
    const pkg = await parcel()
    const forgeries = [
      { ...pkg.qr_data, c: 'f'.repeat(64) },
      { ...pkg.qr_data, v: 99 },
      { t: 'pkg', i: pkg.id },
      { ...pkg.qr_data, i: randomUUID() },
    ]
    for (const label of forgeries) {
      const body = { qr_code: JSON.stringify(label), warehouse_id: moscow.id, event_type: 'DELIVERED' }
      const refused = await send('POST /api/v1/scan-event', body)
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('may be forged')])
    }
    expect((await tenant.send(`GET /api/v1/packages/${pkg.id}`)).body.status).toBe('CREATED')
    await waitFor(async () => {
      const { body } = await tenant.send('GET /api/v1/events?type=scan.rejected&limit=200')
      const ids = body.map(({ data }: { data: { scan_id: string } }) => data.scan_id)
      expect(ids).toHaveLength(forgeries.length)
      const { body: scan } = await tenant.send(`GET /api/v1/scans/${ids[0]}`)
      expect(scan).toMatchObject({ validation_result: 'hmac_invalid', entity_type: 'pkg', entity_id: pkg.id })
    })
  })

  test('has a photo by https only, and is recorded without another', async () => {
    const pkg = await parcel()
    const scanWith = (photo_url: string) =>
      send('POST /api/v1/scan-event', {
        qr_code: pkg.qr_code,
        warehouse_id: moscow.id,
        event_type: 'PACKAGE_SCANNED',
        photo_url,
      })
    expect((await scanWith('https://example.com/photo.jpg')).body).not.toHaveProperty('warnings')
    for (const photo_url of [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'http://example.com/photo.jpg',
      'file:///etc/passwd',
    ]) {
      const { status, body } = await scanWith(photo_url)
      expect([status, body.warnings]).toEqual([200, ['photo_url: A URL that begins with https://']])
    }
    const photos = (await storedOf(pkg.shipment_id)).flatMap((event) => event.photo_url ?? [])
    expect(photos).toEqual(['https://example.com/photo.jpg'])
  })

  test('that does not fit the package’s status is recorded, but has no effect', async () => {
    const pkg = await parcel()
    await scan(pkg, 'DELIVERED')
    const types = ['PACKAGE_SCANNED', 'DELIVERED', 'RETURNED', 'BAG_LOADED', 'ASSIGNED_TO_BAG', 'MY_OWN_TYPE']
    for (const type of types) {
      const body = await scan(pkg, type)
      expect([body.event_type, body.status, body.status_applied, body.next_actions]).toEqual([
        type,
        'DELIVERED',
        false,
        [],
      ])
    }
    const withoutEffect = (await timeline(pkg.id)).filter((event: any) => event.status_applied === false)
    expect(withoutEffect.map((event: any) => event.event_type)).toEqual(types)
    const { tracking_id } = (await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body
    const shown = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.events.map(
      (event: any) => event.event_type,
    )
    expect(shown).toEqual(['SHIPMENT_CREATED', 'PACKAGE_CREATED', 'DELIVERED'])
    for (const event_type of ['delivered', 'X', '', '1A'])
      expect(
        (await send('POST /api/v1/scan-event', { qr_code: pkg.qr_code, warehouse_id: moscow.id, event_type }))
          .status,
      ).toBe(422)
  })

  test('can set and clear an exception', async () => {
    const pkg = await parcel()
    await scan(pkg, 'ARRIVED_AT_WAREHOUSE', tbilisi)
    const held = await scan(pkg, 'CUSTOMS_HOLD', tbilisi, { evidence: { notes: 'Invoice missing' } })
    expect([held.status, held.next_actions]).toEqual(['ARRIVED', ['RESOLVE_EXCEPTION', 'CONSOLIDATE']])
    const { next_actions } = await scan(await newParcel(tenant), 'CUSTOMS_HOLD', tbilisi)
    expect(next_actions, 'it may not be packed').toEqual(['RESOLVE_EXCEPTION', 'PRINT_LABEL'])
    expect((await packageOf(pkg.id)).exception).toEqual({
      code: 'CUSTOMS_HOLD',
      since: held.timestamp,
      note: 'Invoice missing',
    })
    expect((await scan(pkg, 'CUSTOMS_CLEARED', tbilisi)).next_actions).toEqual(['CONSOLIDATE'])
    expect((await packageOf(pkg.id)).exception).toBe(null)
    expect((await scan(pkg, 'DAMAGED', tbilisi)).next_actions[0]).toBe('RESOLVE_EXCEPTION')
    expect((await scan(pkg, 'DELIVERED', tbilisi)).next_actions).toEqual([])
    expect((await packageOf(pkg.id)).exception).toBe(null)
  })

  test('has the time that the scanner sends, but none before the package was created or in the future', async () => {
    const { call, pass } = inProcess()
    const pkg = await parcel()
    pass(600)
    const at = async (occurred_at: string) => {
      const body = { qr_code: pkg.qr_code, warehouse_id: moscow.id, event_type: 'LABEL_PRINTED', occurred_at }
      return (await call('POST /api/v1/scan-event', { token: tenant.token, body })).body.timestamp
    }
    const later = new Date(Date.parse(pkg.created_at) + 60_000).toISOString()
    expect(await at(later)).toBe(later)
    expect(await at('2001-01-01T00:00:00Z')).toBe(pkg.created_at)
    expect(Date.parse(await at('2999-01-01T00:00:00+02:00'))).toBeLessThan(Date.parse(pkg.created_at) + 901_000)
  })

  test('returns the right next actions for a parcel in a bag, on a flight and on arrival', async () => {
    const [pkg, bag, flight, courier] = [
      await parcel(),
      await openBag(tenant, { warehouse_id: moscow.id }),
      await schedule(tenant),
      await addCourier(tenant),
    ]
    const next = async () => (await scan(pkg, 'LABEL_PRINTED')).next_actions
    await pack(tenant, bag.id, pkg.id)
    expect(await next()).toEqual(['SEAL_BAG', 'ASSIGN_COURIER'])
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    expect(await next()).toEqual(['ASSIGN_COURIER', 'CHECK_IN_BAG'])
    await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    expect(await next()).toEqual(['CHECK_IN_BAG'])
    expect((await scan(pkg, 'BAG_LOADED')).status_applied).toBe(false)
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, exampleOf(CheckIn))
    expect(await next()).toEqual(['LOAD_BAG'])
    expect(await scan(pkg, 'BAG_LOADED')).toMatchObject({
      status: 'IN_TRANSIT',
      status_applied: true,
      next_actions: ['CONFIRM_ARRIVAL'],
    })
    // A scan at the bag's origin before the flight has landed has no effect: the package is still in transit.
    expect(await scan(pkg, 'PACKAGE_SCANNED', moscow)).toMatchObject({
      status: 'IN_TRANSIT',
      status_applied: false,
    })
    expect(await scan(pkg, 'PACKAGE_SCANNED', tbilisi)).toMatchObject({
      status: 'ARRIVED',
      status_applied: true,
      next_actions: ['CONSOLIDATE'],
    })
  })
})

test('a package that is scanned on arrival while its bag is still open is removed from the bag', async () => {
  const [pkg, bag] = [await parcel(), await openBag(tenant)]
  await pack(tenant, bag.id, pkg.id)
  expect((await scan(pkg, 'ARRIVED_AT_WAREHOUSE', tbilisi)).status).toBe('ARRIVED')
  const { body } = await send(`GET /api/v1/bags/${bag.id}`)
  expect([body.total_packages, body.total_weight_kg]).toEqual([0, 0])
})

test('a package that is set to ARRIVED with a warehouse is consolidated in that warehouse', async () => {
  const pkg = await parcel()
  const { status } = await send(`PUT /api/v1/packages/${pkg.id}`, {
    status: 'ARRIVED',
    warehouse_id: tbilisi.id,
  })
  expect(status).toBe(200)
  expect((await timeline(pkg.id)).at(-1)).toMatchObject({
    event_type: 'ARRIVED_AT_WAREHOUSE',
    location: 'TBS-1',
  })
  const expectConsolidated = async () => {
    const { body } = await send(`POST /api/v1/warehouse/${tbilisi.id}/consolidate`)
    expect(body.shipments.map((shipment: any) => shipment.shipment_id)).toContain(pkg.shipment_id)
  }
  await waitFor(expectConsolidated, { timeout: seconds(10), interval: 100 })
  expect((await packageOf(pkg.id)).status).toBe('READY_FOR_PICKUP')
})
