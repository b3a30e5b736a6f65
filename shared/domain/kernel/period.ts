import { lazySchema } from '../../core/lazy-schema.ts'
import { optional } from './fields.ts'
import { InstantOrDay } from './instant.ts'
import { daysAfter, startOfDay } from './time-zone.ts'

/** A bound of a period in a query: a timestamp with a zone, or a day. */
export const Bound = lazySchema(() => optional(InstantOrDay))

/** Times in UTC, both inclusive; without one the period is open on that side. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Whether a bound is a day, of which the time zone matters. */
export const isDay = (bound: string | undefined) => bound?.length === 10

/** The period between two bounds; a day as the upper bound includes the whole day, in the zone. */
export const period = (from: string | undefined, to: string | undefined, zone: string): Period => ({
  from: isDay(from) && from ? startOfDay(from, zone) : from,
  to: isDay(to) && to ? lastMoment(to, zone) : to,
})
const lastMoment = (day: string, zone: string) =>
  new Date(Date.parse(startOfDay(daysAfter(day, 1), zone)) - 1).toISOString()

/** The intersection of two periods; an empty one ends before it starts. */
export const intersection = (a: Period, b: Period): Period => ({
  from: a.from && b.from ? (a.from > b.from ? a.from : b.from) : (a.from ?? b.from),
  to: a.to && b.to ? (a.to < b.to ? a.to : b.to) : (a.to ?? b.to),
})

/** Whether a period is empty; DynamoDB rejects queries between such bounds. */
export const isEmpty = ({ from, to }: Period) => from !== undefined && to !== undefined && from > to

/** The bounds of sort keys that start with a time in the period. */
export const keysIn = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to: `${to}~` }) })
