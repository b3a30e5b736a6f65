import type { Draft } from './drafts.ts'
import type { Entered } from './field.tsx'
import type { Rule, Rules } from './rules.ts'

/** Thrown for a text that is no number. */
export class WrongNumber extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field} is no number`)
    this.field = field
  }
}

/**
 * The body of a request. An empty field is omitted; one that was not empty at first is null, which clears it. Throws
 * WrongNumber.
 */
export function bodyOf(
  names: readonly string[],
  rules: Rules,
  draft: Draft,
  initial: Draft = {},
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const rule = rules[name] ?? { kind: 'text', required: false }
      const value = valueOf(name, rule, draft[name] ?? '')
      if (value === undefined) return (initial[name] ?? '') === '' ? [] : [[name, null]]
      return [[name, value]]
    }),
  )
}

function valueOf(name: string, { kind, upper }: Rule, entered: Entered): unknown {
  if (typeof entered !== 'string') return entered
  if (kind === 'texts' && entered.trim() === '') return []
  if (kind === 'yes-no') return false
  if (kind === 'choices') return []
  const text = /password/.test(name) ? entered : entered.trim()
  if (text === '') return undefined
  if (kind === 'number') return numberOf(name, text)
  if (kind === 'texts') return text.split(/\s*[,;]\s*/).filter(Boolean)
  if (kind === 'time') return new Date(text).toISOString()
  return upper ? text.toUpperCase() : text
}

/** Accepts a decimal comma, unless it may be a thousands separator. */
function numberOf(name: string, text: string): number {
  if (!/^-?\d+(\.\d*|,\d{1,2})?$/.test(text)) throw new WrongNumber(name)
  return Number(text.replace(',', '.'))
}
