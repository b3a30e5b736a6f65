import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/shipments/status.ts'
import { cancelledName, statusNames } from '../../../staff/messages/statuses.ts'

/** The statuses to choose from. Cancelled shipments are apart from returned ones, whose status they have. */
export const statusChoices = [...shipmentStatuses, 'CANCELLED'] as const
export type StatusChoice = (typeof statusChoices)[number]
export const statusChoiceNames = (): Record<StatusChoice, string> => ({
  ...statusNames.shipment,
  CANCELLED: cancelledName.is,
})

/** The filters of the API for a choice. */
export function filtersOf(chosen: StatusChoice | ''): {
  status?: ShipmentStatus
  cancelled?: 'true' | 'false'
} {
  if (chosen === '') return {}
  if (chosen === 'CANCELLED') return { cancelled: 'true' }
  return chosen === 'RETURNED' ? { status: chosen, cancelled: 'false' } : { status: chosen }
}
