import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newTenant, openBag, pack, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { findOf } from '../../support/routes/records.ts'
import {
  close,
  depart,
  findsOf,
  flown,
  found,
  open,
  openCasesOf,
  packageOf,
  reportOf,
} from './unloading.fixture.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const parcel = async () => newParcel(tenant)
const scanned = async (qr_code: string, warehouse_id: string, event_type = 'ARRIVED_AT_WAREHOUSE') =>
  (await tenant.send('POST /api/v1/scan-event', { body: { qr_code, event_type, warehouse_id } })).body
const outcomes = (results: any[]) => results.map(({ status, body }) => body.outcome ?? status)
const eventsOf = async (id: string) =>
  (await tenant.send(`GET /api/v1/packages/${id}/events`)).body.map(({ event_type }: any) => event_type)

test('a bag of five: what two workers find counts once, and the missing one is found later', async () => {
  const [{ bag, packages, ids }, foreign] = await Promise.all([flown(tenant, 5), parcel()])
  const { id, ...opened } = (await open(tenant, bag)).body
  expect(opened).toMatchObject({ bag_id: bag, status: 'OPEN', expected: ids, missing: ids, found: [] })
  const four = packages.slice(0, 4)
  const worker = async () => {
    const finds = [...findsOf(four), ...findsOf([foreign]), ...findsOf(four)]
    return [...(await found(tenant, id, finds)), ...(await found(tenant, id, finds))]
  }
  const answers = (await Promise.all([worker(), worker()])).flat()
  expect(new Set(outcomes(answers))).toEqual(new Set(['FOUND', 'EXCESS']))
  const last = packages[4].id as string
  const lists = { missing: [last], excess: [foreign.id], misrouted: [], damaged: [] }
  const counts = { expected: 5, found: 4, missing: 1, excess: 1, misrouted: 0, damaged: 0 }
  expect(await reportOf(tenant, id)).toMatchObject({ ...lists, counts })
  const arrivals = async ({ id }: any) =>
    (await eventsOf(id)).filter((type: string) => type === 'ARRIVED_AT_WAREHOUSE').length
  expect(await Promise.all(four.map(arrivals)), 'of the bag, and their own').toEqual([2, 2, 2, 2])
  expect(await arrivals(foreign)).toBe(1)

  const closed = await close(tenant, id)
  expect([closed.status, closed.body]).toMatchObject([
    200,
    { status: 'CLOSED', closed_by: tenant.user.id, counts },
  ])
  const [missing, ...others] = await openCasesOf(tenant, last)
  expect([missing, others]).toMatchObject([{ kind: 'SHORTAGE', code: 'MISSING', package_ids: [last] }, []])
  expect(await packageOf(tenant, last)).toMatchObject({ status: 'IN_TRANSIT', exception: { code: 'MISSING' } })
  for (const one of [...four, foreign]) expect(await openCasesOf(tenant, one.id)).toEqual([])
  expect((await close(tenant, id)).status).toBe(409)

  const [late] = await found(tenant, id, findsOf([packages[4]]))
  expect(late.body).toMatchObject({ outcome: 'FOUND', counted: true, status: 'ARRIVED', status_applied: true })
  expect((await tenant.send(`GET /api/v1/cases/${missing.id}`)).body).toMatchObject({
    status: 'RESOLVED',
    resolved_by: tenant.user.id,
  })
  expect(await packageOf(tenant, last)).toMatchObject({ status: 'ARRIVED', exception: null })
  expect((await reportOf(tenant, id)).counts).toEqual({ ...counts, found: 5, missing: 0 })
})

