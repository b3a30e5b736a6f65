import type * as z from 'zod'
import { shipmentStatuses, type ShipmentStatus } from '../../../shared/domain/shipments/status.ts'
import type { Tracking as Answered } from '../../../shared/domain/tracking/tracking.ts'

export type Tracking = z.output<typeof Answered>
export type TrackedEvent = Tracking['events'][number]
type Company = NonNullable<Tracking['company']>
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
  const { tracking_id, status, origin, destination, estimated_delivery, packages_count } = value
  const { events, pickup, finished_at, cancelled_at, company } = value
  return (
    [tracking_id, origin, destination].every((text) => typeof text === 'string') &&
    isStatus(status) &&
    isDay(estimated_delivery) &&
    Number.isInteger(packages_count) &&
    Array.isArray(events) &&
    events.every(isEvent) &&
    (pickup === undefined || (Array.isArray(pickup) && pickup.every(isPlace))) &&
    (finished_at === undefined || isMoment(finished_at)) &&
    (cancelled_at === undefined || isMoment(cancelled_at)) &&
    (company === undefined || isCompany(company))
  )
}

function isPlace(value: unknown): boolean {
  if (!isRecord<PickupPlace>(value)) return false
  const { name, address, city, hours, phone } = value
  return [name, address, city, hours, phone].every((text) => typeof text === 'string')
}

/** Its website is a link, so it must be no script. */
function isCompany(value: unknown): boolean {
  if (!isRecord<Company>(value)) return false
  const { name, phone, email, website } = value
  const texts = [name, phone, email, website].every((text) => typeof text === 'string')
  return texts && (website === '' || /^https?:\/\//.test(String(website)))
}

function isEvent(value: unknown): boolean {
  if (!isRecord<TrackedEvent>(value)) return false
  const { timestamp, event_type, location, description, packages } = value
  return (
    isMoment(timestamp) &&
    [event_type, location, description].every((text) => typeof text === 'string') &&
    (packages === undefined || (Array.isArray(packages) && packages.every(Number.isInteger)))
  )
}
