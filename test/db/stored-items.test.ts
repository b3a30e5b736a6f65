import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Entity } from '../../shared/db/entity.ts'
import { newTenant, type Tenant } from '../support/api/tenant.ts'
import { testStore } from '../support/in-process/store.ts'
import items from './stored-items.json' with { type: 'json' }

// stored-items.json contains items of earlier versions with the fewest possible attributes. Items are never migrated, so
// every version must read them. Add an item for each new kind of record, and never change or remove one.

const root = join(import.meta.dirname, '../..')
const entities = (
  await Promise.all(
    globSync('shared/**/*.ts', { cwd: root }).map(async (file) =>
      Object.entries((await import(join(root, file))) as object)
        .filter((exported): exported is [string, Entity<object, object>] => isEntity(exported[1]))
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

test.each(entities)('the schema of $name parses an item of an earlier version', ({ name, of, file }) => {
  const item = (items as Record<string, object>)[name]
  expect(item, `Add an item of ${name} to test/db/stored-items.json`).toBeDefined()
  const invalid = of.schema.safeParse(item).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(
    invalid,
    `Stored items do not have these fields. Give each a .default(value) in its schema in ${file}`,
  ).toEqual([])
})

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

test.each(['bags', 'flights', 'shipments', 'warehouses', 'webhooks'] as const)(
  'the API returns and lists %s of an earlier version',
  async (kind) => {
    const { tenant_id } = tenant.user
    const item = JSON.parse(JSON.stringify(items[kind]).replaceAll(items[kind].tenant_id, tenant_id))
    await testStore().commit([{ put: item }])
    const returned = await tenant.send(`GET /api/v1/${kind}/${item.id}`)
    expect(returned.status, returned.text).toBe(200)
    const listed = await tenant.send(`GET /api/v1/${kind}`)
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([item.id])
  },
)
