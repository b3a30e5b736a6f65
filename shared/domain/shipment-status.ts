/** A shipment's statuses in the order of its way; each may be skipped. */
export const shipmentStatuses = [
  'RECEIVED',
  'PREPARING',
  'IN_TRANSIT',
  'CONSOLIDATING',
  'READY_FOR_PICKUP',
  'DELIVERED',
  'RETURNED',
] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

/**
 * Whether a shipment's status may be set by hand: forward to any later one, though what was delivered is not
 * returned; backward only by a manager, who corrects.
 */
export function mayMove(from: ShipmentStatus, to: ShipmentStatus, manager: boolean): boolean {
  const forward = shipmentStatuses.indexOf(to) > shipmentStatuses.indexOf(from)
  return forward ? from !== 'DELIVERED' : manager || from === to
}
