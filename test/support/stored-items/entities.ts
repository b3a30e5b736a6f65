import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Entity } from '../../../shared/db/entity.ts'
import { partitions, type Item } from '../../../shared/db/keys.ts'

/** A kind of record, with the name and the file of its export. */
export interface Kind {
  name: string
  of: Entity<object, object>
  file: string
}

const root = join(import.meta.dirname, '../../..')

/** All kinds of records: what these folders export that is an entity. */
export const kinds: Kind[] = (
  await Promise.all(
    globSync('shared/{auth,db,domain}/**/*.ts', { cwd: root }).map(async (file) =>
      Object.entries((await import(join(root, file))) as object)
        .filter((exported): exported is [string, Kind['of']] => isEntity(exported[1]))
        .map(([name, of]) => ({ name, of, file })),
    ),
  )
).flat()

function isEntity(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['noun', 'schema', 'ref', 'key'].every((part) => part in value)
  )
}

/** The kind of a tenant's item: the one whose key the item has. Undefined for an item outside of the tenants. */
export const kindOf = (item: Item): Kind | undefined =>
  kinds.find(({ of }) => {
    const ref = of.ref.safeParse(item)
    if (!ref.success) return false
    const { pk, sk } = of.key(ref.data)
    return item.sk === sk && item.pk.startsWith(partitions.tenant) && item.pk.replace(/^T#[^#]*#/, '') === pk
  })
