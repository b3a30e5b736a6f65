import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unreadableRecord } from '../../shared/db/parse-items.ts'
import type { Item } from '../../shared/db/keys.ts'
import { inProcess } from '../support/in-process/service.ts'
import { testStore } from '../support/in-process/store.ts'
import { tokenOf } from '../support/in-process/tokens.ts'
import { beforeReleases, storedItems } from '../support/stored-items/files.ts'

const nouns = {
  bags: 'Bag',
  flights: 'Flight',
  shipments: 'Shipment',
  warehouses: 'Warehouse',
  webhooks: 'Webhook',
} as const

/**
 * A manager of a new company that has three records: the first and the last as they were stored before the first release,
 * the second of a form that this version cannot read.
 */
async function companyWith(kind: keyof typeof nouns) {
  const lines: string[] = []
  const service = inProcess({ log: (line) => lines.push(line) })
  const tenant_id = randomUUID()
  const token = await tokenOf(tenant_id, { role: 'manager' })
  const ofKind = storedItems().find(({ name, release }) => name === kind && release === beforeReleases)
  const stored = ofKind!.item as Item & {
    id: string
    tenant_id: string
  }
  const ids = [1, 2, 3].map((n) => `01a2084d-79ef-74d4-9296-00000000000${n}`)
  const items = ids.map(
    (id, n) =>
      ({
        ...JSON.parse(JSON.stringify(stored).replaceAll(stored.tenant_id, tenant_id).replaceAll(stored.id, id)),
        ...(n === 1 && { version: 'the second' }),
      }) as Item,
  )
  await testStore().commit(items.map((put) => ({ put })))
  const [oldest, broken, newest] = ids as [string, string, string]
  const send = (key: string) => service.call(key, { token })
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'ERROR')
  return { send, logged, tenant_id, item: items[1]!, oldest, broken, newest }
}
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

test.each(Object.entries(nouns))('a list of %s shows the records that can be read', async (kind, noun) => {
  const company = await companyWith(kind as keyof typeof nouns)
  const { send, logged, tenant_id, item } = company
  const all = await send(`GET /api/v1/${kind}`)
  expect(all.status, all.text).toBe(200)
  expect(idsOf(all.body)).toEqual([company.newest, company.oldest])
  for (const id of idsOf(all.body)) expect((await send(`GET /api/v1/${kind}/${id}`)).status).toBe(200)
  const [line] = logged()
  expect(line).toMatchObject({ message: unreadableRecord, tenant_id, entity: noun, pk: item.pk, sk: item.sk })
  expect(line.error.message).toContain('version invalid_type')
  expect(JSON.stringify(line), 'no value of the item is logged').not.toContain('the second')
})

test('the cursor of a list goes on after a record that cannot be read', async () => {
  const { send, newest, oldest } = await companyWith('bags')
  const first = await send('GET /api/v1/bags?limit=1')
  const cursor = first.headers['x-next-cursor']!
  const second = await send(`GET /api/v1/bags?limit=1&cursor=${encodeURIComponent(cursor)}`)
  expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual([newest, oldest])
})

test('the board shows the shipments that can be read', async () => {
  const { send, newest, oldest } = await companyWith('shipments')
  const { status, body } = await send('GET /api/v1/shipments/board')
  expect(status).toBe(200)
  expect(body.columns.flatMap(({ shipments }: any) => idsOf(shipments))).toEqual([newest, oldest])
})

test('a record that cannot be read is a fault, which names its key and attribute', async () => {
  const { send, logged, broken, item } = await companyWith('bags')
  const { status, body } = await send(`GET /api/v1/bags/${broken}`)
  expect([status, body]).toEqual([500, { detail: 'Internal Server Error' }])
  const [{ message, error }] = logged()
  expect([message, error.message]).toEqual([
    'fault',
    `Bag ${item.pk} ${item.sk} cannot be read: version invalid_type`,
  ])
})