describe('opening', () => {
  test('expects what the bag still holds, and records that it has arrived', async () => {
    const { bag, packages, ids } = await flown(tenant, 3)
    await scanned(packages[0].qr_code, randomUUID())
    const { body } = await open(tenant, bag)
    expect(body.expected).toEqual(ids.filter((id) => id !== packages[0].id))
    expect((await tenant.send(`GET /api/v1/bags/${bag}`)).body.arrived_at).toBe(body.created_at)
    expect(await eventsOf(packages[1].id)).toContain('ARRIVED_AT_WAREHOUSE')
  })

  test('again, also by others at once, returns the open one; after its end another', async () => {
    const [{ bag }, warehouse] = [await flown(tenant, 1), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(tenant, bag, {}, warehouse)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    const [first] = [...ids]
    expect((await open(tenant, bag)).body.id, 'of another warehouse').not.toBe(first)
    await close(tenant, first)
    const { id: second } = (await open(tenant, bag, {}, warehouse)).body
    expect(second).not.toBe(first)
    await waitFor(async () => {
      const { body } = await tenant.send(`GET /api/v1/warehouse/${warehouse}/unloadings`)
      expect(body.map(({ id, status }: any) => [id, status])).toEqual([
        [second, 'OPEN'],
        [first, 'CLOSED'],
      ])
    })
    await close(tenant, second)
    const [missing] = (await reportOf(tenant, second)).missing
    expect(await openCasesOf(tenant, missing), 'it was missing already').toHaveLength(1)
  })

  test('with a broken seal opens a case of what is expected, once, also if it is reported later', async () => {
    const [{ bag, ids }, warehouse] = [await flown(tenant, 2), randomUUID()]
    const { body: sound } = await open(tenant, bag, { seal_intact: true }, warehouse)
    expect([sound.seal_intact, await openCasesOf(tenant, ids[0]!)]).toEqual([true, []])
    for (const seal_intact of [false, false, true])
      expect((await open(tenant, bag, { seal_intact }, warehouse)).body.seal_intact).toBe(false)
    const [damage, ...others] = await openCasesOf(tenant, ids[0]!)
    expect([damage.kind, damage.package_ids.toSorted(), others]).toEqual(['DAMAGE', ids, []])
    const empty = await openBag(tenant)
    expect((await open(tenant, empty.id, { seal_intact: false })).body).toMatchObject({
      seal_intact: false,
      expected: [],
      counts: { expected: 0 },
    })
  })

  test('is 404 for a bag that does not exist, or that another company has', async () => {
    const theirs = await openBag(await newTenant())
    for (const bag of [randomUUID(), theirs.id]) {
      const { status, body } = await open(tenant, bag)
      expect([status, body.detail]).toEqual([404, 'Bag not found'])
    }
  })
})

describe('a find', () => {
  test('stands alone: an unknown code, a forged label and a bag’s label do not affect the others', async () => {
    const { bag, packages } = await flown(tenant, 2)
    const { id } = (await open(tenant, bag)).body
    const { qr_data } = await packageOf(tenant, packages[1].id)
    const { qr_data: ofBag } = (await tenant.send(`GET /api/v1/bags/${bag}`)).body
    const finds = [
      findOf('PKG-0000000000'),
      findOf(JSON.stringify({ ...qr_data, c: 'f'.repeat(64) })),
      findOf(JSON.stringify(ofBag)),
      findOf('not a label'),
      findOf(packages[0].qr_code),
      findOf(JSON.stringify(qr_data)),
    ]
    expect(outcomes(await found(tenant, id, finds))).toEqual([404, 400, 404, 404, 'FOUND', 'FOUND'])
    expect((await reportOf(tenant, id)).counts).toMatchObject({ found: 2, missing: 0 })
    const nowhere = await tenant.send(`POST /api/v1/unloadings/${randomUUID()}/finds`, { body: { finds } })
    expect([nowhere.status, nowhere.body.detail]).toEqual([404, 'Unloading not found'])
  })

  test('under the same id gets the first answer, and 422 with other content', async () => {
    const { bag, packages } = await flown(tenant, 1)
    const { id } = (await open(tenant, bag)).body
    const [find] = findsOf(packages)
    const [first] = await found(tenant, id, [find!])
    expect(first.body).toMatchObject({ counted: true, status_applied: true })
    expect(await found(tenant, id, [find!, findOf(packages[0].qr_code)])).toMatchObject([
      first,
      { body: { outcome: 'FOUND', counted: false, status: 'ARRIVED', status_applied: false } },
    ])
    const [other] = await found(tenant, id, [{ ...find!, condition: 'DAMAGED' }])
    expect([other.status, other.body.detail[0].loc]).toEqual([422, ['body', 'find_id']])
    expect(await eventsOf(packages[0].id)).not.toContain('DAMAGED')
  })

  test('is recorded with the beginning of a note that is too long, and without one that cannot be used', async () => {
    const { bag, packages } = await flown(tenant, 3)
    const { id } = (await open(tenant, bag)).body
    const notes = [`Corner dented: ${'🛫'.repeat(986)}`, 'half \ud83d', 'Wet']
    const finds = notes.flatMap((note, n) => findsOf([packages[n]], { condition: 'DAMAGED', note }))
    const results = await found(tenant, id, finds)
    expect(outcomes(results)).toEqual(['FOUND', 'FOUND', 'FOUND'])
    expect(results.map(({ body }) => body.warnings)).toEqual([
      ['note: At most 1000 characters; the rest is left out'],
      ['note: The text has U+D83D, which is no character of Unicode: remove it'],
      undefined,
    ])
    const cases = await Promise.all(packages.map(async (one) => (await openCasesOf(tenant, one.id))[0]))
    expect(cases.map(({ note }) => note)).toEqual([`Corner dented: ${'🛫'.repeat(985)}`, '', 'Wet'])
    expect(await found(tenant, id, finds), 'sent again').toEqual(results)
  })

  test('of a package of another bag in transit is misrouted, and stays with that bag', async () => {
    const [{ bag }, other, bagged] = [await flown(tenant, 1), await flown(tenant, 1), await parcel()]
    const open1 = await openBag(tenant)
    await pack(tenant, open1.id, bagged.id)
    const { id, warehouse_id } = (await open(tenant, bag)).body
    const results = await found(tenant, id, findsOf([other.packages[0], bagged]))
    expect(results.map(({ body }) => [body.outcome, body.status])).toEqual([
      ['MISROUTED', 'IN_TRANSIT'],
      ['EXCESS', 'ARRIVED'],
    ])
    expect(await reportOf(tenant, id)).toMatchObject({ misrouted: other.ids, excess: [bagged.id] })
    const { body } = await open(tenant, other.bag, {}, warehouse_id)
    expect(body.missing).toEqual(other.ids)
    expect(outcomes(await found(tenant, body.id, findsOf(other.packages)))).toEqual(['FOUND'])
  })

  test('of a damaged package opens a case, once, also if a second find sees the damage', async () => {
    const { bag, packages } = await flown(tenant, 1)
    const [{ id: package_id }] = packages
    const { id } = (await open(tenant, bag)).body
    const damaged = { condition: 'DAMAGED', note: 'wet' }
    await found(tenant, id, findsOf(packages))
    const seen = await found(tenant, id, [...findsOf(packages, damaged), ...findsOf(packages, damaged)])
    expect(seen.map(({ body }) => [body.condition, body.counted])).toEqual(Array(2).fill(['DAMAGED', false]))
    expect(await openCasesOf(tenant, package_id)).toMatchObject([{ kind: 'DAMAGE', note: 'wet' }])
    expect(await packageOf(tenant, package_id)).toMatchObject({ exception: { code: 'DAMAGED', note: 'wet' } })
    expect((await reportOf(tenant, id)).damaged).toEqual([package_id])
    expect((await eventsOf(package_id)).filter((type: string) => type === 'DAMAGED')).toHaveLength(1)
  })

  test('late and damaged settles that the package was missing, and opens the case of its damage', async () => {
    const { bag, packages, ids } = await flown(tenant, 1)
    const { id } = (await open(tenant, bag)).body
    await close(tenant, id)
    await found(tenant, id, findsOf(packages, { condition: 'DAMAGED' }))
    expect(await openCasesOf(tenant, ids[0]!)).toMatchObject([{ kind: 'DAMAGE' }])
    expect(await packageOf(tenant, ids[0]!)).toMatchObject({
      status: 'ARRIVED',
      exception: { code: 'DAMAGED' },
    })
  })
})

describe('closing', () => {
  test('follows If-Match, which a find since then does not match', async () => {
    const { bag, packages } = await flown(tenant, 1)
    const { body, headers } = await open(tenant, bag)
    await found(tenant, body.id, findsOf(packages))
    expect((await close(tenant, body.id, { 'if-match': headers.etag })).status).toBe(412)
    const read = await tenant.send(`GET /api/v1/unloadings/${body.id}`)
    const closed = await close(tenant, body.id, { 'if-match': read.headers.etag })
    expect([closed.status, closed.headers.etag === read.headers.etag]).toEqual([200, false])
  })

  test('misses no package that was scanned elsewhere; a scan of arrival settles a missing one', async () => {
    const { bag, packages, ids } = await flown(tenant, 2)
    const { id } = (await open(tenant, bag)).body
    await scanned(packages[0].qr_code, randomUUID())
    expect((await close(tenant, id)).body).toMatchObject({ missing: [packages[1].id], found: [packages[0].id] })
    expect(await openCasesOf(tenant, packages[0].id)).toEqual([])
    expect(await openCasesOf(tenant, packages[1].id)).toHaveLength(1)
    await scanned(packages[1].qr_code, randomUUID(), 'PACKAGE_SCANNED')
    expect(await openCasesOf(tenant, packages[1].id)).toEqual([])
    expect(await reportOf(tenant, id)).toMatchObject({ missing: [], found: ids })
  })

  test('opens a case of each missing package, of more than fit in a transaction, and none twice if two close it', async () => {
    const { bag, ids } = await flown(tenant, 31)
    const { id } = (await open(tenant, bag)).body
    const statuses = (await Promise.all([close(tenant, id), close(tenant, id)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    for (const one of ids) expect(await openCasesOf(tenant, one)).toMatchObject([{ package_ids: [one] }])
  })
})

test('a bag that did not depart is unloaded too: its packages leave it', async () => {
  const [one, other, bag] = [await parcel(), await parcel(), await openBag(tenant)]
  for (const { id } of [one, other]) await pack(tenant, bag.id, id)
  const { body } = await open(tenant, bag.id)
  expect(body.counts.expected).toBe(2)
  await found(tenant, body.id, findsOf([one]))
  expect((await tenant.send(`GET /api/v1/bags/${bag.id}`)).body).toMatchObject({
    total_packages: 1,
    arrived_at: null,
  })
  await depart(tenant, bag.id)
  expect((await close(tenant, body.id)).body.missing).toEqual([other.id])
})
