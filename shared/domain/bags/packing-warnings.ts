import { airportOf, airportWith } from '../kernel/places.ts'
import type { PackageRecord } from '../packages/record.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import type { BagRecord } from './record.ts'

export const packingWarnings = ['other_destination', 'no_destination', 'ready_for_pickup'] as const
type PackingWarning = (typeof packingWarnings)[number]

/**
 * What a worker is warned of after a package was put into a bag: `other_destination` if its shipment goes to another country,
 * or to the city that the bag comes from; `no_destination` if the shipment has none yet; `ready_for_pickup` if its recipient was
 * called to collect the package. Within the bag's country, packages
 * may go on by land; of a place without a known airport nothing is known.
 */
export function packingWarningsOf(
  bag: Pick<BagRecord, 'origin' | 'destination'>,
  { destination, destination_place }: Pick<ShipmentRecord, 'destination' | 'destination_place'>,
  status: PackageRecord['status'],
): PackingWarning[] {
  if (status === 'READY_FOR_PICKUP') return ['ready_for_pickup']
  if (!destination) return ['no_destination']
  const there = airportWith(airportOf(destination_place))
  const [from, to] = [airportWith(bag.origin), airportWith(bag.destination)]
  if (!there || !to) return []
  const isBack = there.city !== undefined && there.city === from?.city
  return there.country !== to.country || isBack ? ['other_destination'] : []
}
