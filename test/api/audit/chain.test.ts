import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyLog } from '../../../shared/client/audit.ts'
import { auditPartition, auditShards } from '../../../shared/domain/audit/record.ts'
import { entryHash, merkleRoot } from '../../../shared/domain/audit/chain.ts'
import { partitions, type Item } from '../../../shared/db/keys.ts'
import { walk } from '../../support/api/lists.ts'
import { addContact, newTenant, openBag, type Tenant } from '../../support/api/tenant.ts'
import { testStore } from '../../support/in-process/store.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

/** Verifies the log of a tenant as `courier audit verify` does. */
function verify(tenant: Tenant, since?: { number: number; hash: string }) {
  const pages = async function* (path: string, { params }: { params: { query: Record<string, string> } }) {
    yield* (await walk(tenant, `${path}?${new URLSearchParams(params.query).toString()}`)).records
  }
  return verifyLog(pages as never, since)
}
/** A company with that many changes, of which all are in closed segments. */
async function companyWith(changes: number): Promise<Tenant> {
  const tenant = await newTenant()
  for (let n = 0; n < changes; n++) await (n % 2 ? addContact(tenant) : openBag(tenant))
  await waitFor(async () => expect((await verify(tenant)).entries).toBeGreaterThan(changes), {
    timeout: seconds(10),
    interval: 20,
  })
  return tenant
}
/** The stored entries of a company. */
async function itemsOf({ user }: Tenant): Promise<Item[]> {
  const shards = Array.from({ length: auditShards }, (_, shard) =>
    testStore().query({
      partition: `${partitions.tenant}${user.tenant_id}#${auditPartition(shard)}`,
      limit: 1000,
    }),
  )
  return (await Promise.all(shards)).flatMap(({ items }) => items)
}
const put = (item: Item) => testStore().commit([{ put: item }])

test('entries are in closed segments within ten seconds, and a head is kept from one verification to the next', async () => {
  const tenant = await companyWith(4)
  const { head, ...first } = await verify(tenant)
  expect(first).toEqual({ faults: [], entries: 5 })
  const heads = (await tenant.send('GET /api/v1/audit/heads')).body
  expect(heads[0]).toMatchObject({ number: head!.number, hash: head!.hash })
  await openBag(tenant)
  await waitFor(
    async () => {
      const { faults, head: next } = await verify(tenant, head)
      expect([faults, next!.number]).toEqual([[], head!.number + 1])
    },
    { timeout: seconds(10), interval: 20 },
  )
  const { faults } = await verify(tenant, { ...head!, hash: first.faults.join() || 'x'.repeat(43) })
  expect(faults).toEqual([`Segment ${head!.number} is missing, or its hash is not ${'x'.repeat(43)}`])
})

test('of 1,000 changes and removals of entries in the table each is found, and names its entry', async () => {
  const tenant = await companyWith(124)
  const items = await itemsOf(tenant)
  const changes: ((item: Item) => Item | undefined)[] = [
    () => undefined,
    (item) => ({
      ...item,
      actor_id: items[0]!['actor_id'] === item['actor_id'] ? 'another' : items[0]!['actor_id'],
    }),
    (item) => ({ ...item, action: `${String(item['action'])}x` }),
    (item) => ({ ...item, changes: [] }),
    (item) => ({ ...item, network: '203.0.113.9' }),
    (item) => ({ ...item, reason: 'never given' }),
    (item) => ({ ...item, records: ['bag:another'] }),
    (item) => ({ ...item, outcome: 'refused' }),
  ]
  let found = 0
  // In each round every entry is changed, in another way than in the round before.
  for (let round = 0; round < changes.length; round++) {
    const expected: string[] = []
    for (const [n, item] of items.entries()) {
      const changed = changes[(n + round) % changes.length]!(item)
      if (changed) await put(changed)
      else await testStore().commit([{ delete: item }])
      expected.push(`Entry ${String(item['id'])} ${changed ? 'was changed' : 'is missing'}`)
    }
    const { faults } = await verify(tenant)
    expect(faults.sort()).toEqual(expected.sort())
    found += faults.length
    for (const item of items) await put(item)
  }
  expect(found).toBe(1000)
  expect((await verify(tenant)).faults).toEqual([])
})

test('a list of entries that was changed with them does not agree with its head', async () => {
  const tenant = await companyWith(3)
  const { head } = await verify(tenant)
  const [segment] = (
    await testStore().query({
      partition: `${partitions.tenant}${tenant.user.tenant_id}#AUDIT-SEGMENTS`,
      limit: 1,
    })
  ).items as any[]
  await put({ ...segment, entries: segment.entries.map((entry: any) => ({ ...entry, hash: 'x'.repeat(43) })) })
  expect((await verify(tenant)).faults).toContain(
    `The list of entries of segment ${segment.number} was changed`,
  )
  await put(segment)
  // Whoever rewrites the whole chain consistently is found by a head that was kept elsewhere.
  expect((await verify(tenant, { number: head!.number, hash: 'x'.repeat(43) })).faults).toHaveLength(1)
})

test('the digest of an entry does not depend on the order of its fields, nor on fields without a value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (entry) => {
      const reversed = Object.fromEntries(Object.entries(entry).reverse())
      expect(entryHash({ ...reversed, '': entry[''] ?? null })).toBe(entryHash(entry))
    }),
  )
})

test('each tree of digests has another root', () => {
  const leaves = (...hashes: string[]) => hashes.map((hash) => ({ hash }))
  const roots = [[], ['a'], ['b'], ['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', 'c'], ['a', 'b', 'b']]
  expect(new Set(roots.map((hashes) => merkleRoot(leaves(...hashes)))).size).toBe(roots.length)
})
