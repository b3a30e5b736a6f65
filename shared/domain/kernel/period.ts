import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { optional } from './fields.ts'

/** A bound of a period in a query: a timestamp with a zone, or a day. */
export const Bound = lazySchema(() => optional(z.iso.datetime({ offset: true }).or(z.iso.date())))

/** Times in UTC, both inclusive; without one the period is open on that side. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The period between two bounds; a day as the upper bound includes the whole day, in UTC. */
export const period = (from: string | undefined, to: string | undefined): Period => ({
  from: from && moment(from),
  to: to && (to.length === 10 ? `${to}T23:59:59.999Z` : moment(to)),
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

/** In UTC, as stored; the conversion may exceed four-digit years. */
function moment(given: string): string {
  const utc = new Date(given).toISOString()
  if (utc.startsWith('+')) return '9999-12-31T23:59:59.999Z'
  return utc.startsWith('-') ? '0000-01-01T00:00:00.000Z' : utc
}
