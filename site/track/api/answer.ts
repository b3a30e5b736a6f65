import type * as z from 'zod'
import { shipmentStatuses, type ShipmentStatus } from '../../../shared/domain/shipments/status.ts'
import type { Tracking as Answered } from '../../../shared/domain/tracking/tracking.ts'

export type Tracking = z.output<typeof Answered>
export type TrackedEvent = Tracking['events'][number]
type Company = NonNullable<Tracking['company']>
type PickupPlace = NonNullable<Tracking['pickup']>[number]

export const isStatus = (value: unknown): value is ShipmentStatus =>
  shipmentStatuses.some((status) => status === value)

type Check = (value: unknown) => boolean
/** Whether a value is an object whose fields pass their checks. */
const isObject =
  <T>(checks: Partial<Record<keyof T, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(checks as Record<string, Check>).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    )
const isText: Check = (value) => typeof value === 'string'
const isMoment: Check = (value) => isText(value) && !Number.isNaN(Date.parse(value as string))
const isDay: Check = (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && isMoment(value)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const ifThere =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const isTracked = isObject<Tracking>({
  tracking_id: isText,
  status: isStatus,
  origin: isText,
  destination: isText,
  estimated_delivery: isDay,
  packages_count: Number.isInteger,
  received_at_warehouse: ifThere(isText),
  pickup: ifThere(
    isListOf(
      isObject<PickupPlace>({ name: isText, address: isText, city: isText, hours: isText, phone: isText }),
    ),
  ),
  finished_at: ifThere(isMoment),
  cancelled_at: ifThere(isMoment),
  company: ifThere(
    isObject<Company>({
      name: isText,
      phone: isText,
      email: isText,
      // It is a link, so it must be no script.
      website: (value) => isText(value) && /^(https?:\/\/|$)/.test(value as string),
    }),
  ),
  events: isListOf(
    isObject<TrackedEvent>({
      timestamp: isMoment,
      event_type: isText,
      location: isText,
      description: isText,
      place: ifThere(isText),
      packages: ifThere(isListOf(Number.isInteger)),
    }),
  ),
})
/** Validates a response. Without the service's schemas, which would be larger than the page. */
export const isTracking = (value: unknown): value is Tracking => isTracked(value)
