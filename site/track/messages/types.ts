import type { eventTypes, EventName } from '../../../shared/domain/timeline/timeline-events.ts'
import type { Language } from '../../../shared/domain/kernel/languages.ts'
import type { ParcelMessages, StatusText } from '../../../shared/domain/messages/types.ts'
import type { Hold } from '../hold.ts'
import type { Calendar } from '../../shared/times.ts'

export type { Language }

/** The plural forms of each language (CLDR, plural rules). */
interface Plurals extends Record<Language, string> {
  en: 'one' | 'other'
  ru: 'one' | 'few' | 'many' | 'other'
  ka: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** Events that are shown publicly. */
type PublicEventName = {
  [name in EventName]: (typeof eventTypes)[name] extends { internal: true } ? never : name
}[EventName]

/** The texts of the page in one language. */
export interface Messages<L extends Language> extends ParcelMessages {
  /** The page's title without a parcel. */
  follow: string
  language: string
  events: Record<PublicEventName, string>
  /** Advice to a recipient while a parcel is held. */
  holds: Record<Hold, string>
  /** While it waits for another flight. */
  waits: string
  /** The number of packages; `#` is replaced with the number. */
  packages: Record<Plurals[L], string>
  /** `#` of `##` packages, by the plural form of all. */
  packagesOf: Record<Plurals[L], string>
  progress: string
  /** Step `now` of `all`. */
  step: (now: string, all: string) => string
  /** The step that follows. */
  next: (step: string) => string
  /** For an unknown place. */
  notYetKnown: string
  expected: string
  /** For a day that has passed. */
  wasExpected: string
  /** The terms of the dates of delivery and return. */
  delivered: string
  returned: string
  cancelledOn: string
  address: string
  /** The link to a map. */
  map: string
  /** The link that calls a phone number. */
  call: string
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
  askHint: string
  go: string
  /** The heading of how to reach the company. */
  questions: string
  email: string
  website: string
  /** The heading of where e-mails are stopped. */
  emails: string
  /** E-mails are stopped; what starts them again; and they are started. */
  stopped: string
  start: string
  started: string
  notDone: string
}
