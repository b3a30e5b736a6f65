import { lazySchema } from '../../core/lazy-schema.ts'
import { optional } from './fields.ts'
import { InstantOrDay } from './instant.ts'

/** A bound of a period in a query: a timestamp with a zone, or a day. */
export const Bound = lazySchema(() => optional(InstantOrDay))

/** Times in UTC, both inclusive; without one the period is open on that side. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The period between two bounds; a day as the upper bound includes the whole day, in UTC. */
export const period = (from: string | undefined, to: string | undefined): Period => ({
  from: from && inDay(from, '00:00:00.000'),
  to: to && inDay(to, '23:59:59.999'),
})

/** The intersection of two periods; an empty one ends before it starts. */
export const intersection = (a: Period, b: Period): Period => ({
  from: a.from && b.from ? (a.from > b.from ? a.from : b.from) : (a.from ?? b.from),
  to: a.to && b.to ? (a.to < b.to ? a.to : b.to) : (a.to ?? b.to),
})

/** Whether a period is empty; DynamoDB rejects queries between such bounds. */
export const isEmpty = ({ from, to }: Period) => from !== undefined && to !== undefined && from > to

/** The bounds of sort keys that start with a time in the period. */
export const keysIn = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to: `${to}~` }) })

/** A bound in UTC: the time of a day, or the instant. */
const inDay = (bound: string, time: string) => (bound.length === 10 ? `${bound}T${time}Z` : bound)
