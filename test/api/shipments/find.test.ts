import { beforeAll, describe, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { searchItems } from '../../../shared/domain/search/items.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { countedStore } from '../../support/in-process/counted-store.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { ids, walk } from '../../support/api/lists.ts'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'

/** A list that is read once: searches do not lag, so nothing is waited for. */
const found = async (tenant: Tenant, filters: Record<string, string>): Promise<string[]> =>
  ids((await walk(tenant, `/api/v1/shipments?${new URLSearchParams(filters).toString()}`)).records)
const tableOf = (tenant: Tenant) => tableOn(testStore(), mintGrant(tenant.user.tenant_id))
/** The search items of a partition. */
const itemsOf = (tenant: Tenant, partition: string) =>
  tableOf(tenant).listAll(searchItems, { partition: `FIND#SHIP#${partition}`, limit: 50 })
const unnamed = { sender_name: 'X', sender_phone: '-', recipient_name: 'Y', recipient_phone: '-' }

test('shipments are found by a tracking id as people write and paste it, also in q', async () => {
  const tenant = await newTenant()
  const { id, tracking_id } = await book(tenant)
  const code: string = tracking_id.slice(4)
  const link = `https://courier.example/track/${tracking_id}?lang=ru#top`
  for (const written of [
    tracking_id,
    tracking_id.toLowerCase(),
    `trk ${code.slice(0, 5)}-${code.slice(5)}`,
    link,
  ]) {
    expect([written, await found(tenant, { tracking_id: written })]).toEqual([written, [id]])
    expect([written, await found(tenant, { q: written })]).toEqual([written, [id]])
  }
  expect(await found(tenant, { tracking_id: `${tracking_id} or TRK-0000000000000` })).toEqual([])
})

describe('shipments are found', () => {
  let tenant: Tenant
  const booked: Record<string, any> = {}
  beforeAll(async () => {
    tenant = await newTenant()
    const people = {
      giorgi: { recipient_name: 'გიორგი ბერიძე', recipient_phone: '+995 555 12-34-56' },
      beridze: { recipient_name: 'Giorgi Beridze', recipient_phone: '00995555123456', reference: 'Order 7' },
      berishvili: {
        recipient_name: 'Nino Berishvili-Beridze',
        recipient_phone: '0555 12 34 57',
        status: 'PAID',
      },
      semyon: { sender_name: 'СЕМЁН Ильич Ли', sender_phone: '8 (916) 123-45-67', payment_status: 'PAID' },
      jose: { sender_name: 'José María Ñúñez', recipient_name: 'Anna Ber', recipient_phone: '555123456' },
    }
    for (const [name, fields] of Object.entries(people))
      booked[name] = await book(tenant, { ...unnamed, ...fields })
  })
  const named = (all: string[]) =>
    all.map((id) => Object.keys(booked).find((name) => booked[name].id === id) ?? id).sort()
  const search = async (filters: Record<string, string>) => named(await found(tenant, filters))

  test.each([
    ['beri', ['beridze', 'berishvili', 'giorgi']],
    ['BERIDZE', ['beridze', 'berishvili', 'giorgi']],
    ['semyon ilyich', ['semyon']],
    ['Li', ['semyon']],
    ['ber', ['beridze', 'berishvili', 'giorgi', 'jose']],
    ['ბერ', ['beridze', 'berishvili', 'giorgi', 'jose']],
    ['giorgi beridze', ['beridze', 'giorgi']],
    ['გიორგი beridze', ['beridze', 'giorgi']],
    ['Беридзе', ['beridze', 'berishvili', 'giorgi']],
    ['nino beri', ['berishvili']],
    ['nino giorgi', []],
    ['семен', ['semyon']],
    ['Ли', ['semyon']],
    ['Ил', []],
    ['илья', []],
    ['Иль сем', ['semyon']],
    ['jose maria nunez', ['jose']],
    ['Anna, José!', ['jose']],
    ['eridze', []],
    ['!?', []],
    ['y', ['semyon']],
  ])('by the beginnings of words: %s', async (q, names) => {
    expect(await search({ q })).toEqual(names)
    expect(await search({ q, limit: '1' })).toEqual(names)
  })

  test('by a whole name of many words, and by words of its beginning', async () => {
    const own = await newTenant()
    const sender_name = 'Maria del Carmen Lopez de la Cruz Villanueva'
    const { id } = await book(own, { sender_name })
    for (const q of [sender_name, 'cruz carmen', 'Maria Lopez'])
      expect(await found(own, { q }), q).toEqual([id])
    for (const q of ['villanueva', `${sender_name} Junior`]) expect(await found(own, { q }), q).toEqual([])
  })

  test('by a blank text like without one, and by a tracking id in the same field', async () => {
    const { id, tracking_id } = booked.jose
    expect(await found(tenant, { q: ` ${tracking_id.toLowerCase()}` })).toEqual([id])
    expect(await found(tenant, { q: 'TRK-0000000000000' })).toEqual([])
    expect(await found(tenant, { q: tracking_id, status: 'DELIVERED' })).toEqual([])
  })

  test('by a phone number in any spelling, once the country of the company is known', async () => {
    const international = ['giorgi', 'beridze']
    for (const phone of ['+995555123456', '00995 555 12 34 56', '+995 (0)555 12-34-56'])
      expect(await search({ phone })).toEqual(international.toSorted())
    // It may be a whole number, or the end of one with a calling code.
    expect(await search({ phone: '555-12-34-56' })).toEqual([...international, 'jose'].sort())
    expect((await tenant.send('PUT /api/v1/settings', { body: { country: 'ge' } })).body.country).toBe('GE')
    for (const phone of ['+995555123456', '555 123 456', '0555-12-34-56', '٠٥٥٥ ١٢٣ ٤٥٦'])
      for (const limit of ['1', '100'])
        expect(await search({ phone, limit }), phone).toEqual([...international, 'jose'].sort())
    expect(await search({ phone: '+995555123457' })).toEqual(['berishvili'])
    expect(await search({ phone: '+79161234567' })).toEqual([])
    expect(await search({ phone: '-' })).toEqual([])
    await tenant.send('PUT /api/v1/settings', { body: { country: 'RU' } })
    expect(await search({ phone: '+79161234567' })).toEqual(['semyon'])
    await tenant.send('PUT /api/v1/settings', { body: { country: null } })
    expect(await search({ phone: '+79161234567' })).toEqual([])
  })

  test('by reference and by the code of a package, in their own company only', async () => {
    const { qr_code } = await add(tenant, booked.giorgi.id)
    const other = await newTenant()
    for (const [filters, name] of [
      [{ reference: ' ORDER 7' }, 'beridze'],
      [{ package_code: qr_code }, 'giorgi'],
      [{ package_code: ` ${qr_code.toLowerCase().replace('-', '_')}` }, 'giorgi'],
    ] as const) {
      expect(await search(filters)).toEqual([name])
      expect(await search({ ...filters, status: 'DELIVERED' })).toEqual([])
      expect(await search({ ...filters, q: 'nobody' })).toEqual([])
      expect(await found(other, filters)).toEqual([])
    }
    expect(await search({ reference: 'Order 7', package_code: qr_code })).toEqual([])
    expect(await search({ reference: 'Order 8' })).toEqual([])
    expect(await search({ package_code: 'PKG-0000000000' })).toEqual([])
    expect(await found(other, { q: 'beridze' })).toEqual([])
    expect(await found(other, { phone: '+995555123456' })).toEqual([])
  })

  test('with the other filters', async () => {
    expect(await search({ q: 'сем', payment_status: 'PAID' })).toEqual(['semyon'])
    expect(await search({ q: 'ber', payment_status: 'PAID' })).toEqual([])
    expect(await search({ q: 'ber', status: 'RECEIVED', created_from: booked.jose.created_at })).toEqual([
      'jose',
    ])
    const { created_at } = booked.giorgi
    expect(await search({ phone: '+995555123456', created_to: created_at })).toEqual(['giorgi'])
    expect(await search({ phone: '+995555123456', q: 'giorgi' })).toEqual(['beridze', 'giorgi'])
    expect(await search({ phone: '+995555123456', q: 'nino' })).toEqual([])
  })

  test('and no text is an error', async () => {
    for (const text of ['*', '#', '~', '\u{1F6EB}', 'ﷺ'.repeat(60), '\u{1F6EB}a', 'a#b', 'x'.repeat(200)]) {
      const { id } = await book(tenant, { ...unnamed, sender_name: text })
      if (/\p{L}/u.test(text)) expect(await found(tenant, { q: text })).toContain(id)
      await found(tenant, { phone: text })
    }
  })
})

test('a shipment is found while it exists, under its present names and numbers, also while they change', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant, unnamed)
  const put = (body: object) => tenant.send(`PUT /api/v1/shipments/${id}`, { body })
  const searches = async (name: string, phone: string) =>
    Promise.all([found(tenant, { q: name }), found(tenant, { phone })])
  for (let n = 0; n < 8; n++) {
    const names = ['Anna', 'Nino'].map((name) => `${name}${n}`)
    const answers = await Promise.all(
      names.map((name, one) =>
        put({ recipient_name: name, sender_name: `${name} Second`, sender_phone: `+1${n}${one}` }),
      ),
    )
    for (const { status, text } of answers) expect(status, text).toBe(200)
    const { sender_name, sender_phone } = (await tenant.send(`GET /api/v1/shipments/${id}`)).body
    for (const [one, name] of names.entries()) {
      const wanted = sender_name.startsWith(name) ? [id] : []
      expect(await searches(name, `+1${n}${one}`)).toEqual([wanted, wanted])
    }
    expect(sender_phone).toMatch(/^\+1/)
  }
  const [deleted] = await Promise.all([
    tenant.send(`DELETE /api/v1/shipments/${id}`),
    ...['Anna7', 'Nino7'].map((q) => found(tenant, { q })),
  ])
  expect(deleted.status).toBe(200)
  expect(await found(tenant, { q: 'Second' })).toEqual([])
})

