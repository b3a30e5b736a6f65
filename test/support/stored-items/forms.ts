import type { Item } from '../../../shared/db/keys.ts'

/** Attributes by whose values an item has another form: they are of the enumerations that are most often changed. */
const enumerations = ['status', 'type', 'event_type']

/** What distinguishes items of a kind for a reader: their attributes, and the values of some. */
export const formOf = (name: string, item: Item): string => {
  const attributes = Object.entries(item).filter(([, value]) => value !== null)
  const named = attributes.map(([attribute, value]) =>
    enumerations.includes(attribute) ? `${attribute}=${String(value)}` : attribute,
  )
  return [name, ...named.sort()].join(' ')
}

/**
 * Sorts attributes, numbers ids in the order of their appearance, and sets times a second apart in their own order, so that
 * two runs give the same, but for what is random, such as sealed values.
 */
export function withStableValues<T>(value: T): T {
  const text = JSON.stringify(value, written)
  const ids = [...new Set(text.match(uuid))]
  const times = [...new Set(text.match(time))].sort()
  return JSON.parse(
    text
      .replace(uuid, (id) => `00000000-0000-7000-8000-${String(ids.indexOf(id) + 1).padStart(12, '0')}`)
      .replace(time, (moment) => new Date(start + 1000 * times.indexOf(moment)).toISOString()),
    revived,
  ) as T
}

/** For JSON.stringify: attributes sorted, and DynamoDB's sets, which JSON does not have, as `{ "set": [...] }`. */
export function written(_: string, value: unknown): unknown {
  if (value instanceof Set) return { set: [...value].sort() }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
/** For JSON.parse, the reverse. */
export function revived(_: string, value: unknown): unknown {
  const set = (value as { set?: unknown } | null)?.set
  return Array.isArray(set) ? new Set(set) : value
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const start = Date.UTC(2026, 0)
