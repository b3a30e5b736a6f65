import {
  age,
  dayName,
  duration,
  fromNow,
  relativeDay,
  clock,
  shortDay,
  shortTime,
  zoneName,
  type Times,
} from '../../shared/times.ts'
import { georgianCalendar, georgianDurations } from '../../shared/georgian-calendar.ts'
import { common } from './common.ts'
import { comma, language, numberLocale } from './language.ts'

/** Formats of times in the current language. Digits are Latin everywhere, as on labels and tickets. */
const times = (timeZone?: string): Times => ({
  timeZone,
  locale: language.value === 'ar' ? 'ar-u-nu-latn' : language.value === 'en' ? 'en-GB' : language.value,
  messages: {
    today: common.today,
    yesterday: common.yesterday,
    ...(language.value === 'ka' && { calendar: georgianCalendar }),
  },
})
const number = (n: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(numberLocale(times().locale), options).format(n)

/** "3 min ago". */
export const formatAge = (time: string, now = Date.now()) =>
  age({ ...times(), style: 'short' }, Date.parse(time), now)
/** "26 Nov, 14:05", in every list; by the clocks of another zone, which is named: "26 Nov, 14:05 GMT+3". */
export const formatTime = (time: string, timeZone?: string) =>
  [shortTime(times(timeZone), new Date(time)), timeZone && zoneName(times(timeZone), new Date(time))]
    .filter(Boolean)
    .join(' ')
/** "26 Nov". */
export const formatShortDay = (time: string | number) => shortDay(times(), new Date(time))
/** "Friday, November 28". */
export const formatDay = (time: string | Date, timeZone?: string) => dayName(times(timeZone), new Date(time))
/** "Today, Thursday 26 November"; of another day, the date alone. */
export const formatDate = (time: string | Date, timeZone?: string) => {
  const day = formatDay(time, timeZone)
  const relative = relativeDay(times(timeZone), new Date(time))
  return relative === day ? day : `${relative}${comma()}${day}`
}
/** "06:05"; of a flight, by the clocks of the airport. */
export const formatHour = (time: string, timeZone?: string) => clock(times(timeZone), new Date(time))
/** "GMT+3": the name of a zone at a time. */
export const formatZone = (time: string, timeZone: string) => zoneName(times(timeZone), new Date(time))
/** "Moscow Standard Time"; in Georgian, whose names Chromium lacks, "GMT+3". */
export const formatZoneName = (timeZone: string) =>
  timeZone === 'UTC'
    ? timeZone
    : zoneName(times(timeZone), new Date(), language.value === 'ka' ? 'shortOffset' : 'longGeneric')
export const formatNumber = (n: number) => number(n)
const ownDurations = () => (language.value === 'ka' ? georgianDurations : undefined)
/** "1 hr 55 min". */
export const formatDuration = (minutes: number) => duration(times().locale, minutes, ownDurations())
/** "in 40 minutes", "in 3 hours". */
export const formatFromNow = (milliseconds: number) => {
  const minutes = Math.round(milliseconds / 60_000)
  // Hours are not rounded up, so that nobody comes too late.
  const [count, unit] =
    Math.abs(minutes) < 120 ? ([minutes, 'minute'] as const) : ([Math.trunc(minutes / 60), 'hour'] as const)
  return fromNow(times().locale, count, unit, ownDurations())
}
/** Kilograms, to the gram. */
export const formatWeight = (kilograms: number) =>
  `${number(kilograms, { maximumFractionDigits: 3 })} ${common.kg}`
export const formatPrice = (amount: number) =>
  number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** "87 %", of a share from 0 to 1. */
export const formatShare = (share: number) =>
  new Intl.NumberFormat(times().locale, { style: 'percent' }).format(share)
/** Texts as "a, b or c", in parts: those of the type `element` are the texts. */
export function listParts(list: readonly string[]): { type: 'element' | 'literal'; value: string }[] {
  if (language.value !== 'ka')
    return new Intl.ListFormat(times().locale, { type: 'disjunction' }).formatToParts(list)
  // Chromium has no Georgian lists.
  return list.flatMap((value, n) => [
    ...(n === 0 ? [] : [{ type: 'literal' as const, value: n === list.length - 1 ? ' ან ' : ', ' }]),
    { type: 'element' as const, value },
  ])
}
