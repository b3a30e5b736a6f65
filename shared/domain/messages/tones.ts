import type { ShipmentStatus } from '../shipments/status.ts'

/** The tone of a status: nothing to do yet, on its way, needs a person, done, wrong. */
export type Tone = 'waiting' | 'moving' | 'needs' | 'done' | 'wrong'

/** The tone of each status of a shipment, on pages and in letters. */
export const shipmentTones: Record<ShipmentStatus, Tone> = {
  RECEIVED: 'waiting',
  PREPARING: 'waiting',
  IN_TRANSIT: 'moving',
  CONSOLIDATING: 'moving',
  READY_FOR_PICKUP: 'needs',
  DELIVERED: 'done',
  RETURNED: 'wrong',
}
