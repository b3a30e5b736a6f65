import { expect, test } from 'vitest'
import type { Secrets } from '../../../shared/config/secrets.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { contacts, searchedOf as searchedOfContact } from '../../../shared/domain/contacts/record.ts'
import {
  formerItemsOf,
  itemsOf,
  phoneDigest,
  searchItems,
  type Searched,
  type SearchItem,
} from '../../../shared/domain/search/items.ts'
import { formerWords } from '../../../shared/domain/search/words.ts'
import { searchedOf, shipments } from '../../../shared/domain/shipments/record.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { add, addContact, book, newTenant, type Sender } from '../../support/api/tenant.ts'

const search = { 1: 'the key of phone numbers' }

/** A company whose records can be made as the version before wrote them. */
async function company() {
  const { token, user } = await newTenant()
  const service = inProcess({ secrets: { search } })
  const sender: Sender = { send: (key, options) => service.call(key, { token, ...options }) as never }
  const { tenant_id } = user
  const table = tableOn(testStore(), mintGrant(tenant_id))
  const secret = ((_: string, make: (keys: object) => unknown) =>
    Promise.resolve(make(search))) as unknown as Secrets
  const digest = await phoneDigest({ secret, actor: { tenant_id } })
  /** Replaces the items of a record by those of the version before. */
  async function makeFormer(searched: Searched) {
    const words = ` ${searched.names.flatMap(formerWords).join(' ')} `
    const former = formerItemsOf(searched, digest).map((item): SearchItem =>
      item.partition.includes('#WORD#') ? { ...item, words } : item,
    )
    await testStore().commit([
      ...itemsOf(searched, digest).map((item) => table.remove(searchItems, item)),
      ...former.map((item) => table.put(searchItems, item)),
    ])
  }
  const found = async (filters: Record<string, string>, list = 'shipments') => {
    const { body } = await sender.send(`GET /api/v1/${list}?${new URLSearchParams(filters).toString()}`)
    return (body as { id: string }[]).map(({ id }) => id)
  }
  /** The partitions of the company's search items, without what they begin with. */
  const kinds = async () => {
    const all = new Set<string>()
    for await (const { pk } of allItems())
      if (pk.startsWith(`T#${tenant_id}#FIND#`)) all.add(pk.split('#FIND#')[1]!.split('#')[1]!)
    return [...all].sort()
  }
  return { ...sender, table, makeFormer, found, kinds }
}
const names = { sender_name: 'Иван O’Brien', recipient_name: 'Nino Beridze' }
const phones = { sender_phone: '0599 11-22-33', recipient_phone: '+995 599 44-55-66' }
const today = ['CODE', 'CODE_END', 'PHONE_BEGINNING', 'PHONE_END', 'SOUND']

test('a shipment of the version before is found as it was then, and by today’s ways after its next change', async () => {
  const own = await company()
  const { id } = await book(own, { ...names, ...phones })
  const record = await own.table.get(shipments, { id })
  await own.makeFormer(searchedOf(record))
  await testStore().commit([own.table.updateVersion(shipments, record, { sounds: false }).write])
  expect(await own.kinds()).toEqual(['PHONE', 'WORD'])
  const former = [
    { q: 'иван' },
    { q: "o'brien иван" },
    { q: 'brien nino' },
    { q: 'beri' },
    { phone: '+995599445566' },
  ]
  const others = [{ q: 'ivan' }, { q: 'obrien' }, { q: 'ბერიძე' }, { phone: '5566' }, { q: '599112' }]
  for (const filters of former) expect([filters, await own.found(filters as never)]).toEqual([filters, [id]])
  await own.send('PUT /api/v1/settings', { body: { country: 'GE' } })
  expect(await own.found({ phone: '+995599112233' })).toEqual([id])

  // A transaction that moves packages has no room for new items.
  await add(own, id)
  await own.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'DELIVERED', reason: 'Seen' } })
  expect(await own.kinds()).toEqual(['PHONE', 'WORD'])
  for (const filters of former) expect(await own.found(filters as never)).toEqual([id])

  expect((await own.send(`PUT /api/v1/shipments/${id}`, { body: { description: 'Books' } })).status).toBe(200)
  expect(await own.kinds()).toEqual(today)
  for (const filters of [...former, ...others])
    expect([filters, await own.found(filters as never)]).toEqual([filters, [id]])
})

test('a deleted shipment of the version before leaves nothing', async () => {
  const own = await company()
  const { id } = await book(own, { ...names, ...phones })
  const record = await own.table.get(shipments, { id })
  await own.makeFormer(searchedOf(record))
  await testStore().commit([own.table.updateVersion(shipments, record, { sounds: false }).write])
  expect((await own.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
  expect(await own.kinds()).toEqual([])
})

test('a contact of the version before is found, and by today’s ways after its next change', async () => {
  const own = await company()
  const { id } = await addContact(own, { name: names.sender_name, phone: phones.sender_phone })
  const record = await own.table.get(contacts, { id })
  await own.makeFormer(searchedOfContact(record))
  await testStore().commit([own.table.updateVersion(contacts, record, { sounds: false }).write])
  const found = (filters: Record<string, string>) => own.found(filters, 'contacts')
  for (const filters of [{ q: 'ива' }, { phone: '0599112233' }])
    expect(await found(filters as never)).toEqual([id])
  await own.send(`PUT /api/v1/contacts/${id}`, { body: { notes: 'At the back door' } })
  expect(await own.kinds()).toEqual(['PHONE_BEGINNING', 'PHONE_END', 'SOUND'])
  for (const filters of [{ q: 'ива' }, { q: 'ivan obrien' }, { q: '2233' }])
    expect(await found(filters as never)).toEqual([id])
})
