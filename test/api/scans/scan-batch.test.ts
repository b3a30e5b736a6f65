import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { addCourier, exampleOf, openBag, pack } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOfCourier } from '../../support/in-process/tokens.ts'
import { after, parcel, scanOf, sendBatch, upload } from './scan-batch.fixture.ts'
import { moscow, packageOf, send, setUp, tbilisi, tenant, timeline } from './scan-events.fixture.ts'

setUp()

const statuses = (results: any[]) => results.map(({ status }) => status)

describe('a batch of scans', () => {
  test('has the answers of scan-event, and applies the scans of a package in the order sent, however it is named', async () => {
    const pkg = await parcel()
    const byLabel = { qr_code: JSON.stringify(pkg.qr_data) }
    const results = await upload([
      scanOf(pkg, 'PACKAGE_SCANNED', 1),
      scanOf(pkg, 'ARRIVED_AT_WAREHOUSE', 2, byLabel),
      scanOf(pkg, 'READY_FOR_PICKUP', 3, { qr_code: pkg.qr_code.toLowerCase() }),
      scanOf(pkg, 'DELIVERED', 4, byLabel),
    ])
    expect(results[0]).toEqual({
      scan_id: expect.any(String),
      status: 200,
      body: {
        event_id: expect.any(String),
        package_id: pkg.id,
        qr_code: pkg.qr_code,
        event_type: 'PACKAGE_SCANNED',
        timestamp: after(pkg, 1),
        warehouse_current: 'MOW-1',
        next_actions: ['PRINT_LABEL', 'ASSIGN_TO_BAG'],
        status: 'IN_WAREHOUSE',
        status_applied: true,
      },
    })
    expect(results.map(({ body }) => [body.status, body.status_applied])).toEqual(
      ['IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'].map((status) => [status, true]),
    )
  })

  test('has scans of bags between those of packages', async () => {
    const [bag, pkg] = [await openBag(tenant, { warehouse_id: moscow.id }), await parcel()]
    await pack(tenant, bag.id, pkg.id)
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, exampleOf(CheckIn))
    const ofBag = { qr_code: JSON.stringify(bag.qr_data) }
    const results = await upload([
      scanOf(pkg, 'BAG_LOADED', 1, ofBag),
      scanOf(pkg, 'ARRIVED_AT_WAREHOUSE', 2, ofBag),
      scanOf(pkg, 'PACKAGE_SCANNED', 3),
    ])
    expect(results.map(({ body }) => body.status)).toEqual(['IN_TRANSIT', 'IN_TRANSIT', 'ARRIVED'])
    expect((await timeline(pkg.id)).slice(-3).map(({ timestamp }: any) => timestamp)).toEqual(
      [1, 2, 3].map((seconds) => after(pkg, seconds)),
    )
  })

  test('is listed by the time of each scan, while statuses follow the order of arrival', async () => {
    const pkg = await parcel()
    await upload([scanOf(pkg, 'DELIVERED', 50)])
    const [late] = await upload([scanOf(pkg, 'PACKAGE_SCANNED', 20)])
    expect([late.status, late.body.status, late.body.status_applied]).toEqual([200, 'DELIVERED', false])
    const own = (await timeline(pkg.id)).map(({ event_type, timestamp, recorded_at }: any) => {
      expect(recorded_at < timestamp || event_type === 'PACKAGE_CREATED').toBe(true)
      return [event_type, timestamp]
    })
    const expected = [
      ['PACKAGE_SCANNED', after(pkg, 20)],
      ['DELIVERED', after(pkg, 50)],
    ]
    expect(own.slice(1)).toEqual(expected)
    const { tracking_id } = (await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body
    const { events, finished_at } = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
    const [scanned, delivered] = events.slice(-2)
    expect([scanned.event_type, delivered.event_type]).toEqual(['PACKAGE_SCANNED', 'DELIVERED'])
    // The clock of the phone is ahead; what recipients see is never in the future.
    expect(delivered.timestamp <= new Date().toISOString()).toBe(true)
    expect([scanned.timestamp, finished_at]).toEqual([delivered.timestamp, delivered.timestamp])
  })

  test('is carried out beyond the hour’s limit of QR scans', async () => {
    const { call } = inProcess({ variables: { SCANS_PER_HOUR: '1' } })
    const { token } = tenant
    const pkg = await parcel()
    const scan = async () =>
      (await call('POST /api/v1/scans', { token, body: { qr_data: pkg.qr_data } })).body.validation_result
    expect([await scan(), await scan()]).toEqual(['valid', 'rate_limited'])
    const scans = [1, 2].map((seconds) => scanOf(pkg, 'LABEL_PRINTED', seconds))
    expect(statuses(await upload(scans, (key, options) => call(key, { token, ...options })))).toEqual([
      200, 200,
    ])
  })
})

