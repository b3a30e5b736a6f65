import type * as z from 'zod'
import { shipmentStatuses, type ShipmentStatus } from '../../../shared/domain/states/shipment.ts'
import type { Tracking as Answered } from '../../../shared/domain/tracking/tracking.ts'

export type Tracking = z.output<typeof Answered>
export type TrackedEvent = Tracking['events'][number]
type PickupPlace = NonNullable<Tracking['pickup']>[number]

export const isStatus = (value: unknown): value is ShipmentStatus =>
  shipmentStatuses.some((status) => status === value)

type Fields<T> = { [name in keyof T]: unknown }
const isRecord = <T>(value: unknown): value is Fields<T> => typeof value === 'object' && value !== null
const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isMoment(value)
const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/**
 * Validates a response. Without the service's schemas, which would be larger than the page.
 */
export function isTracking(value: unknown): value is Tracking {
  if (!isRecord<Tracking>(value)) return false
  const { tracking_id, status, origin, destination, estimated_delivery, packages_count, events, pickup } = value
  return (
    [tracking_id, origin, destination].every((text) => typeof text === 'string') &&
    isStatus(status) &&
    isDay(estimated_delivery) &&
    Number.isInteger(packages_count) &&
    Array.isArray(events) &&
    events.every(isEvent) &&
    (pickup === undefined || (Array.isArray(pickup) && pickup.every(isPlace)))
  )
}

function isPlace(value: unknown): boolean {
  if (!isRecord<PickupPlace>(value)) return false
  const { name, address, city, hours, phone } = value
  return [name, address, city, hours, phone].every((text) => typeof text === 'string')
}

function isEvent(value: unknown): boolean {
  if (!isRecord<TrackedEvent>(value)) return false
  const { timestamp, event_type, location, description } = value
  return isMoment(timestamp) && [event_type, location, description].every((text) => typeof text === 'string')
}
