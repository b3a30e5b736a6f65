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

/** Formats of times: by Intl, or by `calendar` for a language that Intl does not support. */
export interface Times {
  locale: string
  /** For ages: "3 minutes ago" by default; "short" is "3 min ago". */
  style?: Intl.RelativeTimeFormatStyle
  messages: { calendar?: Calendar; today: string; yesterday: string }
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
export function dayName({ locale, messages: { calendar } }: Times, date: Date, now = new Date()): string {
  const otherYear = date.getFullYear() !== now.getFullYear()
  if (calendar) {
    const weekday = calendar.weekdays[date.getDay()] ?? ''
    const month = calendar.months[date.getMonth()] ?? ''
    return `${weekday}, ${date.getDate()} ${month}${otherYear ? `, ${date.getFullYear()}` : ''}`
  }
  const year = otherYear && ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    calendar: 'gregory',
    ...year,
  }).format(date)
}

/** The day in the user's time zone: "Today", "Yesterday" or a date. */
export function relativeDay(times: Times, date: Date, now = new Date()): string {
  const midnight = (of: Date, daysBefore = 0) =>
    new Date(of.getFullYear(), of.getMonth(), of.getDate() - daysBefore).getTime()
  if (midnight(date) === midnight(now)) return times.messages.today
  if (midnight(date) === midnight(now, 1)) return times.messages.yesterday
  return dayName(times, date, now)
}

export const timeOfDay = ({ locale }: Times, date: Date) =>
  new Intl.DateTimeFormat(locale, {
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
export const clock = ({ locale }: Times, date: Date) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date)

/** "26 Nov", with the year if it is not the current one. */
export function shortDay({ locale, messages: { calendar } }: Times, date: Date, now = new Date()): string {
  const otherYear = date.getFullYear() !== now.getFullYear()
  if (calendar) {
    const month = calendar.months[date.getMonth()]?.slice(0, 3) ?? ''
    return `${date.getDate()} ${month}${otherYear ? ` ${date.getFullYear()}` : ''}`
  }
  const year = otherYear && ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    calendar: 'gregory',
    ...year,
  }).format(date)
}
export const dateAndTime = (times: Times, date: Date) => `${dayName(times, date)}, ${timeOfDay(times, date)}`
