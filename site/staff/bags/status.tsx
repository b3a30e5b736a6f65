import type { Bag } from '../api/records.ts'
import { texts } from '../messages/language.ts'
import { statusNames } from '../messages/statuses.ts'
import { Tag } from '../../design/tag.tsx'
import { Status } from '../ui/status.tsx'

const messages = texts({
  arrived: ['Arrived', 'Прибыла', 'ჩამოვიდა', 'وصلت'],
  unloaded: ['Unloaded', 'Разгружена', 'გადმოტვირთულია', 'فُرِّغت'],
})
/** How a bag lost its flight. */
const lost = texts({
  MISSED: [
    (flight: string) => `Missed ${flight}`,
    (flight: string) => `Осталась от ${flight}`,
    (flight: string) => `ჩამორჩა ${flight}-ს`,
    (flight: string) => `فاتتها الرحلة ${flight}`,
  ],
  CANCELLED: [
    (flight: string) => `${flight} cancelled`,
    (flight: string) => `${flight} отменён`,
    (flight: string) => `${flight} გაუქმდა`,
    (flight: string) => `أُلغيت الرحلة ${flight}`,
  ],
})

type Shown = Pick<Bag, 'status' | 'arrived_at' | 'unloaded'>
/** "Missed SU1234": the flight that left without a bag, or was cancelled. */
export const lostFlightName = ({ cause, flight_number }: NonNullable<Bag['lost_flight']>) =>
  lost[cause](flight_number)
/** Whether a bag was unloaded: its status stays IN_TRANSIT until its packages have ended. */
export const isUnloaded = ({ status, unloaded }: Shown) => status === 'IN_TRANSIT' && unloaded !== null

/** The name of a bag's status; of one in transit, also that it has arrived with its flight, or was unloaded. */
export function bagStatusName(bag: Shown): string {
  if (bag.status !== 'IN_TRANSIT') return statusNames.bag[bag.status]
  if (bag.unloaded) return messages.unloaded
  return bag.arrived_at === null ? statusNames.bag.IN_TRANSIT : messages.arrived
}

/** The status of a bag, and that it waits for another flight. */
export const BagStatus = ({ bag }: { bag: Shown & Pick<Bag, 'lost_flight'> }) => (
  <>
    {bag.status === 'IN_TRANSIT' && (bag.unloaded ?? bag.arrived_at) !== null ? (
      <Status of="flight" status="ARRIVED" name={bagStatusName(bag)} />
    ) : (
      <Status of="bag" status={bag.status} />
    )}
    {bag.lost_flight && <Tag tone="needs">{lostFlightName(bag.lost_flight)}</Tag>}
  </>
)
