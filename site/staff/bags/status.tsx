import type { Bag } from '../api/records.ts'
import { texts } from '../messages/language.ts'
import { statusNames } from '../messages/statuses.ts'
import { Status } from '../ui/status.tsx'

const messages = texts({
  arrived: ['Arrived', 'Прибыла', 'ჩამოვიდა', 'وصلت'],
  unloaded: ['Unloaded', 'Разгружена', 'გადმოტვირთულია', 'فُرِّغت'],
})

type Shown = Pick<Bag, 'status' | 'arrived_at' | 'unloaded'>
/** Whether a bag was unloaded: its status stays IN_TRANSIT until its packages have ended. */
export const isUnloaded = ({ status, unloaded }: Shown) => status === 'IN_TRANSIT' && unloaded !== null

/** The name of a bag's status; of one in transit, also that it has arrived with its flight, or was unloaded. */
export function bagStatusName(bag: Shown): string {
  if (bag.status !== 'IN_TRANSIT') return statusNames.bag[bag.status]
  if (bag.unloaded) return messages.unloaded
  return bag.arrived_at === null ? statusNames.bag.IN_TRANSIT : messages.arrived
}

export const BagStatus = ({ bag }: { bag: Shown }) =>
  bag.status === 'IN_TRANSIT' && (bag.unloaded ?? bag.arrived_at) !== null ? (
    <Status of="flight" status="ARRIVED" name={bagStatusName(bag)} />
  ) : (
    <Status of="bag" status={bag.status} />
  )