describe('an error in a batch', () => {
  test('is that of scan-event, and concerns its own scan only', async () => {
    const [pkg, other, bag] = [await parcel(), await parcel(), await openBag(tenant)]
    const wrong = [
      { qr_code: 'PKG-0000000000' },
      { qr_code: 'x'.repeat(2000) },
      { qr_code: JSON.stringify({ ...pkg.qr_data, c: 'forged' }) },
      { qr_code: JSON.stringify(bag.qr_data) },
      { event_type: 'lower case', photo_url: 'http://example.com/photo.jpg' },
      { qr_code: 7, evidence: [] },
      { occurred_at: 'yesterday' },
      { warehouse_id: 'WH-1' },
    ]
    const scans = [
      scanOf(pkg, 'PACKAGE_SCANNED', 1),
      ...wrong.map((fields) => scanOf(pkg, 'PACKAGE_SCANNED', 1, fields)),
      scanOf(other, 'PACKAGE_SCANNED', 1),
    ]
    const results = await upload(scans)
    expect(statuses(results)).toEqual([200, 404, 404, 400, 422, 422, 422, 422, 422, 200])
    for (const [n, { scan_id: _, ...scan }] of scans.slice(1, -1).entries()) {
      const { status, body } = await send('POST /api/v1/scan-event', scan)
      expect([results[n + 1].status, results[n + 1].body]).toEqual([status, body])
    }
    for (const { id } of [pkg, other]) expect((await packageOf(id)).status).toBe('IN_WAREHOUSE')
  })

  test('is 422 for a time that is more than 30 days ago, or more than five minutes ahead', async () => {
    const pkg = await parcel()
    const day = 24 * 3600
    const inTime = [-29 * day, 0, 280]
    const tooFar = [-31 * day, 400, 31 * day]
    const results = await upload([...inTime, ...tooFar].map((seconds) => scanOf(pkg, 'LABEL_PRINTED', seconds)))
    expect(statuses(results)).toEqual([200, 200, 200, 422, 422, 422])
    for (const { body } of results.slice(3)) expect(body.detail[0].loc).toEqual(['body', 'occurred_at'])
    expect(results[0].body.timestamp, 'no earlier than the package').toBe(pkg.created_at)
  })

  test('refuses the whole batch if a scan has no id, or if there are none or more than a hundred', async () => {
    const pkg = await parcel()
    const many = Array.from({ length: 101 }, (_, n) => scanOf(pkg, 'LABEL_PRINTED', n))
    const { scan_id: _, ...nameless } = many[0]!
    for (const [events, loc] of [
      [[], ['body', 'events']],
      [many, ['body', 'events']],
      [
        [many[0], nameless],
        ['body', 'events', 1, 'scan_id'],
      ],
      [
        [many[0], 'scan'],
        ['body', 'events', 1],
      ],
    ] as const) {
      const { status, body } = await sendBatch(events as object[])
      expect([status, body.detail?.[0]?.loc]).toEqual([422, loc])
    }
    const { status, body } = await send('POST /api/v1/scan-events/batch', { events: [many[0]] })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'device_id']])
    expect((await timeline(pkg.id)).length).toBe(1)
  })

  test('is 404 for a courier who scans what is in no bag of theirs, or names a new warehouse', async () => {
    const [courier, pkg, other] = [await addCourier(tenant), await parcel(), await parcel()]
    const bag = await openBag(tenant, { courier_id: courier.id })
    await pack(tenant, bag.id, pkg.id)
    const token = await tokenOfCourier(tenant.user.tenant_id, courier.id)
    const scans = [
      scanOf(pkg, 'LABEL_PRINTED', 1),
      scanOf(other, 'LABEL_PRINTED', 1),
      scanOf(pkg, 'LABEL_PRINTED', 1, { warehouse_id: randomUUID() }),
      scanOf(pkg, 'LABEL_PRINTED', 1, { warehouse_id: tbilisi.id }),
    ]
    const results = await upload(scans, (key, options) => tenant.send(key, { token, ...options }))
    expect(results.map(({ status, body }) => [status, body.detail])).toEqual([
      [200, undefined],
      [404, 'Package not found'],
      [404, 'Warehouse not found'],
      [200, undefined],
    ])
  })
})
