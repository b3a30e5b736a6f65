import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { optional } from './fields.ts'

/** A bound of a period as a query gives it: a moment with a zone, or a day. */
export const Bound = lazySchema(() => optional(z.iso.datetime({ offset: true }).or(z.iso.date())))

/** Moments in UTC, both included, as records write them; without one it is open on that side. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The time between two bounds; a day as the upper one means the whole day, in UTC. */
export const period = (from: string | undefined, to: string | undefined): Period => ({
  from: from && moment(from),
  to: to && (to.length === 10 ? `${to}T23:59:59.999Z` : moment(to)),
})

/** What two periods have in common; where that is nothing it ends before it begins. */
export const both = (a: Period, b: Period): Period => ({
  from: a.from && b.from ? (a.from > b.from ? a.from : b.from) : (a.from ?? b.from),
  to: a.to && b.to ? (a.to < b.to ? a.to : b.to) : (a.to ?? b.to),
})

/** Whether a period holds no moment at all; DynamoDB refuses to look between such bounds. */
export const isEmpty = ({ from, to }: Period) => from !== undefined && to !== undefined && from > to

/** The bounds of sort keys that begin with a moment in the period. */
export const keysIn = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to: `${to}~` }) })

/** In UTC, as records write it; a zone may move a moment out of the years that four digits can write. */
function moment(given: string): string {
  const utc = new Date(given).toISOString()
  if (utc.startsWith('+')) return '9999-12-31T23:59:59.999Z'
  return utc.startsWith('-') ? '0000-01-01T00:00:00.000Z' : utc
}
