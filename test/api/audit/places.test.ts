import { expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { everyRecord } from '../../../shared/db/enumerate.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { testStore } from '../../support/in-process/store.ts'
import { kindOf, kinds } from '../../support/stored-items/entities.ts'
import { exampleOf, newTenant } from '../../support/api/tenant.ts'
import { exampleRequest } from '../../support/routes/examples.ts'
import { tableOn } from '../../support/in-process/table.ts'

const ofPeople = kinds.filter(({ of }) => of.fields.personal)

test.each(ofPeople)(
  'it is declared where records of $name are, which hold what is known of people',
  ({ of, file }) => {
    expect(of.place, `See \`Place\` in shared/db/entity.ts, and ${file}`).toBeDefined()
  },
)

test('every record about people of a company is found where its kind says, without a scan', async () => {
  const tenants: string[] = []
  for (const route of routes.filter(({ kind }) => kind === 'decide' || kind === 'act')) {
    const tenant = await newTenant()
    const { key, body } = await exampleRequest(route, tenant, route.body && exampleOf(route.body))
    await tenant.send(key, { ...(body && { body }) })
    tenants.push(tenant.user.tenant_id)
  }
  const stored = new Map<string, string[]>()
  for await (const item of allItems()) {
    const kind = kindOf(item)
    const tenant = tenants.find((id) => item.pk.startsWith(`${partitions.tenant}${id}#`))
    if (!kind?.of.fields.personal || kind.of.place === 'derived' || !tenant) continue
    const name = `${kind.name} of ${tenant}`
    stored.set(name, [...(stored.get(name) ?? []), `${item.pk} ${item.sk}`])
  }
  const found = new Map<string, string[]>()
  for (const tenant of tenants) {
    const table = tableOn(testStore(), mintGrant(tenant))
    for (const { name, of } of ofPeople.filter(({ of }) => of.place !== 'derived')) {
      const keys: string[] = []
      for await (const record of everyRecord(table, of)) {
        const { pk, sk } = of.key(record)
        keys.push(`${partitions.tenant}${tenant}#${pk} ${sk}`)
      }
      if (keys.length > 0) found.set(`${name} of ${tenant}`, keys)
    }
  }
  const sorted = (all: Map<string, string[]>) =>
    [...all].map(([name, keys]) => [name, keys.toSorted()]).toSorted(([a], [b]) => (a! < b! ? -1 : 1))
  expect(sorted(found)).toEqual(sorted(stored))
  const names = new Set([...stored.keys()].map((name) => name.split(' ')[0]))
  expect([...names].sort()).toEqual(
    ofPeople
      .filter(({ of }) => of.place !== 'derived')
      .map(({ name }) => name)
      .sort(),
  )
})
