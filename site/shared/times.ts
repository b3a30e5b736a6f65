const minute = 60_000
const day = 24 * 60 * minute
const lengths = { year: 365 * day, month: 30 * day, week: 7 * day, day, hour: 60 * minute, minute }
type Unit = keyof typeof lengths

/** The calendar of a language that browsers do not know: Chromium is built without the dates of Georgian. */
export interface Calendar {
  /** From January on. */
  months: readonly string[]
  /** From Sunday on. */
  weekdays: readonly string[]
  now: string
  ago: (count: number, unit: Unit) => string
}

/** How a page says times: by the browser's own locale, or a calendar where that has none. */
export interface Times {
  locale: string
  words: { calendar?: Calendar; today: string; yesterday: string }
}

/** "3 minutes ago". What a clock ahead of ours puts into the future is now. */
export function age({ locale, words: { calendar } }: Times, moment: number, now = Date.now()): string {
  const passed = Math.max(0, now - moment)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of Object.entries(lengths) as [Unit, number][]) {
    const count = Math.floor(passed / length)
    if (count > 0) return calendar ? calendar.ago(count, unit) : format.format(-count, unit)
  }
  return calendar ? calendar.now : format.format(0, 'second')
}

/** "Friday, November 28", with the year where it is another one. */
export function dayName({ locale, words: { calendar } }: Times, date: Date, now = new Date()): string {
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

/** A day of the reader's own time zone, "Today" and "Yesterday" by name. */
export function ownDay(times: Times, date: Date, now = new Date()): string {
  const midnight = (of: Date, daysBefore = 0) =>
    new Date(of.getFullYear(), of.getMonth(), of.getDate() - daysBefore).getTime()
  if (midnight(date) === midnight(now)) return times.words.today
  if (midnight(date) === midnight(now, 1)) return times.words.yesterday
  return dayName(times, date, now)
}

export const timeOfDay = ({ locale }: Times, date: Date) =>
  new Intl.DateTimeFormat(locale, {
    ...{ hour: 'numeric', minute: '2-digit' },
    // Browsers without Georgian would write AM and PM.
    ...(locale.startsWith('ka') && { hourCycle: 'h23' }),
  }).format(date)
export const inFull = (times: Times, date: Date) => `${dayName(times, date)}, ${timeOfDay(times, date)}`
