// The records that the reader's requests have returned, so that the forms of other operations have their ids.
const storageKey = 'docs-ids'
const read = () => JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, string>

/** Stores the id of a record, or of the first of a list, under its noun: `shipments` for /api/v1/shipments/…. */
export function rememberIds(path: string, value: unknown): void {
  const [record] = Array.isArray(value) ? (value as unknown[]) : [value]
  if (typeof record !== 'object' || record === null) return
  const { id, tracking_id } = record as Record<string, unknown>
  const ids = read()
  if (typeof id === 'string') ids[nounOf(path)] = id
  if (typeof tracking_id === 'string') ids['trackings'] = tracking_id
  sessionStorage.setItem(storageKey, JSON.stringify(ids))
}

/** The id for a parameter of a path, or for a field such as `courier_id`, if one is known. */
export const knownId = (name: string, path = ''): string | undefined =>
  read()[name === 'id' ? nounOf(path.replace(/\{id\}.*/, '')) : name.replace(/_id$/, 's')]

/** The last noun of a path: `packages` for /api/v1/shipments/{id}/packages. */
const nounOf = (path: string) =>
  path
    .split('/')
    .filter((part) => /^[a-z]/.test(part))
    .at(-1) ?? ''

/** A JSON body with known ids in its fields. */
export function withKnownIds(body: string): string {
  const value = JSON.parse(body) as Record<string, unknown>
  const entries = Object.entries(value).map(([name, one]) =>
    name.endsWith('_id') && typeof one === 'string' ? [name, knownId(name) ?? one] : [name, one],
  )
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}
