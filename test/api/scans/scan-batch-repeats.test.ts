import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { add, book, newTenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { after, parcel, scanOf, sendBatch, upload } from './scan-batch.fixture.ts'
import { moscow, packageOf, setUp, tenant, timeline } from './scan-events.fixture.ts'

// A phone sends its scans again until it has the answers. Each takes effect once.
setUp()

const steps = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE', 'READY_FOR_PICKUP']
/** So many packages, two of a shipment, and three scans of each, in turn. */
async function load(count: number) {
  const parcels: any[] = []
  while (parcels.length < count) {
    const { id } = await book(tenant)
    parcels.push(await add(tenant, id), await add(tenant, id))
  }
  const scans = steps.flatMap((type, step) => parcels.map((pkg, n) => scanOf(pkg, type, 60 * step + n)))
  return { parcels, scans }
}

/** Each package has the event of each of its scans once, in order, with the scan's time, under the id in its answer. */
async function expectOnce(parcels: any[], scans: readonly { occurred_at: string }[], results: any[]) {
  for (const [n, pkg] of parcels.entries()) {
    const own = steps.map((_, step) => step * parcels.length + n)
    const events = (await timeline(pkg.id)).slice(1)
    expect(events.map(({ id, event_type, timestamp }: any) => [id, event_type, timestamp])).toEqual(
      own.map((at, step) => [results[at].body.event_id, steps[step], scans[at]!.occurred_at]),
    )
    expect(own.map((at) => results[at].body.status_applied)).toEqual([true, true, true])
    expect((await packageOf(pkg.id)).status).toBe('READY_FOR_PICKUP')
  }
}

test('sixty scans that two clients send at the same time are recorded once, in order', async () => {
  const { parcels, scans } = await load(20)
  const client = () => {
    const call = caller()
    return upload(scans, (key, options) => call(key, { token: tenant.token, ...options }))
  }
  const [one, other] = await Promise.all([client(), client()])
  expect(one.map(({ status }) => status)).toEqual(scans.map(() => 200))
  expect(other).toEqual(one)
  await expectOnce(parcels, scans, one)
})

test('a batch whose function was killed in the middle is continued by its repetition', async () => {
  const { parcels, scans } = await load(4)
  const store = testStore()
  let commits = 0
  const dying = inProcess({
    store: {
      ...store,
      async commit(...args) {
        // The function dies after its fifth transaction, whose response it does not get.
        if (++commits > 5) throw new Error('the function was killed')
        const outcome = await store.commit(...args)
        if (commits === 5) throw new Error('the function was killed')
        return outcome
      },
    },
  })
  await sendBatch(scans, (key, options) => dying.call(key, { token: tenant.token, ...options }))
  expect(commits).toBeGreaterThan(5)
  const results = await upload(scans)
  await expectOnce(parcels, scans, results)
  expect(await upload(scans)).toEqual(results)
})

test('a scan for which no time is left is answered 503, is not carried out, and may be sent again', async () => {
  const store = testStore()
  let timeLeft = 20_000
  const slow = inProcess({
    store: {
      ...store,
      async commit(...args) {
        const outcome = await store.commit(...args)
        timeLeft = 4000
        return outcome
      },
    },
  })
  const context = { getRemainingTimeInMillis: () => timeLeft }
  const until = (key: string, options: { body: object }) =>
    slow.call(key, { token: tenant.token, context, ...options })
  const pkg = await parcel()
  const scans = [scanOf(pkg, 'PACKAGE_SCANNED', 1), scanOf(pkg, 'LABEL_PRINTED', 2)]
  const { results } = (await sendBatch(scans, until)).body
  expect(results).toMatchObject([
    { status: 200, body: { event_type: 'PACKAGE_SCANNED' } },
    {
      status: 503,
      retry_after: 2,
      body: { code: 'unavailable', detail: expect.stringContaining('send it again') },
    },
  ])
  expect(await timeline(pkg.id)).toHaveLength(2)
  const again = await upload(scans)
  expect([again[0], again[1].status]).toEqual([results[0], 200])
})

test('a repetition gets the first answer for 30 days, also an error', async () => {
  const { call, pass } = inProcess()
  const token = await tokenOf(tenant.user.tenant_id, { role: 'warehouse' }, 70 * 24 * 3600)
  const send = async (scans: object[]) =>
    (await sendBatch(scans, (key, options) => call(key, { token, ...options }))).body.results
  const pkg = await parcel()
  const scans = [
    scanOf(pkg, 'PACKAGE_SCANNED', 1),
    scanOf(pkg, 'PACKAGE_SCANNED', 600),
    scanOf(pkg, 'PACKAGE_SCANNED', 1, { qr_code: 'PKG-0000000000' }),
  ]
  const first = await send(scans)
  expect(first.map(({ status }: any) => status)).toEqual([200, 422, 404])
  pass(29 * 24 * 3600)
  expect(await send(scans)).toEqual(first)
  const anew = scanOf(pkg, 'LABEL_PRINTED', 600)
  expect(await send([anew])).toMatchObject([{ status: 200, body: { timestamp: after(pkg, 600) } }])
  pass(2 * 24 * 3600)
  expect((await send(scans))[0], 'later it is too old').toMatchObject({ status: 422 })
})

test('a scan_id is its user’s own, and stands for one scan', async () => {
  const pkg = await parcel()
  const scan = scanOf(pkg, 'LABEL_PRINTED', 1)
  const [own] = await upload([scan])
  const token = await tokenOf(tenant.user.tenant_id, { role: 'operator' })
  const [colleagues] = await upload([scan], (key, options) => tenant.send(key, { token, ...options }))
  expect([own.status, colleagues.status]).toEqual([200, 200])
  expect(colleagues.body.event_id).not.toBe(own.body.event_id)
  const other = await newTenant()
  expect(await upload([scan], other.send)).toMatchObject([
    { status: 404, body: { detail: 'Package not found', reason: 'package_not_found', params: {} } },
  ])
  for (const change of [{ event_type: 'DELIVERED' }, { occurred_at: after(pkg, 2) }]) {
    const [refused] = await upload([{ ...scan, ...change }])
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'scan_id']])
  }
  const inCapitals = { ...scan, scan_id: scan.scan_id.toUpperCase(), warehouse_id: moscow.id.toUpperCase() }
  const { results } = (await sendBatch([inCapitals])).body
  expect(results).toEqual([own])
  expect(await timeline(pkg.id)).toHaveLength(3)
})