test('a deleted shipment of eighty packages leaves no search items, and so do former names', async () => {
  const tenant = await newTenant()
  const words = (n: number) => ['One', 'Two', 'Three', 'Four', 'Five'].map((word) => `${word}${n}`).join(' ')
  const { id } = await book(tenant, {
    sender_name: words(1),
    recipient_name: words(2),
    sender_phone: '+11',
    recipient_phone: '+22',
    reference: 'Largest',
  })
  for (let n = 0; n < 80; n += 8) await Promise.all(Array.from({ length: 8 }, () => add(tenant, id)))
  const put = (body: object) => tenant.send(`PUT /api/v1/shipments/${id}`, { body })
  const everything = {
    sender_name: words(3),
    recipient_name: words(4),
    sender_phone: '+33',
    recipient_phone: '+44',
    reference: 'Larger',
  }
  const moved = await put({ ...everything, status: 'DELIVERED' })
  expect(moved.status, moved.text).toBe(200)
  expect(await found(tenant, { q: 'three3 FIVE4' })).toEqual([id])
  expect(await found(tenant, { phone: '+44' })).toEqual([id])
  // Its search items may still be there, where the transaction had no room.
  for (const filters of [{ q: 'three1' }, { q: 'five2' }, { phone: '+22' }, { reference: 'Largest' }])
    expect(await found(tenant, filters as any)).toEqual([])
  expect((await put({ sender_name: words(5), sender_phone: '+55' })).status).toBe(200)
  expect((await tenant.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
  for (const filters of [{ q: 'three5' }, { q: 'one4' }, { phone: '+55' }, { reference: 'Larger' }])
    expect(await found(tenant, filters as any)).toEqual([])
  expect((await itemsOf(tenant, 'SOUND#t')).map(({ at }) => at.split('#')[0])).not.toContain('tri5')
})

test('a search makes the same calls among any number of shipments', async () => {
  const { store, count } = countedStore(testStore(withoutFaults()))
  const service = inProcess({ store })
  const calls = async (size: number) => {
    const tenant = await newTenant()
    for (let n = 0; n < size; n += 10)
      await Promise.all(
        Array.from({ length: Math.min(10, size) }, () => book(tenant, { recipient_name: 'Giorgi Beridze' })),
      )
    const counts = []
    for (const filter of [{ q: 'ber' }, { q: 'giorgi beridze' }, { phone: '+995599123456' }]) {
      count.calls = 0
      const query = new URLSearchParams({ ...filter, limit: '5' } as Record<string, string>).toString()
      const { status, body } = await service.call(`GET /api/v1/shipments?${query}`, { token: tenant.token })
      expect([status, body.length]).toEqual([200, Math.min(5, size)])
      counts.push(count.calls)
    }
    return counts
  }
  expect(await calls(200)).toEqual(await calls(1))
})

test('the keys of search items hold no phone numbers', async () => {
  const tenant = await newTenant()
  const phone = '+995555000111'
  const { id, created_at } = await book(tenant, { ...unnamed, sender_phone: phone })
  expect(await itemsOf(tenant, 'SOUND#h')).toMatchObject([
    { at: `h#${created_at}#${id}`, id, words: ' h ~h i ~a ' },
  ])
  expect(await found(tenant, { phone })).toEqual([id])
  const keys: string[] = []
  for await (const { pk, sk } of allItems())
    if (pk.startsWith(`T#${tenant.user.tenant_id}#FIND#`)) keys.push(`${pk} ${sk.split('#')[0]}`)
  expect(keys.filter((key) => key.includes('PHONE_'))).toHaveLength(2)
  // Digests may contain any few digits, but are no part of the number.
  const numbers = [phone, phone.split('').reverse().join('')]
  const parts = keys.flatMap((key) => key.split(/[# ]/)).filter(({ length }) => length > 2)
  expect(parts.filter((part) => numbers.some((number) => number.includes(part)))).toEqual([])
})
