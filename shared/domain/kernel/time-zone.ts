import { tzOffset } from '@date-fns/tz/tzOffset'

/** Whether a name is of a time zone of the IANA database: `Europe/Moscow`, not an offset. */
export const isTimeZone = (name: string) => /^[A-Za-z]/.test(name) && !Number.isNaN(tzOffset(name, new Date(0)))

const [minute, day] = [60_000, 86_400_000]

/** What the clocks of a zone show at a moment: `2026-11-24T23:40`, as a field for times has it. */
export const clocksIn = (moment: string | number, zone: string): string => {
  const time = new Date(moment).getTime()
  return new Date(time + tzOffset(zone, new Date(time)) * minute).toISOString().slice(0, 16)
}

/**
 * When the clocks of a zone show this (`2026-11-24T23:40`), in UTC. Of an hour that is repeated, the first; of one that is skipped,
 * as much later as is skipped, as calendars have it (RFC 5545, 3.3.5).
 */
export function momentIn(clocks: string, zone: string): string {
  const shown = Date.parse(`${clocks.slice(0, 16)}Z`)
  const [before, after] = [-day, day].map((near) => shown - tzOffset(zone, new Date(shown + near)) * minute)
  const found = [before, after].find((one) => clocksIn(one ?? NaN, zone) === clocks.slice(0, 16))
  return new Date(found ?? before ?? NaN).toISOString()
}

/** The day in a zone at a moment: `2026-11-24`. */
export const dayIn = (moment: string | number, zone: string): string => clocksIn(moment, zone).slice(0, 10)

/** The first moment of a day (`2026-11-24`) in a zone, in UTC. */
export const startOfDay = (date: string, zone: string): string => momentIn(`${date}T00:00`, zone)

/** The day that is so many days after a day. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10)

/** A moment as documents have it, by the clocks of a zone: `2026-11-24 23:40 GMT+3`; by default `2026-11-24 20:40 UTC`. */
export function localTime(moment: string, zone = 'UTC'): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
  const name = format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')
  return `${clocksIn(moment, zone).replace('T', ' ')} ${name?.value ?? zone}`
}
