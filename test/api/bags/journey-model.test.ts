import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { packageStatuses } from '../../../shared/domain/states/package.ts'
import { shipmentStatuses } from '../../../shared/domain/states/shipment.ts'
import { flightStatuses } from '../../../shared/domain/states/flight.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { company, type Company } from '../../support/models/company.ts'
import * as travel from '../../support/models/journey-travel.ts'
import * as parcels from '../../support/models/journey.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { size } from '../../support/suite/figures.ts'

const model = { ...parcels, ...travel }

// Performs random steps on the service and on a simple model. After each step, status and data must be the same.
const nth = fc.nat(7)
const who = fc.constantFrom<Role>('manager', 'operator')
const scans = [
  'PACKAGE_SCANNED',
  'ARRIVED_AT_WAREHOUSE',
  'READY_FOR_PICKUP',
  'DELIVERED',
  'RETURNED',
  'LOST',
  'BAG_LOADED',
]
const stepKinds = {
  pack: { weight: 8, act: fc.record({ p: nth, b: nth }) },
  unpack: { weight: 2, act: fc.record({ p: nth, b: nth }) },
  move: { weight: 6, act: fc.record({ p: nth, to: fc.constantFrom(...packageStatuses), who }) },
  weigh: { weight: 3, act: fc.record({ p: nth, kg: fc.nat(9) }) },
  scan: { weight: 5, act: fc.record({ p: nth, type: fc.constantFrom(...scans), w: fc.nat(1) }) },
  remove: { weight: 1, act: fc.record({ p: nth }) },
  hold: { weight: 2, act: fc.record({ p: nth }) },
  release: { weight: 2, act: fc.record({ p: nth }) },
  takeBack: { weight: 3, act: fc.record({ p: nth }) },
  setShipment: { weight: 3, act: fc.record({ s: nth, to: fc.constantFrom(...shipmentStatuses), who }) },
  assign: { weight: 6, act: fc.record({ b: nth, c: nth, f: nth }) },
  seal: { weight: 2, act: fc.record({ b: nth }) },
  checkIn: { weight: 4, act: fc.record({ b: nth }) },
  setBag: { weight: 2, act: fc.record({ b: nth, to: fc.constantFrom('IN_TRANSIT', 'DELIVERED') }) },
  removeBag: { weight: 1, act: fc.record({ b: nth }) },
  fly: { weight: 4, act: fc.record({ f: nth, to: fc.constantFrom(...flightStatuses) }) },
  setMax: { weight: 1, act: fc.record({ f: nth, kg: fc.integer({ min: 1, max: 20 }) }) },
}
type StepKinds = typeof stepKinds
type Name = keyof StepKinds
type Input<N extends Name> = StepKinds[N]['act'] extends fc.Arbitrary<infer T> ? T : never
type Step = { [N in Name]: Input<N> & { name: N } }[Name]
const step = fc.oneof(
  ...Object.entries(stepKinds).map(([name, { weight, act }]) => ({
    weight,
    arbitrary: (act as fc.Arbitrary<object>).map((input) => ({ name, ...input }) as Step),
  })),
)

const checkIn = { airline_tag_code: '0555', airline: 'Aeroflot', flight_number: 'SU1234' }
/** Performs a step on both sides: returns the response and the expected status, or undefined for a missing record. */
async function act(step: Step, { send, warehouses, shipments, packages, bags, flights, couriers }: Company) {
  const of = <T extends { deleted?: boolean }>(all: T[], n: number) => {
    const existing = all.filter(({ deleted }) => !deleted)
    return existing[n % existing.length]
  }
  const p = 'p' in step ? of(packages, step.p) : undefined
  const b = 'b' in step ? of(bags, step.b) : undefined
  const f = 'f' in step ? of(flights, step.f) : undefined
  if (('p' in step && !p) || ('b' in step && !b)) return undefined
  const package_ = `/api/v1/packages/${p?.id ?? ''}`
  const bag = `/api/v1/bags/${b?.id ?? ''}`
  const flight = `/api/v1/flights/${f?.id ?? ''}`
  switch (step.name) {
    case 'pack':
      return [await send(`POST ${bag}/packages/${p!.id}`), model.put(b!.of, p!.of)] as const
    case 'unpack':
      return [await send(`DELETE ${bag}/packages/${p!.id}`), model.take(b!.of, p!.of)] as const
    case 'move': {
      const manager = step.who === 'manager'
      return [
        await send(`PUT ${package_}`, { status: step.to }, step.who),
        model.move(p!.of, step.to, manager),
      ] as const
    }
    case 'weigh':
      return [await send(`PUT ${package_}`, { weight: step.kg }), model.weigh(p!.of, step.kg)] as const
    case 'scan': {
      const { body } = await send(`GET ${package_}`)
      const scan = { qr_code: body.qr_code, warehouse_id: warehouses[step.w], event_type: step.type }
      const answer = await send('POST /api/v1/scan-event', scan, 'warehouse')
      // The loading of its bag is no event of the package.
      p!.scan = step.type === 'BAG_LOADED' ? undefined : answer.body.event_id
      return [answer, model.scan(p!.of, step.type, step.w)] as const
    }
    case 'takeBack': {
      if (p!.scan === undefined) return undefined
      const answer = await send(`POST ${package_}/events/${p!.scan}/void`, { reason: 'the wrong one' })
      if (answer.status === 200) p!.scan = undefined
      return [answer, model.takeBack(p!.of)] as const
    }
    case 'remove': {
      const wanted = model.remove(p!.of)
      if (wanted === 200) p!.deleted = true
      return [await send(`DELETE ${package_}`), wanted] as const
    }
    case 'hold': {
      const answer = await send('POST /api/v1/cases', { kind: 'HOLD', package_ids: [p!.id] })
      p!.cases.push(answer.body.id)
      return [answer, model.hold(p!.of)] as const
    }
    case 'release': {
      const id = p!.cases.pop()
      if (id === undefined) return undefined
      return [await send(`PATCH /api/v1/cases/${id}`, { status: 'RESOLVED' }), model.release(p!.of)] as const
    }
    case 'setShipment': {
      const { id, of } = shipments[step.s % shipments.length]!
      const wanted = model.setShipment(of, step.to, step.who === 'manager')
      return [await send(`PUT /api/v1/shipments/${id}`, { status: step.to }, step.who), wanted] as const
    }
    case 'assign': {
      const courier = couriers[step.c % couriers.length]!
      const body = { courier_id: courier.id, flight_id: f!.id }
      return [await send(`POST ${bag}/assign-courier`, body), model.assign(b!.of, courier.of, f!.of)] as const
    }
    case 'seal':
      return [await send(`PUT ${bag}/seal`), model.seal(b!.of)] as const
    case 'checkIn':
      return [await send(`PUT ${bag}/checkin`, checkIn), model.checkIn(b!.of)] as const
    case 'setBag':
      return [await send(`PUT ${bag}`, { status: step.to }), model.setBag(b!.of, step.to)] as const
    case 'removeBag': {
      const wanted = model.removeBag(b!.of)
      if (wanted === 200) b!.deleted = true
      return [await send(`DELETE ${bag}`), wanted] as const
    }
    case 'fly':
      return [await send(`PUT ${flight}`, { status: step.to }), model.moveFlight(f!.of, step.to)] as const
    case 'setMax':
      return [await send(`PUT ${flight}`, { max_weight_kg: step.kg }), model.setMax(f!.of, step.kg)] as const
  }
}

