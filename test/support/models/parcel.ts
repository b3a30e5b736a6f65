/**
 * The rules of packages and shipments again, in plain code over a list of packages, as the model for the service.
 * Nothing is taken from the code.
 */
export type Word =
  | 'CREATED'
  | 'IN_WAREHOUSE'
  | 'ASSIGNED_TO_BAG'
  | 'IN_TRANSIT'
  | 'ARRIVED'
  | 'READY_FOR_PICKUP'
  | 'DELIVERED'
  | 'RETURNED'
  | 'LOST'
const way = 'CREATED IN_WAREHOUSE ASSIGNED_TO_BAG IN_TRANSIT ARRIVED READY_FOR_PICKUP DELIVERED'.split(' ')
const order = 'RECEIVED PREPARING IN_TRANSIT CONSOLIDATING READY_FOR_PICKUP DELIVERED RETURNED'.split(' ')
const ended = (word: string) => ['DELIVERED', 'RETURNED', 'LOST'].includes(word)

/** What packages make of a shipment that has this status. */
export function derived(words: string[], last: string): string {
  const travelling = words.filter((word) => word !== 'LOST' && word !== 'RETURNED')
  if (words.length === 0) return 'RECEIVED'
  if (travelling.length === 0) return words.includes('RETURNED') ? 'RETURNED' : last
  const ranks = travelling.map((word) => way.indexOf(word))
  if (Math.min(...ranks) === 6) return 'DELIVERED'
  if (Math.min(...ranks) >= 5) return 'READY_FOR_PICKUP'
  if (Math.max(...ranks) >= 4) return 'CONSOLIDATING'
  if (Math.max(...ranks) >= 2) return 'IN_TRANSIT'
  return Math.max(...ranks) === 1 ? 'PREPARING' : 'RECEIVED'
}
export function floored(status: string, floor: string | undefined): string {
  if (status === 'RETURNED' && floor !== 'DELIVERED') return status
  if (status === 'RETURNED' || floor === undefined) return floor ?? status
  return order[Math.max(order.indexOf(status), order.indexOf(floor))]!
}

/** A shipment with its packages, in memory. Each act answers the HTTP status that it should have. */
export class ParcelModel {
  status = 'RECEIVED'
  floor: string | undefined
  packages: { word: string; former?: string }[] = []

  #settle() {
    const words = this.packages.map(({ word }) => word)
    this.status = floored(derived(words, this.status), this.floor)
  }
  add() {
    if (this.status === 'DELIVERED' || this.status === 'RETURNED' || this.packages.length >= 80) return 409
    this.packages.push({ word: 'CREATED' })
    this.#settle()
    return 201
  }
  remove(n: number) {
    this.packages.splice(n, 1)
    this.#settle()
    return 200
  }
  move(n: number, to: string, manager: boolean) {
    const { word } = this.packages[n]!
    if (word === to) return 200
    if (to === 'ASSIGNED_TO_BAG' || to === 'IN_TRANSIT') return 409
    const forward = !ended(word) && (way.indexOf(to) > way.indexOf(word) || ended(to))
    const found = word === 'LOST' && to === 'ARRIVED'
    if (!forward && !found && !manager) return 409
    this.packages[n] = { word: to }
    this.#settle()
    return 200
  }
  set(to: string, manager: boolean) {
    if (this.status === to) return 200
    const forward = order.indexOf(to) > order.indexOf(this.status) && this.status !== 'DELIVERED'
    if (!forward && !manager) return 409
    const packages = this.packages.map((one) => {
      const word = (!forward && one.former) || one.word
      if (to !== 'DELIVERED' && to !== 'RETURNED') return !forward ? { word } : one
      return ended(word) ? { word } : { word: to, former: word }
    })
    const words = packages.map(({ word }) => word)
    const result = derived(words, to)
    if (this.status === 'DELIVERED' && to === 'RETURNED' && result !== 'RETURNED') return 409
    if (floored(result, to) !== to || (to === 'DELIVERED' && result === 'RETURNED')) return 409
    Object.assign(this, { packages, status: to, floor: to })
    return 200
  }
}
