import type { Tongue } from './language.ts'

const second = 1000
const units = [
  ['year', 365 * 24 * 3600 * second],
  ['month', 30 * 24 * 3600 * second],
  ['week', 7 * 24 * 3600 * second],
  ['day', 24 * 3600 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
] as const

/** "3 minutes ago". What a clock ahead of ours puts into the future is now. */
export function age({ locale }: Tongue, moment: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const passed = Math.max(0, now - moment)
  const [unit, length] = units.find(([, length]) => passed >= length) ?? ['second', Infinity]
  return format.format(-Math.floor(passed / length), unit)
}

/** "Friday, 28 November", with the year where it is another one. */
export function dayName({ locale }: Tongue, date: Date, timeZone?: string, now = new Date()): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    ...(timeZone !== undefined && { timeZone }),
  }).format(date)
}

/** A day of the reader's own time zone, "Today" and "Yesterday" by name. */
export function ownDay(tongue: Tongue, date: Date, now = new Date()): string {
  const midnight = (of: Date, daysBefore = 0) =>
    new Date(of.getFullYear(), of.getMonth(), of.getDate() - daysBefore).getTime()
  if (midnight(date) === midnight(now)) return tongue.words.today
  if (midnight(date) === midnight(now, 1)) return tongue.words.yesterday
  return dayName(tongue, date, undefined, now)
}

export const timeOfDay = ({ locale }: Tongue, date: Date) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(date)

export const inFull = ({ locale }: Tongue, date: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(date)
