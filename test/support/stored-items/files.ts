import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import project from '../../../package.json' with { type: 'json' }
import type { Item } from '../../../shared/db/keys.ts'
import { formOf, revived, written } from './forms.ts'

const { version } = project

/** Items by the name of their kind. */
export type Items = Record<string, Item[]>

/** Items that were stored before the first release, with the fewest possible attributes. Some have other keys. */
export const beforeReleases = 'before-1.0.0'

const folder = join(import.meta.dirname, '../../db/items')
const fileOf = (release: string) => join(folder, `${release}.json`)
const read = (release: string) => JSON.parse(readFileSync(fileOf(release), 'utf8'), revived) as Items

/** The releases that stored items are kept of. */
const releases = () =>
  globSync('*.json', { cwd: folder })
    .map((file) => basename(file, '.json'))
    .sort()

/** The kept items, with their release and kind. */
export const storedItems = () =>
  releases().flatMap((release) =>
    Object.entries(read(release)).flatMap(([name, items]) => items.map((item) => ({ release, name, item }))),
  )

/** Adds items to the file of the version in package.json, if they have a form that no file has an item of. */
export async function keep(found: Items): Promise<void> {
  const known = new Set(storedItems().map(({ name, item }) => formOf(name, item)))
  const kept: Items = releases().includes(version) ? read(version) : {}
  for (const [name, items] of Object.entries(found)) {
    const fresh = items.filter((item) => !known.has(formOf(name, item)))
    if (fresh.length > 0) kept[name] = [...(kept[name] ?? []), ...fresh]
  }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => a.localeCompare(b)))
  const options = await resolveConfig(fileOf(version))
  writeFileSync(fileOf(version), await format(JSON.stringify(sorted, written), { ...options, parser: 'json' }))
}
