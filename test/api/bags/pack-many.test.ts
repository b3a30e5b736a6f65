import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { add, book, newTenant, openBag, pack, schedule, newParcel } from '../../support/api/tenant.ts'
import { assign, packageOf, send, setUp, tenant, timeline } from './bags.fixture.ts'

setUp()

/** Packages of half a kilogram, two of each shipment. */
async function parcels(count: number): Promise<string[]> {
  const shipments = await Promise.all(Array.from({ length: Math.ceil(count / 2) }, () => book(tenant)))
  const found = await Promise.all(
    Array.from({ length: count }, (_, n) => add(tenant, shipments[n >> 1].id, { weight: 0.5 })),
  )
  return found.map(({ id }) => id)
}
const packMany = ({ id }: { id: string }, package_ids: readonly string[]) =>
  send(`POST /api/v1/bags/${id}/packages`, { package_ids })
const manifestOf = async (bag: { id: string }) =>
  ((await send(`GET /api/v1/bags/${bag.id}/packages`)).body as { id: string }[]).map(({ id }) => id).sort()

test('a bag of two hundred is filled by five requests, and takes no more', async () => {
  const [bag, flight] = await Promise.all([openBag(tenant), schedule(tenant, { max_weight_kg: 200 })])
  await assign(bag.id, flight)
  const ids = await parcels(202)
  for (let from = 0; from < 200; from += 40) {
    const some = ids.slice(from, from + 40)
    const { status, body, text } = await packMany(bag, some)
    expect(status, text).toBe(200)
    expect(body.refused).toEqual([])
    expect(body).toMatchObject({ total_packages: from + 40, package_ids: some })
  }
  const { body } = await packMany(bag, ids.slice(199))
  expect(body.package_ids).toEqual([ids[199]])
  expect(body.refused).toMatchObject([
    {
      package_id: ids[200],
      error: 'conflict',
      detail: 'A bag holds at most 200 packages',
      reason: 'bag_has_most_packages',
      params: { max: 200 },
    },
    { package_id: ids[201] },
  ])
  expect(body).toMatchObject({ total_packages: 200, total_weight_kg: 100 })
  expect(await manifestOf(bag)).toEqual(ids.slice(0, 200).sort())
  const { body: after } = await send(`GET /api/v1/flights/${flight.id}`)
  expect(after.available_weight_kg).toBe(100)
})

test('each package is as if it was added by itself', async () => {
  const [bag, former] = await Promise.all([openBag(tenant), openBag(tenant)])
  const [one, other, repacked] = (await parcels(3)) as [string, string, string]
  const { shipment_id } = await packageOf(one)
  // It arrived with another bag, which still counts it as open.
  await pack(tenant, former.id, repacked)
  await send(`PUT /api/v1/bags/${former.id}/seal`)
  await send(`PUT /api/v1/packages/${repacked}`, { status: 'ARRIVED' })
  expect((await packMany(bag, [one, other, repacked])).body.refused).toEqual([])
  for (const id of [one, other, repacked])
    expect(await packageOf(id)).toMatchObject({
      status: 'ASSIGNED_TO_BAG',
      bags: expect.arrayContaining([bag.id]),
    })
  expect((await send(`GET /api/v1/shipments/${shipment_id}`)).body.status).toBe('IN_TRANSIT')
  expect((await timeline(one)).filter(({ event_type }: any) => event_type === 'ASSIGNED_TO_BAG')).toHaveLength(
    1,
  )
  const again = await packMany(bag, [one, one, other])
  expect(again.body).toMatchObject({ total_packages: 3, package_ids: [one, other], refused: [] })
})

test('a package that was in the bag before is packed, and not added again', async () => {
  const bag = await openBag(tenant)
  const [before, one] = (await parcels(2)) as [string, string]
  await pack(tenant, bag.id, before)
  expect((await packMany(bag, [before, one])).body.packed).toMatchObject([
    { package_id: before, added: false },
    { package_id: one, added: true },
  ])
  expect((await packMany(bag, [one])).body.packed).toMatchObject([{ package_id: one, added: false }])
})

test('a package in a closed bag is refused with the status of that bag, until its arrival is scanned', async () => {
  const [bag, former] = await Promise.all([openBag(tenant), openBag(tenant, { label: 'MOW-TBS-090' })])
  const [id] = (await parcels(1)) as [string]
  await pack(tenant, former.id, id)
  await send(`PUT /api/v1/bags/${former.id}/seal`)
  for (const bag_status of ['SEALED', 'IN_TRANSIT']) {
    if (bag_status === 'IN_TRANSIT') await send(`PUT /api/v1/bags/${former.id}`, { status: bag_status })
    expect((await packMany(bag, [id])).body.refused).toMatchObject([
      { reason: 'package_in_other_closed_bag', params: { bag: 'MOW-TBS-090', bag_status } },
    ])
  }
  await send(`PUT /api/v1/packages/${id}`, { status: 'ARRIVED' })
  expect((await packMany(bag, [id])).body.packed).toMatchObject([{ package_id: id, added: true }])
})

