/**
 * A model of the service: a second implementation of the rules of parcels, bags, flights and couriers, in plain code over
 * objects in memory. It shares no code with the service. Each action returns the expected HTTP status.
 */
export interface Shipment {
  status: string
  packages: Package[]
  floor?: string
  cancelled?: boolean
  /** What its company requires for a delivery. */
  settings: { proof: boolean }
}
export interface Package {
  status: string
  weight: number
  /** The weight on its bag's manifest. */
  counted?: number
  shipment: Shipment
  /** The bag whose manifest contains the package. */
  bag?: Bag | undefined
  /** The number of bags in its history, and the one that it is in. */
  stays: number
  /** The status before the package was put into the bag. */
  before?: string | undefined
  /** The status before a change of the shipment changed it. */
  former?: string | undefined
  deliveredBy?: Courier | undefined
  /** Its open cases, newest last. */
  cases: Case[]
  /** The code of its exception. */
  exception?: string | undefined
  /** How often it was changed. */
  changes: number
  /** Its status before its last scan, and how often it was changed after that. */
  scanned?: { status: string; changes: number } | undefined
}
export interface Case {
  code: 'HOLD' | 'DAMAGE' | 'DAMAGED' | 'MISSING'
  packages: Package[]
}
/** The unloading of a bag in a warehouse. */
export interface Unloading {
  bag: Bag
  warehouse: number
  open: boolean
  sealBroken: boolean
  expected: Package[]
  finds: Map<Package, Find>
}
export interface Find {
  outcome: string
  damaged: boolean
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
export const packageOrder =
  'CREATED IN_WAREHOUSE ASSIGNED_TO_BAG IN_TRANSIT ARRIVED READY_FOR_PICKUP DELIVERED'.split(' ')
export const shipmentOrder =
  'RECEIVED PREPARING IN_TRANSIT CONSOLIDATING READY_FOR_PICKUP DELIVERED RETURNED'.split(' ')
export const isFinal = (status: string) => ['DELIVERED', 'RETURNED', 'LOST'].includes(status)
export const onGround = (bag: Bag) => ['OPEN', 'SEALED', 'CHECKED_IN'].includes(bag.status)
export const flightOrder = 'SCHEDULED BOARDING DEPARTED ARRIVED'.split(' ')
export const holdingBag = (p: Package) => (p.status === 'ASSIGNED_TO_BAG' ? p.bag : undefined)
export const visibleStatus = (p: Package) => (holdingBag(p)?.status === 'IN_TRANSIT' ? 'IN_TRANSIT' : p.status)
export const available = (f: Flight) => f.max - [...f.bags].reduce((sum, bag) => sum + bag.weight, 0)
export const roomFor = (bag: Bag, more: number) => !bag.flight || available(bag.flight) >= more
/** A package on hold is neither packed, nor handed over. */
export const isOnHold = (p: Package) => p.cases.some(({ code }) => code === 'HOLD')
/** Whether a bag holds a package that is on hold: then it does not depart by hand. */
export const isHeld = (bag: Bag) => [...bag.counted].some((p) => holdingBag(p) === bag && isOnHold(p))
