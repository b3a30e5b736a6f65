import { expect, test } from 'vitest'
import { addContact, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { ids, walk } from '../../support/api/lists.ts'
import { spellings } from '../../support/names/spellings.ts'

/** Runs for each entry, a few at once. */
async function each<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await run(one)
    }),
  )
}
const found = async (tenant: Tenant, q: string) =>
  ids((await walk(tenant, `/api/v1/contacts?${new URLSearchParams({ q }).toString()}`)).records)

test('a thousand names are found by their usual Latin spelling, and in their own letters, and no other company’s', async () => {
  const names = spellings()
  expect(names.length).toBeGreaterThan(1000)
  const [own, latin] = [await newTenant(), await newTenant()]
  const contacts = new Map<string, string>()
  const owners = new Map<string, Tenant>()
  const distinct = [...new Set(names.map(({ own }) => own)), ...new Set(names.map((one) => one.latin))]
  await each(distinct, async (name) => {
    const tenant = names.some((one) => one.own === name) ? own : latin
    const { id } = await addContact(tenant, { name, phone: '' })
    contacts.set(name, id)
    owners.set(id, tenant)
  })
  const missed: string[] = []
  await each(names, async (name) => {
    const [byLatin, byOwn] = [await found(own, name.latin), await found(latin, name.own)]
    for (const [tenant, all] of [
      [own, byLatin],
      [latin, byOwn],
    ] as const)
      for (const id of all) expect(owners.get(id)).toBe(tenant)
    if (!byLatin.includes(contacts.get(name.own) ?? '')) missed.push(`${name.own} by ${name.latin}`)
    if (!byOwn.includes(contacts.get(name.latin) ?? '')) missed.push(`${name.latin} by ${name.own}`)
  })
  expect(missed.length / (2 * names.length), missed.join('\n')).toBeLessThan(0.05)
})
