import { expect, test } from 'vitest'
import { subscriptions } from '../../shared/domain/subscriptions/record.ts'
import { users } from '../../shared/domain/users/record.ts'
import { webhooks } from '../../shared/domain/webhooks/record.ts'
import { parseItem } from '../../shared/db/parse-items.ts'
import { indexes, keyNames, type Index } from '../../shared/db/keys.ts'
import { kindOf, kinds } from '../support/stored-items/entities.ts'
import { beforeReleases, keep, storedItems } from '../support/stored-items/files.ts'
import { recordItems } from '../support/stored-items/record.ts'
import { seconds } from '../support/suite/time.ts'

// test/db/items has items as each release stored them. Items are not migrated at once, so every version must read them.
// A file is only added to, by the command below; see docs/development/schema-evolution.md.
const command = 'UPDATE=1 npx vitest run test/db/stored-items.test.ts'

test.runIf(process.env.UPDATE === '1')(
  'the items of this version are recorded',
  { timeout: seconds(600) },
  async () => {
    await keep(await recordItems())
  },
)

test.each(kinds)('$name has an item of this release or of an earlier one', ({ name }) => {
  const names = storedItems().map((stored) => stored.name)
  expect(names, `Nothing stored is known of ${name}. Record it: ${command}`).toContain(name)
})

/** What the table adds to a record: keys, the time to live, and a version, which not every kind reads. */
const addedByTable = new Set<string>([
  ...keyNames(),
  ...(Object.keys(indexes) as Index[]).flatMap((index) => keyNames(index)),
  'ttl',
  'version',
])

/** Attributes that were removed on purpose, by kind: items keep them, and nothing reads them. */
const removed: Record<string, readonly string[]> = {}

const groups = [...Map.groupBy(storedItems(), ({ name, release }) => `${name} of ${release}`)]
test.each(groups)('every attribute of %s is read', (_, stored) => {
  for (const { name, item, release } of stored) {
    const kind = kinds.find((one) => one.name === name)
    if (!kind) throw new Error(`No entity is called ${name}; its items are still stored`)
    const ignored = new Set([...addedByTable, ...(removed[name] ?? [])])
    const given = Object.fromEntries(Object.entries(item).filter(([attribute]) => !ignored.has(attribute)))
    const help = `Change the schema in ${kind.file} so that it reads this item; see docs/development/schema-evolution.md`
    expect(parseItem(kind.of, item), help).toMatchObject(given)
    if (release !== beforeReleases)
      expect(kindOf(item)?.name, 'the key is built as when the item was stored').toBe(name)
  }
})

test('a field that was added later has its default in an item from before', () => {
  const before = (name: string) =>
    storedItems().find((stored) => stored.name === name && stored.release === beforeReleases)!.item
  expect([before('subscriptions'), before('webhooks')]).not.toMatchObject([{ parked: 0 }, { created_by: null }])
  expect(parseItem(subscriptions, before('subscriptions'))).toMatchObject({ parked: 0, failures: 0 })
  expect(parseItem(webhooks, before('webhooks'))).toMatchObject({ created_by: null })
  const invited = storedItems().find(({ name, item }) => name === 'users' && 'invitation' in item)!.item
  expect(invited.invitation).not.toHaveProperty('undeliverable')
  expect(parseItem(users, invited)).toMatchObject({ invitation: { undeliverable: false } })
})
