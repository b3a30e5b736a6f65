import { relativeDay, timeOfDay } from '../../shared/times.ts'
import { words } from './words.ts'

// Skips locales that Intl rejects (en-US@posix).
const ownLocale = navigator.languages.find((tag) => /^en(-[a-z0-9]+)*$/i.test(tag))
/** Formats of times. */
export const times = { locale: ownLocale ?? 'en', words }

/** "Today, 14:05". */
export const formatTime = (date: Date) => `${relativeDay(times, date)}, ${timeOfDay(times, date)}`

const number = (digits: number, least = 0) =>
  new Intl.NumberFormat(times.locale, { maximumFractionDigits: digits, minimumFractionDigits: least })
const [whole, tenths, grams, money] = [number(0), number(1), number(3), number(2, 2)]

export const formatInteger = (n: number) => whole.format(n)
/** A count; "+" if it is capped. */
export const formatCount = (n: number, capped: boolean) => `${formatInteger(n)}${capped ? '+' : ''}`
export const formatWeight = (kilograms: number) => words.kilograms(grams.format(kilograms))
export const formatPrice = (amount: number) => money.format(amount)
export const formatSize = (bytes: number) =>
  bytes < 1e6 ? words.bytes(whole.format(Math.ceil(bytes / 1000))) : words.megabytes(tenths.format(bytes / 1e6))
/** Converts a code to text: "DELIVERY_FAILED" to "Delivery failed". */
export const codeToText = (code: string) =>
  code.charAt(0).toUpperCase() + code.slice(1).toLowerCase().replaceAll('_', ' ')

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const line = document.getElementById('announcement')
  if (line && line.textContent !== text) line.textContent = text
}
