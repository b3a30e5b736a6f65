import { derived, floored } from './parcel.ts'
/**
 * The rules of parcels, bags, flights and couriers again, in plain code over objects in memory, as the model for
 * the service. Nothing is taken from the code. Each action returns the expected HTTP status.
 */
export interface Shipment {
  status: string
  packages: Package[]
  floor?: string
}
export interface Package {
  word: string
  weight: number
  /** What it weighs on its bag's manifest. */
  counted?: number
  shipment: Shipment
  /** The bag that counts it. */
  bag?: Bag | undefined
  before?: string | undefined
  /** Its word before its shipment took it along. */
  former?: string | undefined
  deliveredBy?: Courier | undefined
}
export interface Bag {
  status: string
  warehouse: number
  total: number
  weight: number
  counted: Set<Package>
  courier?: Courier | undefined
  flight?: Flight | undefined
  deliveredFrom?: string
  arrived?: boolean
}
export interface Flight {
  status: string
  max: number
  bags: Set<Bag>
}
export interface Courier {
  flown: number
  delivered: number
  noShows: number
}
export const way = 'CREATED IN_WAREHOUSE ASSIGNED_TO_BAG IN_TRANSIT ARRIVED READY_FOR_PICKUP DELIVERED'.split(
  ' ',
)
export const order = 'RECEIVED PREPARING IN_TRANSIT CONSOLIDATING READY_FOR_PICKUP DELIVERED RETURNED'.split(
  ' ',
)
export const ended = (word: string) => ['DELIVERED', 'RETURNED', 'LOST'].includes(word)
export const onGround = (bag: Bag) => ['OPEN', 'SEALED', 'CHECKED_IN'].includes(bag.status)
export const flightWay = 'SCHEDULED BOARDING DEPARTED ARRIVED'.split(' ')
export const held = (p: Package) => (p.word === 'ASSIGNED_TO_BAG' ? p.bag : undefined)
export const reading = (p: Package) => (held(p)?.status === 'IN_TRANSIT' ? 'IN_TRANSIT' : p.word)
export const available = (f: Flight) => f.max - [...f.bags].reduce((sum, bag) => sum + bag.weight, 0)
export const roomFor = (bag: Bag, more: number) => !bag.flight || available(bag.flight) >= more
export function settle({ shipment }: Package) {
  const words = shipment.packages.map(({ word }) => word)
  shipment.status = floored(derived(words, shipment.status), shipment.floor)
}
/** A bag is delivered, or is not any more, when what it counts changes. */
export function decide(bag: Bag) {
  const words = [...bag.counted].map(({ word }) => word)
  const anyOpen = words.some((word) => !ended(word))
  if (bag.status === 'DELIVERED' && anyOpen) bag.status = bag.deliveredFrom ?? ''
  else if (bag.status !== 'DELIVERED' && !anyOpen && words.includes('DELIVERED')) {
    bag.deliveredFrom = bag.status
    bag.status = 'DELIVERED'
  }
}
export const addPackage = (shipment: Shipment): Package => {
  const p = { word: 'CREATED', weight: 0, shipment }
  shipment.packages.push(p)
  settle(p)
  return p
}
export function put(bag: Bag, p: Package) {
  if (held(p) === bag) return 200
  if (bag.status !== 'OPEN' || held(p)) return 409
  if (!['CREATED', 'IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP'].includes(p.word)) return 409
  if (!roomFor(bag, p.weight)) return 409
  const last = p.bag
  last?.counted.delete(p)
  p.before = p.word
  p.word = 'ASSIGNED_TO_BAG'
  p.bag = bag
  bag.counted.add(p)
  bag.total += 1
  bag.weight += p.weight
  p.counted = p.weight
  if (last) decide(last)
  settle(p)
  return 200
}
export function leave(bag: Bag, p: Package) {
  bag.counted.delete(p)
  bag.total -= 1
  bag.weight -= p.counted ?? 0
  p.bag = undefined
}
export function take(bag: Bag, p: Package) {
  if (held(p) !== bag) return 404
  if (bag.status !== 'OPEN') return 409
  p.word = p.before ?? ''
  leave(bag, p)
  settle(p)
  return 200
}
/** A status change of a package by hand; a scan is one by a role that is not a manager. */
export function move(p: Package, to: string, manager: boolean) {
  const from = reading(p)
  if (from === to) return 200
  const byBag = to === 'ASSIGNED_TO_BAG' || to === 'IN_TRANSIT'
  const forward = !byBag && !ended(from) && (way.indexOf(to) > way.indexOf(from) || ended(to))
  const found = from === 'LOST' && to === 'ARRIVED'
  if (!forward && !found) {
    if (!manager) return 409
    if ((to === 'CREATED' || to === 'IN_WAREHOUSE') && p.bag) return 409
    if (byBag) {
      if (!p.bag || p.bag.status === 'OPEN') return 409
      const bagThen = p.bag.status === 'DELIVERED' ? p.bag.deliveredFrom : p.bag.status
      if (!mayHoldAgain([p])) return 409
      if ((bagThen === 'IN_TRANSIT' ? 'IN_TRANSIT' : 'ASSIGNED_TO_BAG') !== to || bagThen === 'OPEN') return 409
    }
  }
  apply(p, to === 'IN_TRANSIT' ? 'ASSIGNED_TO_BAG' : to)
  p.former = undefined
  return 200
}
/** A shipment's status set by hand: it takes open packages along, or gives them their former words back. */
export function setShipment(shipment: Shipment, to: string, manager: boolean) {
  const { status: from } = shipment
  if (from === to) return 200
  const forward = order.indexOf(to) > order.indexOf(from) && from !== 'DELIVERED'
  if (!forward && !manager) return 409
  const plan = shipment.packages.map((p) => {
    const former = (!forward && p.former) || p.word
    const along = (to === 'DELIVERED' || to === 'RETURNED') && !ended(former)
    return {
      p,
      word: along ? to : former,
      former: along ? (held(p)?.status === 'OPEN' ? p.before : former) : undefined,
    }
  })
  const result = derived(
    plan.map(({ word }) => word),
    to,
  )
  if (from === 'DELIVERED' && to === 'RETURNED' && result !== 'RETURNED') return 409
  if (floored(result, to) !== to || (to === 'DELIVERED' && result === 'RETURNED')) return 409
  if (
    !mayHoldAgain(plan.filter(({ p, word }) => word === 'ASSIGNED_TO_BAG' && p.word !== word).map(({ p }) => p))
  )
    return 409
  for (const { p, word, former } of plan) {
    if (p.word === word) continue
    apply(p, word)
    p.former = former
  }
  shipment.status = to
  shipment.floor = to
  return 200
}
/** A package that weighs otherwise by now is held again only where the manifest can still change, and there is room. */
export function mayHoldAgain(packages: Package[]) {
  const more = new Map<Flight, number>()
  for (const { bag, weight, counted = weight } of packages) {
    if (!bag || weight === counted) continue
    const then = bag.status === 'DELIVERED' ? bag.deliveredFrom : bag.status
    if (!['OPEN', 'SEALED', 'CHECKED_IN'].includes(then ?? '')) return false
    if (bag.flight) more.set(bag.flight, (more.get(bag.flight) ?? 0) + weight - counted)
  }
  return [...more].every(([flight, weight]) => weight <= 0 || available(flight) >= weight)
}
export function apply(p: Package, word: string) {
  const bag = p.bag
  if (bag && word === 'ASSIGNED_TO_BAG') {
    bag.weight += p.weight - (p.counted ?? p.weight)
    p.counted = p.weight
  }
  const leaves = bag?.status === 'OPEN' && p.word === 'ASSIGNED_TO_BAG' && word !== 'ASSIGNED_TO_BAG'
  if (p.word === 'DELIVERED' && p.deliveredBy) {
    p.deliveredBy.delivered -= 1
    p.deliveredBy = undefined
  }
  p.word = word
  if (leaves) leave(bag, p)
  if (word === 'DELIVERED' && p.bag?.courier) {
    p.deliveredBy = p.bag.courier
    p.bag.courier.delivered += 1
  }
  if (p.bag) decide(p.bag)
  settle(p)
}
export function weigh(p: Package, weight: number) {
  const more = weight - p.weight
  const bag = held(p)
  if (more !== 0 && bag) {
    if (!onGround(bag) || (more > 0 && !roomFor(bag, more))) return 409
    bag.weight += more
    p.counted = weight
  }
  p.weight = weight
  return 200
}
export function remove(p: Package) {
  if (held(p) || (p.bag && ['ARRIVED', 'READY_FOR_PICKUP'].includes(p.word))) return 409
  p.shipment.packages = p.shipment.packages.filter((one) => one !== p)
  settle(p)
  return 200
}
