import { beforeAll, expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { withoutProxy } from '../../support/api/without-proxy.ts'
import {
  addCourier,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'

/** Races go through the API gateway. `direct` prepares data and reads the outcome without the chaos proxy. */
let tenant: Tenant
let direct: Tenant
let courier_id: string
beforeAll(async () => {
  tenant = await newTenant()
  direct = withoutProxy(tenant)
  courier_id = (await addCourier(direct)).id
})

const rounds = Number(process.env.RACE_ROUNDS ?? size(6, 20))
/** Rounds that run in parallel. With more, requests time out on a busy machine. */
const parallel = 3
const race = (name: string, round: (n: number) => Promise<void>) =>
  test(`${name}, ${rounds} times`, async () => {
    let next = 0
    const worker = async () => {
      while (next < rounds) await round(next++)
    }
    await Promise.all(Array.from({ length: parallel }, worker))
  })

/** Sends all requests at once and returns their statuses. A request may fail only for a business reason. */
async function atOnce(...requests: [key: string, body?: object][]): Promise<number[]> {
  const answers = await Promise.all(requests.map(([key, body]) => tenant.send(key, body && { body })))
  for (const { status, text } of answers) {
    expect([200, 404, 409], text).toContain(status)
  }
  return answers.map(({ status }) => status)
}
const read = async (path: string) => (await direct.send(`GET /api/v1/${path}`)).body
const several = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

/** Receives a parcel of the given weight at a warehouse and returns the id of its package. */
async function parcel(weight = 1): Promise<string> {
  const body = { ...exampleOf(ReceivedParcel), weight }
  const received = await direct.send('POST /api/v1/warehouse/7c9e6679-7425-40de-944b-e07fc1f90ae7/receive', {
    body,
  })
  expect(received.status, received.text).toBe(201)
  return received.body.package_id
}
/** An open bag of the given weight in kilograms. */
async function bag(weight = 0): Promise<string> {
  const { id } = await openBag(direct)
  if (weight > 0) await pack(direct, id, await parcel(weight))
  return id
}
const flight = async (max_weight_kg: number): Promise<string> => (await schedule(direct, { max_weight_kg })).id
const assigning = (bag: string, flight_id: string, courier = courier_id): [string, object] => [
  `POST /api/v1/bags/${bag}/assign-courier`,
  { courier_id: courier, flight_id },
]
async function assign(bag: string, flight: string, courier?: string) {
  const [key, body] = assigning(bag, flight, courier)
  const { status, text } = await direct.send(key, { body })
  expect(status, text).toBe(200)
}
const packing = (bag: string, pkg: string): [string] => [`POST /api/v1/bags/${bag}/packages/${pkg}`]
const moving = (flight: string, status: string): [string, object] => [
  `PUT /api/v1/flights/${flight}`,
  { status },
]

/** Expects the flight's available weight to match its bags. Returns the flight, all given bags, and those aboard. */
async function expectConsistent(flightId: string, bagIds: string[]) {
  const [flight, bags] = await Promise.all([
    read(`flights/${flightId}`),
    Promise.all(bagIds.map((id) => read(`bags/${id}`))),
  ])
  const aboard = bags.filter(({ flight_id }) => flight_id === flightId)
  const weight = sum(aboard.map(({ total_weight_kg }) => total_weight_kg))
  expect(flight).toMatchObject({
    available_weight_kg: flight.max_weight_kg - weight,
    bags_count: aboard.length,
  })
  expect(flight.available_weight_kg).toBeGreaterThanOrEqual(0)
  return { flight, bags, aboard }
}

race('bags compete for the last kilograms of a flight: one is refused only if it does not fit', async (n) => {
  const weights = n % 2 ? [1, 1, 1, 1] : [1, 2, 3, 4]
  const [to, bags] = await Promise.all([flight(n % 2 ? 2 : 6), Promise.all(weights.map(bag))])
  const statuses = await atOnce(...bags.map((id) => assigning(id, to)))
  const { flight: full, bags: after } = await expectConsistent(to, bags)
  expect(after.map(({ flight_id }) => flight_id)).toEqual(statuses.map((s) => (s === 200 ? to : null)))
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  for (const [i, weight] of weights.entries())
    if (statuses[i] === 409) expect(weight).toBeGreaterThan(full.available_weight_kg)
})

race(
  'packages compete for the last kilograms of a flight: one is refused only if it does not fit',
  async (n) => {
    const weights = n % 2 ? [1, 1, 1, 1] : [1, 2, 3, 4]
    const [to, bags, parcels] = await Promise.all([
      flight(n % 2 ? 2 : 6),
      several(2, () => bag()),
      Promise.all(weights.map(parcel)),
    ])
    for (const id of bags) await assign(id, to)
    const statuses = await atOnce(...parcels.map((pkg, i) => packing(bags[i % 2]!, pkg)))
    const { flight: full, bags: after } = await expectConsistent(to, bags)
    const inside = (i: number) => weights.filter((_, p) => p % 2 === i && statuses[p] === 200)
    expect(after.map(({ total_packages, total_weight_kg }) => [total_packages, total_weight_kg])).toEqual(
      after.map((_, i) => [inside(i).length, sum(inside(i))]),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    for (const [i, weight] of weights.entries())
      if (statuses[i] === 409) expect(weight).toBeGreaterThan(full.available_weight_kg)
  },
)

race('one package is added to ten bags at once: exactly one bag gets it', async () => {
  const [pkg, bags] = await Promise.all([parcel(), several(10, () => bag())])
  const statuses = await atOnce(...bags.map((id) => packing(id, pkg)))
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
  const [package_, after] = await Promise.all([
    read(`packages/${pkg}`),
    Promise.all(bags.map((id) => read(`bags/${id}`))),
  ])
  expect(package_.bags).toEqual([bags[statuses.indexOf(200)]])
  expect(after.map(({ total_packages, total_weight_kg }) => [total_packages, total_weight_kg])).toEqual(
    statuses.map((status) => (status === 200 ? [1, 1] : [0, 0])),
  )
})

race('four requests add one package to one bag: it counts once, in every response', async () => {
  const [pkg, into] = await Promise.all([parcel(), bag()])
  const answers = await several(4, () => tenant.send(...packing(into, pkg)))
  expect(answers.map(({ status, body }) => [status, body.total_packages])).toEqual(Array(4).fill([200, 1]))
  expect(await read(`bags/${into}`)).toMatchObject({ total_packages: 1, total_weight_kg: 1 })
})

race('packages are added while their bag is sealed: it holds those whose requests succeeded', async () => {
  const [into, parcels] = await Promise.all([bag(1), several(4, () => parcel())])
  const [seal, ...adds] = await atOnce(
    [`PUT /api/v1/bags/${into}/seal`],
    ...parcels.map((pkg) => packing(into, pkg)),
  )
  expect(seal).toBe(200)
  const inside = parcels.filter((_, i) => adds[i] === 200)
  const [after, manifest, packages] = await Promise.all([
    read(`bags/${into}`),
    read(`bags/${into}/packages`),
    Promise.all(parcels.map((pkg) => read(`packages/${pkg}`))),
  ])
  expect(after).toMatchObject({
    status: 'SEALED',
    total_packages: 1 + inside.length,
    total_weight_kg: 1 + inside.length,
  })
  expect(manifest.map(({ id }: any) => id)).toEqual(expect.arrayContaining(inside))
  expect(manifest).toHaveLength(1 + inside.length)
  expect(packages.map(({ bags }) => bags)).toEqual(adds.map((status) => (status === 200 ? [into] : [])))
})

for (const rivals of [2, 8])
  race(`one bag is assigned to ${rivals} flights at once: only one flight has its weight`, async () => {
    const [bagId, flights] = await Promise.all([bag(1), several(rivals, () => flight(1))])
    const statuses = await atOnce(...flights.map((to) => assigning(bagId, to)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { flight_id } = await read(`bags/${bagId}`)
    const after = await Promise.all(flights.map((id) => read(`flights/${id}`)))
    expect(after.map(({ bags_count, available_weight_kg: room }) => [bags_count, room])).toEqual(
      flights.map((id) => (id === flight_id ? [1, 0] : [0, 1])),
    )
    expect(flights).toContain(flight_id)
  })

race('four requests assign one bag to one flight: all succeed, and its weight counts once', async () => {
  const [bagId, to, other] = await Promise.all([bag(1), flight(1), addCourier(direct)])
  const couriers = [courier_id, other.id]
  const statuses = await atOnce(...[0, 1, 2, 3].map((i) => assigning(bagId, to, couriers[i % 2])))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await expectConsistent(to, [bagId])).aboard).toHaveLength(1)
})

race('a flight departs while its bags are checked in: each bag departs or is left behind', async () => {
  const [from, bags, own] = await Promise.all([flight(2), several(2, () => bag(1)), addCourier(direct)])
  for (const id of bags) await assign(id, from, own.id)
  const statuses = await atOnce(
    moving(from, 'DEPARTED'),
    ...bags.map((id): [string, object] => [`PUT /api/v1/bags/${id}/checkin`, exampleOf(CheckIn)]),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { flight: departed, bags: after, aboard } = await expectConsistent(from, bags)
  expect(departed.status).toBe('DEPARTED')
  for (const { status, flight_id } of after)
    expect([
      ['IN_TRANSIT', from],
      ['CHECKED_IN', null],
    ]).toContainEqual([status, flight_id])
  expect((await read(`couriers/${own.id}/stats`)).no_show_count).toBe(aboard.length > 0 ? 0 : 1)
})

race('a flight is cancelled while bags are assigned to it: no bag remains on it', async () => {
  const [to, bags] = await Promise.all([flight(3), several(3, () => bag(1))])
  const [cancelled] = await atOnce(moving(to, 'CANCELLED'), ...bags.map((id) => assigning(id, to)))
  expect(cancelled).toBe(200)
  const { flight: after, aboard } = await expectConsistent(to, bags)
  expect([after.status, aboard]).toEqual(['CANCELLED', []])
})

race('a package is deleted while it is added to a bag: it is deleted or in the bag', async () => {
  const [pkg, into, to] = await Promise.all([parcel(), bag(), flight(1)])
  await assign(into, to)
  const [deleted, added] = await atOnce([`DELETE /api/v1/packages/${pkg}`], packing(into, pkg))
  const { bags } = await expectConsistent(to, [into])
  const afterwards = await direct.send(`GET /api/v1/packages/${pkg}`)
  expect([deleted, added, afterwards.status, afterwards.body.bags, bags[0].total_packages]).toEqual(
    deleted === 200 ? [200, 404, 404, undefined, 0] : [409, 200, 200, [into], 1],
  )
})

race('an empty bag is deleted while a package is added: it is deleted or holds the package', async () => {
  const [pkg, into, to] = await Promise.all([parcel(), bag(), flight(1)])
  await assign(into, to)
  const [deleted, added] = await atOnce([`DELETE /api/v1/bags/${into}`], packing(into, pkg))
  const [afterwards, package_] = await Promise.all([
    direct.send(`GET /api/v1/bags/${into}`),
    read(`packages/${pkg}`),
  ])
  expect([deleted, added, afterwards.status, afterwards.body.total_packages, package_.bags]).toEqual(
    deleted === 200 ? [200, 404, 404, undefined, []] : [409, 200, 200, 1, [into]],
  )
  await expectConsistent(to, afterwards.status === 200 ? [into] : [])
})
