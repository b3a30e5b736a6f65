import { derived, floored } from '../parcel.ts'
import { settleMissing } from './cases.ts'
import {
  available,
  type Bag,
  type Flight,
  holdingBag,
  isFinal,
  isOnHold,
  onGround,
  type Package,
  packageOrder,
  roomFor,
  type Shipment,
  shipmentOrder,
  visibleStatus,
} from './records.ts'

// Shipments and packages of the model of a journey (records.ts).

function updateShipment({ shipment }: Package) {
  const statuses = shipment.packages.map(({ status }) => status)
  become(shipment, floored(derived(statuses, shipment.status), shipment.floor))
}
/** A shipment is cancelled as long as it is returned. */
function become(shipment: Shipment, status: string) {
  shipment.status = status
  if (status !== 'RETURNED') shipment.cancelled = false
}
/** Sets a bag to delivered, or back, according to the packages on its manifest. */
function updateDelivered(bag: Bag) {
  const statuses = [...bag.counted].map(({ status }) => status)
  const anyOpen = statuses.some((status) => !isFinal(status))
  if (bag.status === 'DELIVERED' && anyOpen) bag.status = bag.deliveredFrom ?? ''
  else if (bag.status !== 'DELIVERED' && !anyOpen && statuses.includes('DELIVERED')) {
    bag.deliveredFrom = bag.status
    bag.status = 'DELIVERED'
  }
}
export const addPackage = (shipment: Shipment, weight: number): Package => {
  const p = { status: 'CREATED', weight, shipment, stays: 0, changes: 0, cases: [] }
  shipment.packages.push(p)
  updateShipment(p)
  return p
}
export function put(bag: Bag, p: Package) {
  if (holdingBag(p) === bag) return 200
  if (bag.status !== 'OPEN' || holdingBag(p)) return 409
  if (!['CREATED', 'IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP'].includes(p.status)) return 409
  if (!roomFor(bag, p.weight) || isOnHold(p)) return 409
  const last = p.bag
  last?.counted.delete(p)
  p.before = p.status
  p.status = 'ASSIGNED_TO_BAG'
  p.bag = bag
  p.stays += 1
  bag.counted.add(p)
  bag.total += 1
  bag.weight += p.weight
  p.counted = p.weight
  p.changes += 1
  if (last) updateDelivered(last)
  updateShipment(p)
  return 200
}
function removeFromManifest(bag: Bag, p: Package) {
  bag.counted.delete(p)
  bag.total -= 1
  bag.weight -= p.counted ?? 0
  p.bag = undefined
  p.stays -= 1
}
export function take(bag: Bag, p: Package) {
  if (holdingBag(p) !== bag) return 404
  if (bag.status !== 'OPEN') return 409
  p.status = p.before ?? ''
  p.changes += 1
  removeFromManifest(bag, p)
  updateShipment(p)
  return 200
}
/** Whether a shipment is delivered by a hand-over only; a manager may give a reason instead. */
const needsProof = ({ settings }: Shipment, override: boolean) => settings.proof && !override
/** Hands packages of one shipment over, with a signature or without. */
export function handOver(some: Package[], signed: boolean) {
  if (some.some((p) => isFinal(p.status) || isOnHold(p))) return 409
  if (some.some(({ shipment }) => shipment.settings.proof) && !signed) return 409
  for (const p of some) {
    settleMissing(p)
    apply(p, 'DELIVERED')
    p.former = undefined
    p.exception = undefined
  }
  return 201
}
/** Changes a package's status on a user's request. A scan is such a change by a role other than manager. */
export function move(p: Package, to: string, manager: boolean, reason = false) {
  const from = visibleStatus(p)
  if (from === to) return 200
  const byBag = to === 'ASSIGNED_TO_BAG' || to === 'IN_TRANSIT'
  const forward =
    !byBag && !isFinal(from) && (packageOrder.indexOf(to) > packageOrder.indexOf(from) || isFinal(to))
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
  if (to === 'DELIVERED' && (isOnHold(p) || needsProof(p.shipment, manager && reason))) return 409
  if (packageOrder.indexOf(to) >= packageOrder.indexOf('ARRIVED')) settleMissing(p)
  apply(p, to === 'IN_TRANSIT' ? 'ASSIGNED_TO_BAG' : to)
  p.former = undefined
  return 200
}
/** Sets a shipment's status. Open packages follow it, or get their former statuses back. */
export function setShipment(shipment: Shipment, to: string, manager: boolean, reason: boolean) {
  const { status: from } = shipment
  if (from === to) return 200
  const forward = shipmentOrder.indexOf(to) > shipmentOrder.indexOf(from) && from !== 'DELIVERED'
  if (!forward && !manager) return 409
  if (to === 'DELIVERED' && needsProof(shipment, manager && reason)) return 409
  const plan = shipment.packages.map((p) => {
    const former = (!forward && p.former) || p.status
    const along = (to === 'DELIVERED' || to === 'RETURNED') && !isFinal(former)
    return {
      p,
      status: along ? to : former,
      former: along ? (holdingBag(p)?.status === 'OPEN' ? p.before : former) : undefined,
    }
  })
  if (plan.some(({ p, status }) => status === 'DELIVERED' && status !== p.status && isOnHold(p))) return 409
  const result = derived(
    plan.map(({ status }) => status),
    to,
  )
  if (from === 'DELIVERED' && to === 'RETURNED' && result !== 'RETURNED') return 409
  if (floored(result, to) !== to || (to === 'DELIVERED' && result === 'RETURNED')) return 409
  if (
    !mayHoldAgain(
      plan.filter(({ p, status }) => status === 'ASSIGNED_TO_BAG' && p.status !== status).map(({ p }) => p),
    )
  )
    return 409
  for (const { p, status, former } of plan) {
    if (p.status === status) continue
    apply(p, status)
    p.former = former
  }
  become(shipment, to)
  shipment.floor = to
  return 200
}
/** Cancels a shipment of which nothing has left. */
export function cancel(shipment: Shipment) {
  const { status, floor = 'RECEIVED', packages } = shipment
  if (shipment.cancelled) return 200
  if (isFinal(status) || !['RECEIVED', 'PREPARING'].includes(floor)) return 409
  const hasLeft = (p: Package) => {
    const bag = holdingBag(p)
    if (bag) return bag.status !== 'OPEN' || p.stays > 1
    return p.stays > 0 || ['ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'].includes(p.status)
  }
  if (packages.some(hasLeft)) return 409
  setShipment(shipment, 'RETURNED', false, false)
  shipment.cancelled = true
  return 200
}
/** A package whose weight has changed returns to its bag only if the manifest can still change and the flight has room. */
function mayHoldAgain(packages: Package[]) {
  const more = new Map<Flight, number>()
  for (const { bag, weight, counted = weight } of packages) {
    if (!bag || weight === counted) continue
    const then = bag.status === 'DELIVERED' ? bag.deliveredFrom : bag.status
    if (!['OPEN', 'SEALED', 'CHECKED_IN'].includes(then ?? '')) return false
    if (bag.flight) more.set(bag.flight, (more.get(bag.flight) ?? 0) + weight - counted)
  }
  return [...more].every(([flight, weight]) => weight <= 0 || available(flight) >= weight)
}
function apply(p: Package, status: string) {
  const bag = p.bag
  if (bag && status === 'ASSIGNED_TO_BAG') {
    bag.weight += p.weight - (p.counted ?? p.weight)
    p.counted = p.weight
  }
  const leaves = bag?.status === 'OPEN' && p.status === 'ASSIGNED_TO_BAG' && status !== 'ASSIGNED_TO_BAG'
  if (p.status === 'DELIVERED' && p.deliveredBy) {
    p.deliveredBy.delivered -= 1
    p.deliveredBy = undefined
  }
  p.status = status
  p.changes += 1
  if (leaves) removeFromManifest(bag, p)
  if (status === 'DELIVERED' && p.bag?.courier) {
    p.deliveredBy = p.bag.courier
    p.bag.courier.delivered += 1
  }
  if (p.bag) updateDelivered(p.bag)
  updateShipment(p)
}
export function weigh(p: Package, weight: number) {
  const more = weight - p.weight
  const bag = holdingBag(p)
  if (more !== 0 && bag) {
    if (!onGround(bag) || (more > 0 && !roomFor(bag, more))) return 409
    bag.weight += more
    p.counted = weight
  }
  if (more !== 0) p.changes += 1
  p.weight = weight
  return 200
}
export function remove(p: Package) {
  if (holdingBag(p) || (p.bag && ['ARRIVED', 'READY_FOR_PICKUP'].includes(p.status))) return 409
  // Lost on its way.
  if (p.stays > 0 && p.status === 'LOST') return 409
  if (p.cases.length > 0) return 409
  p.shipment.packages = p.shipment.packages.filter((one) => one !== p)
  updateShipment(p)
  return 200
}
/** Takes the last scan of a package back. */
export function takeBack(p: Package) {
  const { status, changes } = p.scanned ?? {}
  return changes === p.changes && status !== undefined ? move(p, status, true) : 409
}
