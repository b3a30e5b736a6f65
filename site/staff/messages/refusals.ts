import { signal } from '@preact/signals'
import type { RefusalParams } from '../../../shared/core/errors.ts'

/** Where an API text names a request. */
const request = /:? \(?(GET|POST|PUT|PATCH|DELETE) \/[^\s)]*\)?/g

/** A text with values in the places of their names, isolated for bidirectional layout (UAX #9). */
export const filled = (text: string, values: Record<string, string | undefined> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name] ?? '?'}\u2069`)

type Pattern<Name extends string> = readonly [pattern: RegExp, name: Name]
/** What the API says about a refusal. One that was kept by an earlier version has no reason. */
export interface ApiRefusal {
  detail: string
  reason?: string | undefined
  params?: RefusalParams | undefined
}
export interface StaffText {
  text: string
  /** The form field that it is about. */
  field?: string
  isKnown: boolean
}

/**
 * Reads a text of the API by a table of patterns: the text for staff, in the user's language if it has one, and whether there is a
 * text for it.
 */
export const refusalReader =
  <Name extends string>(patterns: readonly Pattern<Name>[], messages: Record<Name, string>) =>
  (detail: string): StaffText => {
    const found = patterns.filter(([pattern]) => pattern.test(detail))
    if (found.length === 0) return { text: detail.replace(request, ''), isKnown: false }
    return {
      isKnown: true,
      text: found.map(([pattern, name]) => filled(messages[name], pattern.exec(detail)?.groups)).join(' '),
    }
  }

const reader = signal<((refusal: ApiRefusal) => StaffText) | undefined>(undefined)
type Words = Readonly<Record<string, string>>
let loadMore = (): Promise<Words> => Promise.resolve({})
/** Adds the words of further refusals, which are loaded with the others. */
export const addRefusalWords = (load: typeof loadMore) => void (loadMore = load)

let loading: Promise<void> | undefined
/** Loads the texts, which no page needs before something is refused; again if that failed. Never rejects. */
export const loadRefusals = (): Promise<void> =>
  (loading ??= Promise.all([import('./refusal-texts.ts'), loadMore()]).then(
    ([{ default: textOf }, more]) => {
      reader.value = (refusal) => textOf(refusal, more)
    },
    () => {
      loading = undefined
    },
  ))

/**
 * A refusal of the API for staff, or another text of it; as it is until the texts are loaded, which a response that refuses waits
 * for (api/answered.ts).
 */
export function refusalOf(given: string | ApiRefusal): StaffText {
  const refusal = typeof given === 'string' ? { detail: given } : given
  return reader.value?.(refusal) ?? { text: refusal.detail.replace(request, ''), isKnown: false }
}
