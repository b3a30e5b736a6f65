import { checks, patternNames } from '../messages/checks.ts'
import { formatNumber } from '../messages/format.ts'
import { textOf, type Draft } from './drafts.ts'
import type { Entered, FieldOptions } from './field.tsx'
import type { Rule, Rules } from './rules.ts'
import { readNumber } from './number.ts'
import { valueOf } from './values.ts'

const minDigits = 5
const isAddress = /^[a-z][a-z\d+.-]*:\/\/(localhost|[^\s/]+\.[^\s/]+)\S*$/i

/**
 * The faults of the input, by field, in the user's language. A value that the record has already is not
 * checked, since only what differs is a change.
 */
export function problemsIn(
  names: readonly string[],
  rules: Rules,
  fields: Readonly<Record<string, FieldOptions>>,
  draft: Draft,
  initial: Draft,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const rule = rules[name]
      const entered = draft[name] ?? ''
      const problem =
        rule && problemIn(name, rule, fields[name], entered, textOf(entered) === textOf(initial[name]))
      return problem ? [[name, problem]] : []
    }),
  )
}

function problemIn(
  name: string,
  rule: Rule,
  field: FieldOptions | undefined,
  entered: Entered,
  isUnchanged: boolean,
): string | undefined {
  const isEmpty = Array.isArray(entered) ? entered.length === 0 : String(entered).trim() === ''
  if (isEmpty && !(rule.required && rule.kind !== 'yes-no')) return undefined
  if (isEmpty) return missingIn(rule, field)
  if (isUnchanged || typeof entered !== 'string') return undefined
  const text = entered.trim()
  if (rule.kind === 'number') return numberProblem(text, rule)
  if (field?.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return checks.email
  if (field?.type === 'url' && !isAddress.test(text)) return checks.url
  if (field?.type === 'tel' && text.replaceAll(/\P{Nd}/gu, '').length < minDigits) return checks.phone
  const { pattern } = rule
  const parts = [valueOf(name, rule, text)].flat()
  if (pattern !== undefined && !parts.every((part) => new RegExp(pattern).test(String(part))))
    return checks[patternNames[pattern] ?? 'form']
  return field?.check?.(text)
}

const missingIn = ({ kind }: Rule, field: FieldOptions | undefined) =>
  field?.missing ?? (kind === 'choices' ? checks.choose : checks.required)

function numberProblem(
  text: string,
  { min = -Infinity, max = Infinity, whole, unit }: Rule,
): string | undefined {
  const read = readNumber(text, unit)
  if (typeof read === 'object' && !whole) return checks.either(...read)
  const value = typeof read === 'string' ? Number(read) : NaN
  if (whole && !Number.isInteger(value)) return checks.whole
  if (Number.isNaN(value)) return checks.number
  if (value < min) return checks.atLeast(formatNumber(min))
  return value > max ? checks.atMost(formatNumber(max)) : undefined
}