test('a package that goes elsewhere is packed with a warning', async () => {
  const bag = await openBag(tenant, { origin: 'SVO', destination: 'TBS' })
  const packed = async (destination: string) => {
    const shipment = await book(tenant, { origin: 'Berlin', destination })
    const { id } = await add(tenant, shipment.id)
    return (await packMany(bag, [id])).body.packed
  }
  const one = { added: true, destination: expect.any(String) }
  const elsewhere = { ...one, warnings: ['other_destination'] }
  expect(await packed('Tbilisi')).toMatchObject([{ ...one, destination: 'Tbilisi (TBS)', warnings: [] }])
  // Within Georgia a package may go on by land, and of a village nothing is known.
  expect(await packed('Batumi')).toMatchObject([{ ...one, destination: 'Batumi (BUS)', warnings: [] }])
  expect(await packed('Ushguli')).toMatchObject([{ ...one, destination: 'Ushguli', warnings: [] }])
  expect(await packed('Yerevan')).toMatchObject([{ ...elsewhere, destination: 'Yerevan (EVN)' }])
  const collected = await book(tenant, { origin: 'Berlin', destination: 'Tbilisi' })
  const waiting = await add(tenant, collected.id)
  await send(`PUT /api/v1/packages/${waiting.id}`, { status: 'READY_FOR_PICKUP' })
  expect((await packMany(bag, [waiting.id])).body.packed).toMatchObject([{ warnings: ['ready_for_pickup'] }])
  expect(await packed('Moscow')).toMatchObject([{ ...elsewhere, destination: 'Moscow (SVO)' }])
  const back = await openBag(tenant, { origin: 'VKO', destination: 'AER' })
  const home = await add(tenant, (await book(tenant, { origin: 'Berlin', destination: 'Moscow' })).id)
  expect((await packMany(back, [home.id])).body.packed).toMatchObject([elsewhere])
})

test('a package that the bag does not take does not prevent the others', async () => {
  const [bag, elsewhere] = await Promise.all([openBag(tenant), openBag(tenant)])
  const [good, taken, delivered] = (await parcels(3)) as [string, string, string]
  await pack(tenant, elsewhere.id, taken)
  await send(`PUT /api/v1/packages/${delivered}`, { status: 'DELIVERED' })
  const other = await newTenant()
  const { id: foreign } = await newParcel(other)
  const { status, body } = await packMany(bag, [taken, foreign, good, delivered])
  expect([status, body.package_ids]).toEqual([200, [good]])
  expect(body.refused).toEqual([
    {
      package_id: taken,
      error: 'conflict',
      detail: expect.stringMatching(/^The package is in bag /),
      reason: 'package_in_other_bag',
      params: { bag: expect.any(String) },
    },
    {
      package_id: foreign,
      error: 'not_found',
      detail: 'Package not found',
      reason: 'package_not_found',
      params: {},
    },
    {
      package_id: delivered,
      error: 'conflict',
      detail: expect.stringContaining('DELIVERED'),
      reason: 'package_not_packable',
      params: { package_status: 'DELIVERED' },
    },
  ])
})

test('packages that are too heavy for the flight stay outside, and weigh nothing', async () => {
  const [bag, flight] = await Promise.all([openBag(tenant), schedule(tenant, { max_weight_kg: 7 })])
  await assign(bag.id, flight)
  const ids = await parcels(20)
  const { body } = await packMany(bag, ids)
  expect(body).toMatchObject({ total_packages: 12, total_weight_kg: 6, package_ids: ids.slice(0, 12) })
  expect(body.refused).toHaveLength(8)
  expect(body.refused[0].detail).toContain('has not enough weight left')
  expect((await send(`GET /api/v1/flights/${flight.id}`)).body.available_weight_kg).toBe(1)
})

test('a sealed bag takes none, and a request has 1 to 40 packages', async () => {
  const bag = await openBag(tenant)
  const ids = await parcels(1)
  expect((await packMany(bag, [])).status).toBe(422)
  expect(
    (
      await packMany(
        bag,
        Array.from({ length: 41 }, () => randomUUID()),
      )
    ).status,
  ).toBe(422)
  expect((await packMany({ id: randomUUID() }, ids)).body.detail).toBe('Bag not found')
  await send(`PUT /api/v1/bags/${bag.id}/seal`)
  expect((await packMany(bag, ids)).status).toBe(409)
})
