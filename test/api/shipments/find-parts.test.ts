import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, walk } from '../../support/api/lists.ts'
import { addContact, book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { spellings } from '../../support/names/spellings.ts'

const find = async (
  tenant: Tenant,
  list: 'shipments' | 'contacts',
  filters: Record<string, string>,
): Promise<any[]> => (await walk(tenant, `/api/v1/${list}?${new URLSearchParams(filters).toString()}`)).records
const found = async (tenant: Tenant, filters: Record<string, string>): Promise<string[]> =>
  ids(await find(tenant, 'shipments', filters))
const unnamed = { sender_name: 'X', sender_phone: '-', recipient_name: 'Y', recipient_phone: '-' }

describe('a name is found', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await newTenant()
  })
  test.each([
    ['Łukasz', 'lukasz'],
    ['Ørsted', 'orsted'],
    ['Đoković', 'dokovic'],
    ['Yalçın', 'yalcin'],
    ['Weiß', 'weiss'],
    ['Ærø', 'aero'],
    ['Œdipe', 'oedipe'],
    ['Þórður', 'thordur'],
    ['O’Brien', "O'Brien", 'obrien', 'brien', 'O`Brien', 'OBrien', 'o´bri'],
    ['OBrien', "O'Brien"],
    ['д’Артаньян', "д'Артаньян", 'дартаньян', 'артаньян', "d'Artanyan"],
    ["Лук'яненко", 'Лукʼяненко', 'Лукяненко', 'Lukianenko', 'Lukyanenko'],
    ['Юрий Щербаков', 'Yury', 'Iurii', 'Yuri Shcherbakov', 'shche', 'щерб'],
    ['Alexander Tsoi', 'Александр Цой', 'Aleksandr', 'алекс'],
    ['ხვიჩა კვარაცხელია', 'Khvicha', 'Kvaratskhelia', 'Хвича', 'kvarats', 'ხვი'],
    ['Մխիթարյան', 'Mkhitaryan', 'Mxitaryan', 'Мхитарян', 'mkhit'],
    ['محمد عبد الله الحسن', 'Mohammed', 'Muhammad', 'Abdullah', 'Hassan', 'محم', 'عبدالله', 'حسن', 'moham'],
    ['Mohammed Abdullah', 'محمد', 'عبد الله', 'محمد عبد'],
    ['王小明', 'wang'],
  ])('%s, as it is spelled otherwise', async (name, ...spelled) => {
    const { id } = await book(tenant, { ...unnamed, recipient_name: name })
    for (const q of [name, ...spelled]) {
      const [all, one] = [await found(tenant, { q }), await found(tenant, { q, limit: '1' })]
      expect(all, q).toContain(id)
      // Once each.
      expect(one, q).toEqual([...new Set(all)])
    }
  })

  test.each([
    ['Марина', ['maria', 'Майя', 'marin-b', 'arina']],
    ['Zaza', ['zzzzz', 'zzz zaza', 'zazzzb']],
    ['Brigade 2000', ['20000', '000']],
    ['سهام', ['sham']],
  ])('%s, and not by other names', async (name, others) => {
    const own = await newTenant()
    const { id } = await book(own, { ...unnamed, sender_name: name })
    expect(await found(own, { q: name })).toEqual([id])
    for (const q of others) expect(await found(own, { q }), q).toEqual([])
  })
})

