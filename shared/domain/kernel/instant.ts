import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'

/**
 * ISO 8601: a calendar date, week date or ordinal date; an hour, with minutes, seconds and a fraction of the last of them; a
 * zone. With separators or without (basic format), and with a space for the T (RFC 3339 §5.6).
 */
const form =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?([1-7])|(\d{3}))[T ](\d\d)(?::?(\d\d)(?::?(\d\d))?)?(?:[.,](\d+))?(Z|[+\-\u2212]\d\d(?::?\d\d)?)?$/i

const example = '2026-11-23T09:20:00Z or 2026-11-23T13:20:00+04:00'
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/**
 * The instant of a text in ISO 8601, in UTC to the millisecond: `2026-11-23T09:20:00.000Z`. Further digits are dropped. A leap second
 * is the second after it, as in POSIX. Throws a RangeError with the reason, for people.
 */
export function instantOf(text: string): string {
  const utc = new Date(millisecondsOf(text)).toISOString()
  if (!isStorable(utc)) throw noSuchTime(text)
  return utc
}

/** Whether it is in the years 0000 to 9999, which an offset may leave. */
const isStorable = (utc: string) => /^\d{4}-/.test(utc)
const noSuchTime = (text: string) => new RangeError(`There is no such day or time: ${text.trim()}`)

function millisecondsOf(text: string): number {
  const [, year = '', month, monthDay, week, weekday, yearDay, ...time] = form.exec(text.trim()) ?? []
  if (year === '') throw new RangeError(`A time in ISO 8601, such as ${example}`)
  const [hours = '', minutes, seconds, fraction, zone] = time
  if (zone === undefined) throw new RangeError(`A time needs a zone, Z or an offset: ${example}`)
  const date = month
    ? calendarDate(year, month, monthDay)
    : yearDay
      ? ordinalDate(year, yearDay)
      : weekDate(year, week, weekday)
  const offset = offsetOf(zone)
  const unit = seconds ? second : minutes ? minute : hour
  const clock = Number(hours) * hour + Number(minutes ?? 0) * minute + Number(seconds ?? 0) * second
  const instant = date + clock + Math.floor(Number(`0.${fraction ?? 0}`) * unit) - offset
  const isLeap = seconds === '60' && (instant - (instant % second)) % day === 0
  const isTime = Number(minutes ?? 0) < 60 && (Number(seconds ?? 0) < 60 || isLeap) && clock <= day
  const isWithinDay = hours !== '24' || clock + Number(fraction ?? 0) === day
  if (!isTime || !isWithinDay || !Number.isFinite(instant)) throw noSuchTime(text)
  return instant
}

/** The first millisecond of a date; NaN if there is no such date. */
function calendarDate(year: string, month = '', monthDay = ''): number {
  const midnight = new Date(0)
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(monthDay))
  return midnight.toISOString().includes(`${year}-${month}-${monthDay}`) ? midnight.getTime() : NaN
}
function ordinalDate(year: string, yearDay: string): number {
  const days = calendarDate(year, '01', '01') + (Number(yearDay) - 1) * day
  return new Date(days).getUTCFullYear() === Number(year) && yearDay !== '000' ? days : NaN
}
/** The week 01 has the 4th of January (ISO 8601, "week date"). */
function weekDate(year: string, week = '', weekday = ''): number {
  const monday = (at: number) => at - ((new Date(at).getUTCDay() + 6) % 7) * day
  const first = monday(calendarDate(year, '01', '04'))
  const last = monday(calendarDate(year, '12', '28'))
  const found = first + (Number(week) - 1) * 7 * day
  return week !== '00' && found <= last ? found + (Number(weekday) - 1) * day : NaN
}

/** The offset of a zone in milliseconds; NaN if there is none. */
function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)]
  const offset = hours < 24 && minutes < 60 ? hours * hour + minutes * minute : NaN
  return zone.startsWith('+') ? offset : -offset
}

const readBy = (read: (text: string) => string) =>
  z.string().transform((text, { issues }) => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      issues.push({ code: 'invalid_format', format: 'datetime', input: text, message: error.message })
      return z.NEVER
    }
  })

/** A time with a zone in a body, in any form of ISO 8601; in UTC with milliseconds, so that texts sort by time. */
export const Instant = lazySchema(() => readBy(instantOf).meta({ format: 'date-time' }))

/**
 * The same in a query, or a day as it is: `2026-11-23`. A + that was not percent-encoded arrives as a space. A bound beyond the years
 * 0000 to 9999 is the first or last moment of them.
 */
export const InstantOrDay = lazySchema(() =>
  readBy((text) =>
    text.length <= 10
      ? instantOf(`${text}T00Z`).slice(0, 10)
      : bounded(millisecondsOf(text.replace(/([T ]\d\d\S*) (\d\d(?::?\d\d)?)$/i, '$1+$2'))),
  ).meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] }),
)
const [firstMoment, lastMoment] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
]
const bounded = (at: number) => new Date(Math.min(lastMoment, Math.max(firstMoment, at))).toISOString()
