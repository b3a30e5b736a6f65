/**
 * A model of the service: a second implementation of the rules of packages and shipments, in plain code over a list of
 * packages. It shares no code with the service.
 */

const packageOrder = 'CREATED IN_WAREHOUSE ASSIGNED_TO_BAG IN_TRANSIT ARRIVED READY_FOR_PICKUP DELIVERED'.split(
  ' ',
)
const shipmentOrder = 'RECEIVED PREPARING IN_TRANSIT CONSOLIDATING READY_FOR_PICKUP DELIVERED RETURNED'.split(
  ' ',
)
const isFinal = (status: string) => ['DELIVERED', 'RETURNED', 'LOST'].includes(status)

/** The shipment's status that follows from its packages' statuses and its last status. */
export function derived(statuses: string[], last: string): string {
  const travelling = statuses.filter((status) => status !== 'LOST' && status !== 'RETURNED')
  if (statuses.length === 0) return 'RECEIVED'
  if (travelling.length === 0) return statuses.includes('RETURNED') ? 'RETURNED' : last
  const ranks = travelling.map((status) => packageOrder.indexOf(status))
  if (Math.min(...ranks) === 6) return 'DELIVERED'
  if (Math.min(...ranks) >= 5) return 'READY_FOR_PICKUP'
  if (Math.max(...ranks) >= 4) return 'CONSOLIDATING'
  if (Math.max(...ranks) >= 2) return 'IN_TRANSIT'
  return Math.max(...ranks) === 1 ? 'PREPARING' : 'RECEIVED'
}
export function floored(status: string, floor: string | undefined): string {
  if (status === 'RETURNED' && floor !== 'DELIVERED') return status
  if (status === 'RETURNED' || floor === undefined) return floor ?? status
  return shipmentOrder[Math.max(shipmentOrder.indexOf(status), shipmentOrder.indexOf(floor))]!
}

/** A shipment with its packages, in memory. Each action returns the expected HTTP status. */
export class ParcelModel {
  status = 'RECEIVED'
  floor: string | undefined
  packages: { status: string; former?: string }[] = []

  #updateShipment() {
    const statuses = this.packages.map(({ status }) => status)
    this.status = floored(derived(statuses, this.status), this.floor)
  }
  add() {
    if (this.status === 'DELIVERED' || this.status === 'RETURNED' || this.packages.length >= 80) return 409
    this.packages.push({ status: 'CREATED' })
    this.#updateShipment()
    return 201
  }
  remove(n: number) {
    this.packages.splice(n, 1)
    this.#updateShipment()
    return 200
  }
  move(n: number, to: string, manager: boolean) {
    const { status } = this.packages[n]!
    if (status === to) return 200
    if (to === 'ASSIGNED_TO_BAG' || to === 'IN_TRANSIT') return 409
    const forward = !isFinal(status) && (packageOrder.indexOf(to) > packageOrder.indexOf(status) || isFinal(to))
    const found = status === 'LOST' && to === 'ARRIVED'
    if (!forward && !found && !manager) return 409
    this.packages[n] = { status: to }
    this.#updateShipment()
    return 200
  }
  set(to: string, manager: boolean) {
    if (this.status === to) return 200
    const forward =
      shipmentOrder.indexOf(to) > shipmentOrder.indexOf(this.status) && this.status !== 'DELIVERED'
    if (!forward && !manager) return 409
    const packages = this.packages.map((one) => {
      const status = (!forward && one.former) || one.status
      if (to !== 'DELIVERED' && to !== 'RETURNED') return !forward ? { status } : one
      return isFinal(status) ? { status } : { status: to, former: status }
    })
    const statuses = packages.map(({ status }) => status)
    const result = derived(statuses, to)
    if (this.status === 'DELIVERED' && to === 'RETURNED' && result !== 'RETURNED') return 409
    if (floored(result, to) !== to || (to === 'DELIVERED' && result === 'RETURNED')) return 409
    Object.assign(this, { packages, status: to, floor: to })
    return 200
  }
}
