import {
  Briefcase,
  CalendarClock,
  CircleCheck,
  CircleX,
  ClipboardCheck,
  Combine,
  DoorOpen,
  Hand,
  Lock,
  LockOpen,
  Luggage,
  PackageOpen,
  Plane,
  PlaneLanding,
  PlaneTakeoff,
  QrCode,
  SearchX,
  Undo2,
  Warehouse,
  type LucideIcon,
} from 'lucide-preact'
import { Tag, type Tone } from '../../design/tag.tsx'
import type { Flight } from '../api/records.ts'
import { isLate } from '../messages/flight-times.ts'
import { cancelledName, delayedName, statusNames, tones, type Kind } from '../messages/statuses.ts'

/** An icon for each status; the same one for the same status of a shipment, a package, a bag and a flight. */
const icons: Record<string, LucideIcon> = {
  RECEIVED: ClipboardCheck,
  PREPARING: PackageOpen,
  CONSOLIDATING: Combine,
  READY_FOR_PICKUP: Hand,
  CREATED: QrCode,
  IN_WAREHOUSE: Warehouse,
  ASSIGNED_TO_BAG: Briefcase,
  LOST: SearchX,
  RETURNED: Undo2,
  OPEN: LockOpen,
  SEALED: Lock,
  CHECKED_IN: Luggage,
  IN_TRANSIT: Plane,
  DELIVERED: CircleCheck,
  SCHEDULED: CalendarClock,
  BOARDING: DoorOpen,
  DEPARTED: PlaneTakeoff,
  ARRIVED: PlaneLanding,
  CANCELLED: CircleX,
}

/** The status of a record, by its name or another one. */
export function Status({ of, status, name }: { of: Kind; status: string; name?: string }) {
  const names: Record<string, string> = statusNames[of]
  const ofKind: Record<string, Tone> = tones[of]
  return (
    <Tag tone={ofKind[status] ?? 'waiting'} icon={icons[status]}>
      {name ?? names[status] ?? status}
    </Tag>
  )
}

/** The status of a flight; of one that is late before its departure, that it is. */
export const StatusOfFlight = ({ flight }: { flight: Flight }) =>
  flight.status === 'SCHEDULED' && isLate(flight) ? (
    <Tag tone="needs">{delayedName.is}</Tag>
  ) : (
    <Status of="flight" status={flight.status} />
  )

/** That a shipment was cancelled, in place of its status and of those of its packages. */
export const Cancelled = () => (
  <Tag tone="wrong" icon={CircleX}>
    {cancelledName.is}
  </Tag>
)