/** Compares all data of the service with the model's. */
async function compare({ send, shipments, packages, bags, flights, couriers }: Company) {
  const idOf = <T>(all: { id: string; of: T }[], one: T | undefined) =>
    all.find(({ of }) => of === one)?.id ?? null
  const read = async (path: string) => (await send(`GET /api/v1/${path}`)).body
  const [booked, opened, scheduled, contents, stats] = await Promise.all([
    read('shipments'),
    read('bags'),
    read('flights'),
    Promise.all(shipments.map(({ id }) => read(`shipments/${id}/packages`))),
    Promise.all(couriers.map(({ id }) => read(`couriers/${id}/stats`))),
  ])
  const found = [booked, opened, scheduled, ...contents].flat()
  const existing = <T extends { deleted?: boolean }>(all: T[]) => all.filter(({ deleted }) => !deleted)
  const fields = (all: { id: string; deleted?: boolean }[], ...names: string[]) =>
    existing(all).map(({ id }) => names.map((name) => found.find((one: any) => one.id === id)?.[name]))
  const service = [
    ...fields(shipments, 'status', 'packages_count'),
    ...fields(packages, 'status', 'weight', 'bags'),
    ...fields(bags, 'status', 'total_packages', 'total_weight_kg', 'flight_id', 'courier_id'),
    ...fields(flights, 'status', 'max_weight_kg', 'available_weight_kg', 'bags_count'),
    ...stats.map((one: any) => [one.flights_completed, one.packages_delivered, one.no_show_count]),
  ]
  const wanted = [
    ...shipments.map(({ of }) => [of.status, of.packages.length]),
    ...existing(packages).map(({ of }) => [
      model.visibleStatus(of),
      of.weight,
      [idOf(bags, model.holdingBag(of))].filter(Boolean),
    ]),
    ...existing(bags).map(({ of: { status, total, weight, flight, courier } }) => [
      ...[status, total, weight, idOf(flights, flight), idOf(couriers, courier)],
    ]),
    ...flights.map(({ of }) => [of.status, of.max, model.available(of), of.bags.size]),
    ...couriers.map(({ of }) => [of.flown, of.delivered, of.noShows]),
  ]
  for (const { of } of flights) if (model.available(of) < 0) expect.fail('a flight is oversold')
  // `expect` is slow, and this runs tens of thousands of times.
  if (!isDeepStrictEqual(service, wanted)) expect(service).toEqual(wanted)
}

let tokens: Record<Role, string>
beforeAll(async () => {
  tokens = await tokensOf(randomUUID())
})

const run = async (steps: Step[], call: ReturnType<typeof inProcess>['call']) => {
  const all = await company(call, tokens)
  for (const step of steps) {
    const outcome = await act(step, all)
    if (!outcome) continue
    const [{ status, text }, wanted] = outcome
    if (status !== wanted) expect.fail(`${JSON.stringify(step)} → ${status} instead of ${wanted}: ${text}`)
    // A refused step that wrongly changed data is detected after the next successful step, or at the end.
    if (status < 400) await compare(all)
  }
  await compare(all)
}

describe('parcels, bags, flights and couriers behave like the model', () => {
  test('with the store in memory', { timeout: 1_200_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), (steps) =>
        run(steps, inProcess({ store: memoryStore() }).call),
      ),
      { numRuns: Number(process.env.MODEL_RUNS ?? size(60, 300)) },
    )
  })

  test('with DynamoDB', { timeout: 120_000 }, async () => {
    const { call } = inProcess({ dynamodb: inject('dynamodb') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), (steps) => run(steps, call)),
      { numRuns: size(2, 4) },
    )
  })
})
