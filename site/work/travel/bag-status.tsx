import type { Bag, Flight } from '../../staff/api/records.ts'
import { messages } from '../messages/travel.ts'
import { Status } from '../../staff/ui/status.tsx'

/** The status of a bag; of one that was not unloaded yet, that it or its flight has arrived. */
export const BagStatus = ({ bag, flight }: { bag: Bag; flight: Flight | undefined }) =>
  bag.status === 'IN_TRANSIT' && (bag.arrived_at !== null || flight?.status === 'ARRIVED') ? (
    <Status of="flight" status="ARRIVED" name={messages.arrived} />
  ) : (
    <Status of="bag" status={bag.status} />
  )
