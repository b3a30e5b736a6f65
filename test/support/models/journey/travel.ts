import { move } from './packages.ts'
import {
  available,
  type Bag,
  type Courier,
  type Flight,
  flightOrder,
  holdingBag,
  isFinal,
  isHeld,
  onGround,
  type Package,
  visibleStatus,
} from './records.ts'

// Bags and flights of the model of a journey (records.ts).

export function assign(bag: Bag, courier: Courier, flight: Flight) {
  if (!onGround(bag)) return 409
  if (bag.flight !== flight) {
    if (!['SCHEDULED', 'BOARDING'].includes(flight.status) || available(flight) < bag.weight) return 409
    bag.flight?.bags.delete(bag)
    flight.bags.add(bag)
    bag.flight = flight
  }
  bag.courier = courier
  return 200
}

export function seal(bag: Bag) {
  if (!onGround(bag)) return 409
  if (bag.status === 'OPEN') bag.status = 'SEALED'
  return 200
}

export function checkIn(bag: Bag) {
  if (!onGround(bag)) return 409
  bag.status = 'CHECKED_IN'
  return 200
}

export function setBag(bag: Bag, to: string) {
  if (bag.status === to) return 200
  if (to === 'IN_TRANSIT' && ['SEALED', 'CHECKED_IN'].includes(bag.status)) {
    if (isHeld(bag)) return 409
    bag.status = to
    return 200
  }
  if (to !== 'DELIVERED' || [...bag.counted].some(({ status }) => !isFinal(status))) return 409
  bag.deliveredFrom = bag.status
  bag.status = to
  return 200
}

export function removeBag(bag: Bag) {
  if (bag.status !== 'OPEN' || bag.total > 0) return 409
  bag.flight?.bags.delete(bag)
  return 200
}

export function moveFlight(flight: Flight, to: string) {
  const { status: from } = flight
  if (from === to) return 200
  if (
    to === 'CANCELLED'
      ? flightOrder.indexOf(from) > 1 || from === 'CANCELLED'
      : !(flightOrder.indexOf(to) > flightOrder.indexOf(from)) || from === 'CANCELLED'
  )
    return 409
  const passes = (state: string) =>
    to !== 'CANCELLED' &&
    flightOrder.indexOf(state) > flightOrder.indexOf(from) &&
    flightOrder.indexOf(state) <= flightOrder.indexOf(to)
  const flies = (bag: Bag) => ['CHECKED_IN', 'IN_TRANSIT'].includes(bag.status)
  if (passes('DEPARTED') && [...flight.bags].some((bag) => flies(bag) && isHeld(bag))) return 409
  flight.status = to
  if (to === 'CANCELLED')
    // `detach` removes bags from the list.
    // oxlint-disable-next-line unicorn/no-useless-spread
    for (const bag of [...flight.bags]) {
      if (['CHECKED_IN', 'IN_TRANSIT'].includes(bag.status)) bag.status = 'SEALED'
      detach(bag)
    }
  if (passes('DEPARTED')) {
    const had = couriersOf(flight)
    // oxlint-disable-next-line unicorn/no-useless-spread
    for (const bag of [...flight.bags])
      if (['OPEN', 'SEALED'].includes(bag.status)) detach(bag)
      else if (bag.status === 'CHECKED_IN') bag.status = 'IN_TRANSIT'
      else if (bag.status === 'DELIVERED') bag.deliveredFrom = 'IN_TRANSIT'
    const flying = couriersOf(flight)
    for (const courier of had) if (!flying.has(courier)) courier.noShows += 1
  }
  if (passes('ARRIVED')) {
    for (const courier of couriersOf(flight)) courier.flown += 1
    for (const bag of flight.bags) {
      bag.arrived = true
      if (bag.total > 0) continue
      bag.deliveredFrom = bag.status
      bag.status = 'DELIVERED'
    }
  }
  return 200
}

const couriersOf = ({ bags }: Flight) => new Set([...bags].flatMap(({ courier }) => courier ?? []))

function detach(bag: Bag) {
  bag.flight?.bags.delete(bag)
  bag.flight = undefined
}

export function setMax(flight: Flight, max: number) {
  if (max < flight.max - available(flight)) return 409
  flight.max = max
  return 200
}

/** Scans a package. A scan is never refused, but may have no effect. */
export function scan(p: Package, type: string, warehouse: number) {
  const status = visibleStatus(p)
  const { length } = p.cases
  const answer = effectOfScan(p, type, warehouse)
  const isEnd = (type === 'DELIVERED' || type === 'RETURNED') && visibleStatus(p) !== status
  if (isEnd) p.exception = undefined
  // A case that a scan resolves is taken up again by people.
  p.scanned = p.cases.length < length ? undefined : { status, changes: p.changes }
  return answer
}

function effectOfScan(p: Package, type: string, warehouse: number) {
  const bag = holdingBag(p)
  if (type === 'BAG_LOADED') {
    if (bag?.status === 'CHECKED_IN' && !isHeld(bag)) bag.status = 'IN_TRANSIT'
    return 200
  }
  const travels = visibleStatus(p) === 'IN_TRANSIT'
  if (type === 'PACKAGE_SCANNED' && travels && !bag?.arrived && bag?.warehouse === warehouse) return 200
  const to: Record<string, string> = {
    PACKAGE_SCANNED: travels ? 'ARRIVED' : 'IN_WAREHOUSE',
    ARRIVED_AT_WAREHOUSE: 'ARRIVED',
  }
  move(p, to[type] ?? type, false)
  return 200
}
