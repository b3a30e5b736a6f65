import type { Draft } from './drafts.ts'
import type { Clocks, Entered } from './field.tsx'
import { numberOf } from './number.ts'
import type { Rule, Rules } from './rules.ts'

/** The least weight of a parcel that is booked here. The API also takes 0, for parcels that are not weighed yet. */
export const minKilograms = 0.001

/**
 * The body of a request. An empty field is omitted; one that was not empty at first is null, which clears it. Times are by the
 * clocks of their fields.
 */
export function bodyOf(
  names: readonly string[],
  rules: Rules,
  draft: Draft,
  initial: Draft,
  clocksOf: (name: string) => Clocks | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const rule = rules[name] ?? { kind: 'text', required: false }
      const value = valueOf(name, rule, draft[name] ?? '', clocksOf(name))
      if (value === undefined) return (initial[name] ?? '') === '' ? [] : [[name, null]]
      return [[name, value]]
    }),
  )
}

/** The value of a field that a body has; undefined for an empty one. */
export function valueOf(name: string, { kind, upper, unit }: Rule, entered: Entered, clocks?: Clocks): unknown {
  if (typeof entered !== 'string') return entered
  if (kind === 'texts' && entered.trim() === '') return []
  if (kind === 'yes-no') return false
  if (kind === 'choices') return []
  const text = /password/.test(name) ? entered : entered.trim()
  if (text === '') return undefined
  // A record may have a number that is not entered so, such as 1e-7.
  if (kind === 'number') return numberOf(text, unit) ?? Number(text)
  if (kind === 'texts') return (upper ? text.toUpperCase() : text).split(/\s*[,;]\s*/).filter(Boolean)
  // A value of a record is a moment.
  if (kind === 'time') return clocks && !text.endsWith('Z') ? clocks.read(text) : new Date(text).toISOString()
  return upper ? text.toUpperCase() : text
}

/** A web address without a scheme gets https. */
export const withScheme = (text: string) =>
  text.trim() === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text.trim()) ? text : `https://${text.trim()}`
