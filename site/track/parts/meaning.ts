import { Check, ClipboardCheck, MapPin, Package, Plane, TriangleAlert, Undo2, Warehouse } from 'lucide-preact'
import type { ShipmentStatus } from '../../../shared/domain/shipments/status.ts'
import { shipmentTones, type Tone } from '../../../shared/domain/messages/tones.ts'

/** The tone of a status or an event for a recipient, as the tokens of the design system name it, with its icon. */
export interface Meaning {
  meaning: Tone
  Icon: typeof Check
}

export const statusMeanings: Record<ShipmentStatus, Meaning> = {
  RECEIVED: { meaning: shipmentTones.RECEIVED, Icon: ClipboardCheck },
  PREPARING: { meaning: shipmentTones.PREPARING, Icon: Package },
  IN_TRANSIT: { meaning: shipmentTones.IN_TRANSIT, Icon: Plane },
  CONSOLIDATING: { meaning: shipmentTones.CONSOLIDATING, Icon: Warehouse },
  READY_FOR_PICKUP: { meaning: shipmentTones.READY_FOR_PICKUP, Icon: MapPin },
  DELIVERED: { meaning: shipmentTones.DELIVERED, Icon: Check },
  RETURNED: { meaning: shipmentTones.RETURNED, Icon: Undo2 },
}

const delay: Meaning = { meaning: 'needs', Icon: TriangleAlert }
const problem: Meaning = { meaning: 'wrong', Icon: TriangleAlert }
/** Events that are not simply a step of the way. */
const eventMeanings: Record<string, Meaning> = {
  BAG_MISSED_FLIGHT: delay,
  FLIGHT_DELAYED: delay,
  FLIGHT_CANCELLED: delay,
  CUSTOMS_HOLD: delay,
  DAMAGED: problem,
  DELIVERY_FAILED: problem,
  LOST: problem,
  READY_FOR_PICKUP: statusMeanings.READY_FOR_PICKUP,
  DELIVERED: statusMeanings.DELIVERED,
  RETURNED: statusMeanings.RETURNED,
}

/** The meaning of an event; undefined for a step of the way. */
export const eventMeaning = (type: string): Meaning | undefined =>
  Object.hasOwn(eventMeanings, type) ? eventMeanings[type] : undefined

/** Whether an event is a delay or a problem, which a status does not show. */
export const isSetback = (type: string): boolean => eventMeaning(type)?.Icon === TriangleAlert
