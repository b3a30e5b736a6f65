import { ownDay, timeOfDay } from '../../shared/times.ts'
import { words } from './words.ts'

// Skips locales that Intl rejects (en-US@posix).
const own = navigator.languages.find((tag) => /^en(-[a-z0-9]+)*$/i.test(tag))
/** Formats of times. */
export const times = { locale: own ?? 'en', words }

/** "Today, 14:05". */
export const moment = (date: Date) => `${ownDay(times, date)}, ${timeOfDay(times, date)}`

const number = (digits: number, least = 0) =>
  new Intl.NumberFormat(times.locale, { maximumFractionDigits: digits, minimumFractionDigits: least })
const [whole, tenths, grams, money] = [number(0), number(1), number(3), number(2, 2)]

export const numbered = (n: number) => whole.format(n)
/** A count; "+" if it is capped. */
export const counted = (n: number, capped: boolean) => `${numbered(n)}${capped ? '+' : ''}`
export const weighed = (kilograms: number) => words.kilograms(grams.format(kilograms))
export const priced = (amount: number) => money.format(amount)
export const sized = (bytes: number) =>
  bytes < 1e6 ? words.bytes(whole.format(Math.ceil(bytes / 1000))) : words.megabytes(tenths.format(bytes / 1e6))
/** Converts a code to text: "DELIVERY_FAILED" to "Delivery failed". */
export const spoken = (code: string) =>
  code.charAt(0).toUpperCase() + code.slice(1).toLowerCase().replaceAll('_', ' ')

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const line = document.getElementById('announcement')
  if (line && line.textContent !== text) line.textContent = text
}
