import fc from 'fast-check'
import type { Role } from '../../../../shared/domain/kernel/roles.ts'
import { flightStatuses } from '../../../../shared/domain/flights/status.ts'
import { packageStatuses } from '../../../../shared/domain/packages/status.ts'
import { shipmentStatuses } from '../../../../shared/domain/shipments/status.ts'

const nth = fc.nat(7)
const oneInFour = nth.map((n) => n % 4 === 0)
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
const inputs = {
  pack: fc.record({ p: nth, b: nth }),
  unpack: fc.record({ p: nth, b: nth }),
  move: fc.record({ p: nth, to: fc.constantFrom(...packageStatuses), who, reason: oneInFour }),
  weigh: fc.record({ p: nth, kg: fc.nat(9) }),
  scan: fc.record({ p: nth, type: fc.constantFrom(...scans), w: fc.nat(1) }),
  remove: fc.record({ p: nth }),
  hold: fc.record({ p: nth }),
  resolve: fc.record({ p: nth, n: nth }),
  takeBack: fc.record({ p: nth }),
  setShipment: fc.record({ s: nth, to: fc.constantFrom(...shipmentStatuses), who, reason: oneInFour }),
  cancel: fc.record({ s: nth }),
  handOver: fc.record({ p: nth, whole: fc.boolean(), signed: fc.boolean() }),
  requireProof: fc.record({ proof: fc.boolean() }),
  assign: fc.record({ b: nth, c: nth, f: nth }),
  seal: fc.record({ b: nth }),
  checkIn: fc.record({ b: nth }),
  setBag: fc.record({ b: nth, to: fc.constantFrom('IN_TRANSIT', 'DELIVERED') }),
  removeBag: fc.record({ b: nth }),
  fly: fc.record({ f: nth, to: fc.constantFrom(...flightStatuses) }),
  setMax: fc.record({ f: nth, kg: fc.integer({ min: 1, max: 20 }) }),
  unload: fc.record({ b: nth, w: fc.nat(1), sealBroken: oneInFour }),
  find: fc.record({ u: nth, p: nth, expected: fc.boolean(), damaged: oneInFour, twice: oneInFour }),
  close: fc.record({ u: nth, open: fc.boolean() }),
}
type Inputs = typeof inputs
type Name = keyof Inputs
type Input<N extends Name> = Inputs[N] extends fc.Arbitrary<infer T> ? T : never
export type Step = { [N in Name]: Input<N> & { name: N } }[Name]

/** Forty steps: the first ones, and others, of which those with more weight occur more often, with some packages and bags. */
const walk = (
  weights: Partial<Record<Name, number>>,
  some?: { packages: number; bags: number },
  first: Step[] = [],
) => {
  const among = (input: { p?: number; b?: number }) => ({
    ...input,
    ...(some && input.p !== undefined && { p: input.p % some.packages }),
    ...(some && input.b !== undefined && { b: input.b % some.bags }),
  })
  const steps = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: (inputs[name as Name] as fc.Arbitrary<object>).map(
      (input) => ({ name, ...among(input) }) as Step,
    ),
  }))
  const length = 40 - first.length
  return fc
    .array(fc.oneof(...steps), { minLength: length, maxLength: length })
    .map((others) => [...first, ...others])
}
export const anyWalk = walk({
  pack: 8,
  unpack: 2,
  move: 6,
  weigh: 3,
  scan: 5,
  remove: 1,
  hold: 2,
  resolve: 2,
  takeBack: 3,
  setShipment: 3,
  cancel: 1,
  assign: 6,
  seal: 2,
  checkIn: 4,
  setBag: 2,
  removeBag: 1,
  fly: 4,
  setMax: 1,
  unload: 1,
  find: 2,
  close: 1,
  handOver: 3,
  requireProof: 1,
})
/** What people in warehouses do with packages that are missing; few, so that several people do it with the same. */
export const unloadingWalk = walk(
  {
    pack: 7,
    move: 6,
    scan: 6,
    hold: 1,
    resolve: 3,
    takeBack: 4,
    seal: 2,
    setBag: 2,
    unload: 6,
    find: 10,
    close: 6,
    handOver: 1,
  },
  { packages: 4, bags: 2 },
  [
    ...[0, 1, 2].map((p) => ({ name: 'pack' as const, p, b: 0 })),
    { name: 'unload', b: 0, w: 0, sealBroken: false },
    { name: 'close', u: 0, open: true },
  ],
)