test('a tracking id is found by four or more characters of its beginning or end', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const booked = await Promise.all([book(tenant, unnamed), book(tenant, unnamed)])
  for (const { id, tracking_id } of booked) {
    const code: string = tracking_id.slice(4)
    for (const length of [4, 7, 12]) {
      const [begins, ends] = [code.slice(0, length), code.slice(-length)]
      for (const q of [
        begins,
        begins.toLowerCase(),
        `TRK-${begins}`,
        `trk ${begins.slice(0, 2)} ${begins.slice(2)}`,
        ends,
      ]) {
        // Digits may be a number too, but no shipment has one.
        expect(await found(tenant, { q }), q).toEqual([id])
        expect(await found(other, { q }), q).toEqual([])
      }
    }
    for (const q of [code.slice(1, 8), `TRK-${code.slice(-6)}`, code.slice(0, 3)])
      expect(await found(tenant, { q }), q).toEqual([])
    expect(await found(tenant, { tracking_id: code.slice(0, 6) })).toEqual([])
    expect((await tenant.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
    expect(await found(tenant, { q: code.slice(0, 6) })).toEqual([])
  }
})

describe('a phone number is found', () => {
  let tenant: Tenant
  let international: string
  let local: string
  beforeAll(async () => {
    tenant = await newTenant()
    const sent = await book(tenant, { ...unnamed, sender_phone: '+995 599 12-34-56' })
    const received = await book(tenant, { ...unnamed, recipient_phone: '0599 12 99 56' })
    ;[international, local] = [sent.id, received.id]
    await book(tenant, { ...unnamed, recipient_phone: '+79161239999' })
  })
  const both = (...filters: string[]) =>
    Promise.all(
      ['q', 'phone'].flatMap((name) =>
        filters.map(async (text) => (await found(tenant, { [name]: text })).sort()),
      ),
    )

  test('by four or more digits of its end', async () => {
    for (const one of await both('3456', '12-34 56', '123456', '99123456')) expect(one).toEqual([international])
    for (const one of await both('9956', '12 99 56')) expect(one).toEqual([local])
    expect(await found(tenant, { phone: '٣٤٥٦' })).toEqual([international])
    for (const one of await both('3457', '1234', '456')) expect(one).toEqual([])
  })

  test('by four or more digits of its beginning, with and without the calling code of the company’s country', async () => {
    for (const one of await both('+995599', '99559912', '00995 599 1')) expect(one).toEqual([international])
    for (const one of await both('599 12', '059912')) expect(one).toEqual([local])
    await tenant.send('PUT /api/v1/settings', { body: { country: 'GE' } })
    for (const one of await both('+99559912', '599 12', '0599 12', '5991'))
      expect(one).toEqual([international, local].sort())
    for (const one of await both('599 123', '+9955991234')) expect(one).toEqual([international])
    for (const one of await both('+9956', '8916', '5992')) expect(one).toEqual([])
  })

  test('by an end that looks like a prefix', async () => {
    const { id } = await book(tenant, { ...unnamed, sender_phone: '+995 599 12-00-07' })
    for (const one of await both('0007', '12 00 07', '00 07')) expect(one).toEqual([id])
  })

  test('in Russia with the 8 that is dialled there', async () => {
    const own = await newTenant()
    await own.send('PUT /api/v1/settings', { body: { country: 'RU' } })
    const wanted: string[] = []
    for (const recipient_phone of ['8 (916) 123-45-67', '+7 916 123-00-00', '916 123 11 11'])
      wanted.push((await book(own, { ...unnamed, recipient_phone })).id)
    for (const q of ['89161', '+7 916 12', '916123', '8 (916) 123'])
      expect((await found(own, { q })).sort(), q).toEqual(wanted.toSorted())
  })
})

test('a search finds a company’s own records only, whatever two companies have and look for', async () => {
  const names = spellings().flatMap(({ latin, own }) => [latin, own])
  const phone = fc.stringMatching(/^(\+995|\+7|0)?[1-9]\d{5,8}$/)
  const record = fc.record({ name: fc.constantFrom(...names), phone })
  const companies = [await newTenant(), await newTenant()]
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 4, max: 9 }),
      async (all, length) => {
        const kept = await Promise.all(
          all.flatMap((one, n) => [
            addContact(companies[n % 2]!, one),
            book(companies[(n + 1) % 2]!, { ...unnamed, recipient_name: one.name, recipient_phone: one.phone }),
          ]),
        )
        const texts = kept.flatMap(
          ({ name, phone, tracking_id = name, recipient_name = name, recipient_phone = phone }) => [
            recipient_name,
            recipient_phone,
            recipient_phone.slice(0, length),
            recipient_phone.slice(-length),
            tracking_id.slice(0, length),
            tracking_id.slice(-length),
          ],
        )
        for (const q of texts)
          for (const { send, ...tenant } of companies)
            for (const list of ['shipments', 'contacts'] as const)
              for (const one of await find({ send, ...tenant }, list, { q }))
                expect([q, one.tenant_id]).toEqual([q, tenant.user.tenant_id])
      },
    ),
    { numRuns: 8 },
  )
})

test('the largest booking has room for all that it is found by', async () => {
  const tenant = await newTenant()
  const name = (letter: string) => ['a', 'b', 'c', 'd', 'e'].map((end) => `O’${letter}rien${end}`).join(' ')
  const { id } = await book(tenant, {
    sender_name: name('B'),
    recipient_name: name('D'),
    sender_phone: '+995599112233',
    recipient_phone: '+995599445566',
    recipient_email: 'recipient@example.com',
    reference: 'Largest',
    packages: 10,
  })
  for (const filters of [{ q: 'obriene' }, { q: 'ODRIENA' }, { q: 'briena' }, { q: '5566' }, { q: '995599' }])
    expect([filters, await found(tenant, filters as never)]).toEqual([filters, [id]])
})

test('a search for more words than the table can filter by is answered', async () => {
  const tenant = await newTenant()
  const q = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' ')
  expect(await found(tenant, { q })).toEqual([])
})
