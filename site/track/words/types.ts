import type { eventTypes, EventName } from '../../../shared/domain/timeline/timeline-events.ts'
import type { Language } from '../../../shared/domain/kernel/languages.ts'
import type { ShipmentStatus } from '../../../shared/domain/states/shipment.ts'
import type { Calendar } from '../../shared/times.ts'

export type { Language }

/** The plural forms of each language (CLDR, plural rules). */
export interface Plurals extends Record<Language, string> {
  en: 'one' | 'other'
  ru: 'one' | 'few' | 'many' | 'other'
  ka: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** Events that are shown publicly. */
type PublicEventName = {
  [name in EventName]: (typeof eventTypes)[name] extends { internal: true } ? never : name
}[EventName]

/** A status for recipients: a short title and a sentence. */
type StatusText = readonly [title: string, sentence: string]

/** The texts of the page in one language. */
export interface Words<L extends Language> {
  /** The language's name in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The page's title without a parcel. */
  follow: string
  language: string
  brand: string
  parcel: string
  statuses: Record<ShipmentStatus, StatusText>
  events: Record<PublicEventName, string>
  /** The number of packages; `#` is replaced with the number. */
  packages: Record<Plurals[L], string>
  progress: string
  /** Step `now` of `all`. */
  step: (now: string, all: string) => string
  from: string
  to: string
  /** For an unknown place. */
  notYetKnown: string
  expected: string
  /** For a day that has passed. */
  wasExpected: string
  contents: string
  /** The place where the parcel can be collected. */
  pickup: string
  hours: string
  phone: string
  /** The link to a map. */
  map: string
  /** `age`: "3 minutes ago". */
  updated: (age: string) => string
  checked: (age: string) => string
  timeline: string
  noEvents: string
  yourTime: string
  /** For a language that Intl does not support. */
  calendar?: Calendar
  today: string
  yesterday: string
  looking: string
  missing: StatusText
  missingHint: string
  offline: string
  busy: string
  failing: string
  malformed: string
  tryAgain: string
  another: string
  ask: string
  askHint: string
  go: string
}
