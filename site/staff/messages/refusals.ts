import { signal } from '@preact/signals'

/** Where an API text names a request. */
const request = /:? \(?(GET|POST|PUT|PATCH|DELETE) \/[^\s)]*\)?/g

/** A text with values in the places of their names, isolated for bidirectional layout (UAX #9). */
const filled = (text: string, values: Record<string, string | undefined> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name] ?? '?'}\u2069`)

type Pattern<Name extends string> = readonly [pattern: RegExp, name: Name, field?: string]
export interface StaffText {
  text: string
  field?: string
  isKnown: boolean
}

/**
 * Reads a text of the API by a table of patterns: the text for staff, in the user's language if it has one, the field that it is
 * about, and whether there is a text for it.
 */
export const refusalReader =
  <Name extends string>(patterns: readonly Pattern<Name>[], messages: Record<Name, string>) =>
  (detail: string): StaffText => {
    const found = patterns.filter(([pattern]) => pattern.test(detail))
    const field = found.find(([, , name]) => name !== undefined)?.[2]
    if (found.length === 0) return { text: detail.replace(request, ''), isKnown: false }
    return {
      isKnown: true,
      text: found.map(([pattern, name]) => filled(messages[name], pattern.exec(detail)?.groups)).join(' '),
      ...(field !== undefined && { field }),
    }
  }

const reader = signal<((detail: string) => StaffText) | undefined>(undefined)
let loading: Promise<void> | undefined
/** Loads the texts, which no page needs before something is refused; again if that failed. Never rejects. */
export const loadRefusals = (): Promise<void> =>
  (loading ??= import('./refusal-texts.ts').then(
    ({ default: loaded }) => {
      reader.value = loaded
    },
    () => {
      loading = undefined
    },
  ))

/** A text of the API for staff; as it is until the texts are loaded, which a response that refuses waits for (api/answered.ts). */
export const refusalOf = (detail: string): StaffText =>
  reader.value?.(detail) ?? { text: detail.replace(request, ''), isKnown: false }
