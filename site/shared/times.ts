/** The time zone of the user, by its name in the IANA database. */
export const userZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const minute = 60_000
const day = 24 * 60 * minute
const unitMilliseconds = { year: 365 * day, month: 30 * day, week: 7 * day, day, hour: 60 * minute, minute }
type Unit = keyof typeof unitMilliseconds

/** The calendar of a language without browser support: Chromium has no Georgian date formats. */
export interface Calendar {
  /** Starting with January. */
  months: readonly string[]
  /** Starting with Sunday. */
  weekdays: readonly string[]
  now: string
  ago: (count: number, unit: Unit) => string
}

type ShortUnit = 'hour' | 'minute'
/** Short units, and times from now, of such a language. */
export interface Durations extends Pick<Calendar, 'ago'> {
  in: (count: number, unit: ShortUnit) => string
  units: Record<ShortUnit, string>
}

/** Formats of times: by Intl, or by `calendar` for a language that Intl does not support. */
export interface Times {
  locale: string
  /** For ages: "3 minutes ago" by default; "short" is "3 min ago". */
  style?: Intl.RelativeTimeFormatStyle
  messages: { calendar?: Calendar; today: string; yesterday: string }
  /** Whose clocks: by its name in the IANA database; by default those of the user. */
  timeZone?: string | undefined
}

/** A day on the clocks: months count from 0, weekdays from Sunday. */
interface Day {
  year: number
  month: number
  date: number
  weekday: number
}
/** The day of a moment. */
function dayOf(moment: Date, timeZone: string | undefined): Day {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const [month = 1, date = 1, year = 0] = format.format(moment).split('/').map(Number)
  return { year, month: month - 1, date, weekday: new Date(Date.UTC(year, month - 1, date)).getUTCDay() }
}

/** "3 minutes ago". A future time, due to a wrong clock, is "now". */
export function age(
  { locale, style = 'long', messages: { calendar } }: Times,
  time: number,
  now = Date.now(),
): string {
  const elapsed = Math.max(0, now - time)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style })
  for (const [unit, length] of Object.entries(unitMilliseconds) as [Unit, number][]) {
    const count = Math.floor(elapsed / length)
    if (count > 0) return calendar ? calendar.ago(count, unit) : format.format(-count, unit)
  }
  return calendar ? calendar.now : format.format(0, 'second')
}

/** "Friday, November 28", with the year if it is not the current one. */
export function dayName(times: Times, date: Date, now = new Date()): string {
  const { locale, timeZone, messages } = times
  const day = dayOf(date, timeZone)
  const otherYear = day.year !== dayOf(now, timeZone).year
  if (messages.calendar) {
    const weekday = messages.calendar.weekdays[day.weekday] ?? ''
    const month = messages.calendar.months[day.month] ?? ''
    return `${weekday}, ${day.date} ${month}${otherYear ? `, ${day.year}` : ''}`
  }
  const year = otherYear && ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    calendar: 'gregory',
    timeZone,
    ...year,
  }).format(date)
}

/** The day: "Today", "Yesterday" or a date. */
export function relativeDay(times: Times, date: Date, now = new Date()): string {
  const ago = daysLater(now, times.timeZone, date, times.timeZone)
  if (ago === 0) return times.messages.today
  if (ago === 1) return times.messages.yesterday
  return dayName(times, date, now)
}
/** How many days later one moment's day is than another's, each by its own clocks, as timetables have it: `+1`. */
export function daysLater(
  to: Date,
  zoneOfTo: string | undefined,
  from: Date,
  zoneOfFrom: string | undefined,
): number {
  const numberOf = ({ year, month, date }: Day) => Date.UTC(year, month, date) / day
  return numberOf(dayOf(to, zoneOfTo)) - numberOf(dayOf(from, zoneOfFrom))
}

export const timeOfDay = ({ locale, timeZone }: Times, date: Date) =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    // Browsers without Georgian formats would use AM and PM.
    ...(locale.startsWith('ka') && { hourCycle: 'h23' }),
  }).format(date)
/**
 * "26 Nov, 14:05", with the year if it is not the current one: the same length in every row of a list.
 */
export function shortTime(times: Times, date: Date, now = new Date()): string {
  return `${shortDay(times, date, now)}${times.locale.startsWith('ar') ? '،' : ','} ${clock(times, date)}`
}
/** "06:05": two digits each, and hours run to 23 in every language. */
export const clock = ({ locale, timeZone }: Times, date: Date) =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    date,
  )
/** The name of the zone at a moment: "GMT+3", "BST"; or in another style. */
export const zoneName = (
  { locale, timeZone }: Times,
  date: Date,
  style: Intl.DateTimeFormatOptions['timeZoneName'] = 'short',
): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** "26 Nov", with the year if it is not the current one. */
export function shortDay(times: Times, date: Date, now = new Date()): string {
  const { locale, timeZone, messages } = times
  const day = dayOf(date, timeZone)
  const otherYear = day.year !== dayOf(now, timeZone).year
  if (messages.calendar) {
    const month = messages.calendar.months[day.month]?.slice(0, 3) ?? ''
    return `${day.date} ${month}${otherYear ? ` ${day.year}` : ''}`
  }
  const year = otherYear && ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    calendar: 'gregory',
    timeZone,
    ...year,
  }).format(date)
}
export const dateAndTime = (times: Times, date: Date) => `${dayName(times, date)}, ${timeOfDay(times, date)}`

/** "in 40 minutes"; "5 minutes ago" of a negative count. By `own` for a language that Intl does not support. */
export function fromNow(locale: string, count: number, unit: ShortUnit, own?: Durations): string {
  if (own) return count < 0 ? own.ago(-count, unit) : own.in(count, unit)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(count, unit)
}

/** "1 hr 55 min", of 115 minutes. By `own` for a language that Intl does not support. */
export function duration(locale: string, minutes: number, own?: Durations): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const unit = (n: number, name: ShortUnit) =>
    own
      ? `${n} ${own.units[name]}`
      : new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(n)
  return [hours > 0 && unit(hours, 'hour'), (rest > 0 || hours === 0) && unit(rest, 'minute')]
    .filter(Boolean)
    .join(' ')
}
