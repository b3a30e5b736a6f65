import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Company, Stored } from './company.ts'
import { available, type Case, holdingBag, type Package, visibleStatus } from './records.ts'
import { lists } from './unloading.ts'

/** The same as `toEqual`, which is slow, and this runs tens of thousands of times. */
export function expectSame(service: unknown, model: unknown): void {
  if (!isDeepStrictEqual(service, model)) expect(service).toEqual(model)
}

const existing = <T extends { deleted?: boolean }>(all: T[]) => all.filter(({ deleted }) => !deleted)

const reader =
  ({ send }: Company) =>
  async (path: string) =>
    (await send(`GET /api/v1/${path}`)).body

/** Compares the data of the service with the model's, except cases and unloadings. */
export async function compare(all: Company) {
  const { shipments, packages, bags, flights, couriers } = all
  const read = reader(all)
  const [booked, opened, scheduled, contents, stats] = await Promise.all([
    read('shipments'),
    read('bags'),
    read('flights'),
    Promise.all(shipments.map(({ id }) => read(`shipments/${id}/packages`))),
    Promise.all(couriers.map(({ id }) => read(`couriers/${id}/stats`))),
  ])
  const found = new Map([booked, opened, scheduled, ...contents].flat().map((one) => [one.id, one]))
  const fields = (all: Stored<unknown>[], ...names: string[]) =>
    existing(all).map(({ id }) => names.map((name) => found.get(id)?.[name]))
  const service = [
    ...fields(shipments, 'status', 'packages_count'),
    ...shipments.map(({ id }) => found.get(id)?.cancelled_at !== null),
    ...fields(packages, 'status', 'weight', 'bags'),
    ...existing(packages).map(({ id }) => found.get(id)?.exception?.code),
    ...fields(bags, 'status', 'total_packages', 'total_weight_kg', 'flight_id', 'courier_id'),
    ...fields(flights, 'status', 'max_weight_kg', 'available_weight_kg', 'bags_count'),
    ...stats.map((one: any) => [one.flights_completed, one.packages_delivered, one.no_show_count]),
  ]
  const wanted = [
    ...shipments.map(({ of }) => [of.status, of.packages.length]),
    ...shipments.map(({ of: { cancelled = false } }) => cancelled),
    ...existing(packages).map(({ of }) => [
      visibleStatus(of),
      of.weight,
      [idOf(bags, holdingBag(of))].filter(Boolean),
    ]),
    ...existing(packages).map(({ of }) => of.exception),
    ...existing(bags).map(({ of: { status, total, weight, flight, courier } }) => [
      status,
      total,
      weight,
      idOf(flights, flight),
      idOf(couriers, courier),
    ]),
    ...flights.map(({ of }) => [of.status, of.max, available(of), of.bags.size]),
    ...couriers.map(({ of }) => [of.flown, of.delivered, of.noShows]),
  ]
  for (const { of } of flights) if (available(of) < 0) expect.fail('a flight is oversold')
  expectSame(service, wanted)
}

/** Compares all data of the service with the model's. */
export async function compareAll(all: Company) {
  const { packages, unloadings } = all
  const read = reader(all)
  const [cases, unloaded] = await Promise.all([
    read('cases?status=OPEN'),
    Promise.all(unloadings.map(({ id }) => read(`unloadings/${id}`))),
    compare(all),
  ])
  const idsOf = (some: Package[]) => packages.flatMap(({ id, of }) => (some.includes(of) ? [id] : [])).sort()
  expectSame(
    unloaded.map(({ status, expected, found, missing, excess, misrouted, damaged }) => ({
      status,
      expected,
      found,
      missing,
      excess,
      misrouted,
      damaged,
    })),
    unloadings.map(({ of }) => ({
      status: of.open ? 'OPEN' : 'CLOSED',
      ...Object.fromEntries(Object.entries(lists(of)).map(([name, some]) => [name, idsOf(some)])),
    })),
  )
  compareCases(all, cases)
}
const idOf = <T>(all: Stored<T>[], one: T | undefined) => all.find(({ of }) => of === one)?.id ?? null

/** Compares the open cases. One that the service shows for the first time is one that the model has opened since. */
function compareCases({ packages, cases: ids }: Company, open: any[]) {
  // A company has the cases of earlier walks too.
  const service = open.filter(({ package_ids: [first] }) => packages.some(({ id }) => id === first))
  const model = new Set(packages.flatMap(({ of }) => of.cases))
  const shown = (code: string, package_ids: string[]) => [code, ...package_ids.toSorted()].join(' ')
  const asShown = ({ code, packages: some }: Case) =>
    shown(
      code,
      some.flatMap((one) => idOf(packages, one) ?? []),
    )
  const known = new Set(ids.values())
  for (const { id, code, package_ids } of service) {
    if (known.has(id)) continue
    const opened = [...model].find((one) => !ids.has(one) && asShown(one) === shown(code, package_ids))
    if (opened) ids.set(opened, id)
  }
  expectSame(
    service.map(({ id, code, package_ids }) => [id, shown(code, package_ids)]).sort(),
    [...model].map((one) => [ids.get(one), asShown(one)]).sort(),
  )
}
