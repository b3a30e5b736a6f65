import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routes } from '../../../functions/index.ts'
import type { AcceptedForm } from '../../../shared/domain/kernel/accepted-forms.ts'
import { amountForms, weightForms } from '../../../shared/domain/kernel/number-forms.ts'
import { textForms } from '../../../shared/domain/kernel/text-forms.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { NewShipment, shipments } from '../../../shared/domain/shipments/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { ids, walk } from '../../support/api/lists.ts'
import {
  add,
  addContact,
  book,
  change,
  exampleOf,
  newTenant,
  openBag,
  type Tenant,
} from '../../support/api/tenant.ts'
import { seed, size } from '../../support/suite/proof.ts'

// What a client sends comes back, in the documented form, or is refused in words. The rows are those of
// docs/reference/accepted-input.md.
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const cases = (forms: readonly AcceptedForm[]) => forms.map((form) => [form.given, form] as const)
const read = async (path: string) => {
  const { status, body, text } = await tenant.send(`GET ${path}`)
  expect(status, text).toBe(200)
  return body
}
/** JSON in ASCII: a U+FFFD that is not escaped may be what a gateway made of bytes that are not UTF-8, and is a 400. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
/** Sends a field with this JSON, and the others as in the example. */
const sendJson = (key: string, example: object, field: string, json: string) =>
  tenant.send(key, {
    raw: `{${JSON.stringify(field)}:${json},${JSON.stringify({ ...example, [field]: undefined }).slice(1)}`.replace(
      ',}',
      '}',
    ),
  })
const expectRefused = ({ status, body }: { status: number; body: any }, field: string, msg: string) => {
  expect(status).toBe(422)
  expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', field], msg })])
}

describe('a name', () => {
  test.each(cases(textForms.forms))('%j', async (name, { stored, refused }) => {
    const added = await sendJson('POST /api/v1/contacts', {}, 'name', escaped(name))
    if (refused !== undefined) return expectRefused(added, 'name', refused)
    expect([added.status, added.body.name]).toEqual([201, stored])
    const contact = await read(`/api/v1/contacts/${added.body.id}`)
    expect(contact.name).toBe(stored)
    // A value that GET reads is no change, nor is the one that was sent.
    for (const again of [stored, name])
      expect(await change(tenant, `PUT /api/v1/contacts/${contact.id}`, { name: again })).toEqual(contact)
  })

  /** Letters and marks of scripts. */
  const scripts = {
    Latin: ['ÀéñöÅşŁßžA', '\u0301\u0308\u0327'],
    Cyrillic: ['АЁёЙйІїЎќщ', '\u0301'],
    Georgian: ['აბგდევზთჭ', ''],
    Armenian: ['ԱբգԴեզէըև', ''],
    Arabic: ['محمدأؤئةى', '\u064B\u064E\u0651\u200C'],
    Hebrew: ['שלוםכהן', '\u05B0\u05B8\u05BC\u05C1'],
    Devanagari: ['कषतजशरमअइ', '\u093F\u094D\u093C\u0940\u200D'],
    Chinese: ['李明王北京\u{20000}', ''],
    Thai: ['สมชายใจดี', '\u0E31\u0E49\u0E4C'],
  }
  const wordOf = ([letters, marks]: readonly string[]) =>
    fc
      .array(
        fc.tuple(
          fc.constantFrom(...Array.from(letters ?? '')),
          fc.constantFrom('', '', ...Array.from(marks ?? '')),
        ),
        { minLength: 3, maxLength: 8 },
      )
      .map((pairs) => pairs.flat().join(''))
  const forms = fc.constantFrom('NFC', 'NFD')
  test.each(Object.entries(scripts))(
    'in %s comes back composed, and is found in its other form',
    async (_, script) => {
      const names = fc.array(wordOf(script), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
      const around = fc.constantFrom('', ' ', '\u00A0', '\u2068', '\u202B')
      await fc.assert(
        fc.asyncProperty(names, forms, around, async (name, form, before) => {
          const given = before + name.normalize(form) + (before === '\u2068' ? '\u2069' : '')
          const { id, recipient_name } = await book(tenant, { recipient_name: given })
          expect(recipient_name).toBe(name.normalize('NFC'))
          expect((await read(`/api/v1/shipments/${id}`)).recipient_name).toBe(recipient_name)
          const q = name.normalize(form === 'NFC' ? 'NFD' : 'NFC')
          const found = await walk(tenant, `/api/v1/shipments?${new URLSearchParams({ q }).toString()}`)
          expect(ids(found.records)).toContain(id)
        }),
        { seed, numRuns: size(8, 200) },
      )
    },
  )

  test('of any characters comes back in the documented form, or is refused in words', async () => {
    const units = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        'a',
        ' ',
        '\u0301',
        '\u200D',
        '\u202E',
        '\u2066',
        '\uFEFF',
        '\n',
        '\u0007',
        '\u009F',
        '🇬🇪',
        '\uDC00',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: units, maxLength: 12 }), async (name) => {
        const { status, body } = await sendJson('POST /api/v1/contacts', {}, 'name', escaped(name))
        const expected = name
          .replaceAll(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
          .normalize('NFC')
          .trim()
        if (status === 201) expect((await read(`/api/v1/contacts/${body.id}`)).name).toBe(expected)
        else {
          expect([status, body.detail[0].loc]).toEqual([422, ['body', 'name']])
          expect(body.detail[0].msg).toMatch(/U\+[\dA-F]{4,6}|^Must not be (empty|blank)/)
        }
      }),
      { seed, numRuns: size(60, 2000) },
    )
  })

  test('of a record from before is read, and shown as it would be stored now', async () => {
    const { id } = await book(tenant)
    const set = { recipient_name: 'gnp.\u202Eexe\u001B ', sender_name: 'Zoe\u0308' }
    const table = tableOn(testStore(), mintGrant(tenant.user.tenant_id))
    await testStore().commit([table.patchUnread(shipments, { id }, { set })])
    const shipment = await read(`/api/v1/shipments/${id}`)
    expect(shipment).toMatchObject({ recipient_name: 'gnp.exe\u001B', sender_name: 'Zo\u00EB' })
    const same = { sender_name: shipment.sender_name, weight: shipment.weight }
    expect(await change(tenant, `PUT /api/v1/shipments/${id}`, same)).toEqual(shipment)
  })

  test('one name in two forms is one search result for both', async () => {
    const [composed, decomposed] = ['Zoë Núñez', 'Zoë Núñez'.normalize('NFD')]
    const contacts = [
      await addContact(tenant, { name: composed }),
      await addContact(tenant, { name: decomposed }),
    ]
    expect(contacts.map(({ name }) => name)).toEqual([composed, composed])
    for (const q of [composed, decomposed, 'Zo\u00ADe\u0308 nun\u2060ez']) {
      const { records } = await walk(tenant, `/api/v1/contacts?${new URLSearchParams({ q }).toString()}`)
      expect(ids(records).sort()).toEqual(ids(contacts).sort())
    }
  })

  test('is measured in code points after it is composed', async () => {
    for (const name of ['🛫'.repeat(200), 'ქ'.repeat(200), 'e\u0301'.repeat(200), ` ${'a'.repeat(200)} `]) {
      const { id } = await addContact(tenant, { name })
      expect((await read(`/api/v1/contacts/${id}`)).name).toBe(name.normalize('NFC').trim())
    }
    const send = (name: string) => tenant.send('POST /api/v1/contacts', { body: { name } })
    expectRefused(await send('ქ'.repeat(201)), 'name', 'At most 200 characters')
    expectRefused(await send('🛫'.repeat(201)), 'name', 'At most 200 characters')
  })
})

test('the longest texts of a shipment are stored, found, and printed on labels and manifests', async () => {
  // Four bytes for each code point are the most in UTF-8.
  for (const letter of ['ქ', '🛫', 'e\u0301\u0302\u0303\u0323']) {
    const composed = letter.normalize('NFC')
    const of = (length: number) => composed.repeat(Math.floor(length / Array.from(composed).length))
    const texts = {
      sender_name: of(200),
      sender_phone: of(200),
      sender_address: of(500),
      recipient_name: of(200),
      recipient_phone: of(200),
      recipient_address: of(500),
      origin: of(200),
      destination: of(200),
      description: of(2000),
      reference: of(100),
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key ${n}`, of(500)])),
    }
    const shipment = await book(tenant, { ...texts, recipient_email: 'giorgi@example.com' })
    expect(await read(`/api/v1/shipments/${shipment.id}`)).toMatchObject(texts)
    const parcel = await add(tenant, shipment.id, { description: of(2000) })
    const bag = await openBag(tenant, { label: of(200) })
    await change(tenant, `POST /api/v1/bags/${bag.id}/packages/${parcel.id}`)
    for (const path of [
      `packages/${parcel.id}/label?format=pdf`,
      `packages/${parcel.id}/label?format=svg`,
      `packages/${parcel.id}/label?format=zpl`,
      `bags/${bag.id}/manifest?format=pdf`,
      `bags/${bag.id}/manifest?format=csv`,
    ])
      expect((await tenant.send(`GET /api/v1/${path}`)).status, path).toBe(200)
    const ready = await change(tenant, `PUT /api/v1/packages/${parcel.id}`, { status: 'READY_FOR_PICKUP' })
    expect(ready.status).toBe('READY_FOR_PICKUP')
  }
})

describe('each text of a request is cleaned, or kept exactly', () => {
  /** Fields that take any text and keep it: credentials, codes, addresses, and what devices send. */
  const exact = [
    'airline_tag_code',
    'app_version',
    'client_id',
    'client_secret',
    'code',
    'cursor',
    'device_id',
    'email',
    'grant_type',
    'new_password',
    'password',
    'platform',
    'qr_code',
    'qr_data',
    'refresh_token',
    'scope',
    'ticket',
    'token',
    'url',
  ]
  const fields = routes.flatMap(({ key, body }) => {
    const inner = body instanceof z.ZodLazy ? (body.unwrap() as z.ZodType) : body
    return inner instanceof z.ZodObject
      ? Object.entries(inner.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
          key,
          field,
          schema,
        }))
      : []
  })
  const takes = ({ schema }: { schema: z.ZodType }) => schema.safeParse('ab').success
  const texts = fields.filter((one) => takes(one) && !exact.includes(one.field))
  test.each(texts.map((one) => [`${one.key} ${one.field}`, one] as const))('%s', (_, { schema }) => {
    const parsed = schema.safeParse(' a\u202Eb\u202C ')
    expect(parsed.data ?? 'ab').toMatch(/^ab$/i)
    expect(schema.safeParse('a\u001Bb').success).toBe(false)
  })
  test('of which there are many', () => {
    expect(texts.map(({ field }) => field)).toEqual(
      expect.arrayContaining([
        'name',
        'full_name',
        'label',
        'note',
        'reason',
        'recipient_address',
        'reference',
      ]),
    )
  })
})

test.each(cases(weightForms.forms))('a weight of %s', async (given, { stored, refused }) => {
  const sent = await sendJson('POST /api/v1/shipments', exampleOf(NewShipment), 'weight', given)
  // A flight takes at least a gram.
  const flight = await sendJson('POST /api/v1/flights', exampleOf(NewFlight), 'max_weight_kg', given)
  if (refused !== undefined) {
    expectRefused(sent, 'weight', refused)
    return expect([flight.status, flight.body.detail[0].msg]).toEqual([422, refused])
  }
  expect(sent.status, sent.text).toBe(201)
  expect((await read(`/api/v1/shipments/${sent.body.id}`)).weight).toBe(Number(stored))
  if (Number(given) < 0.001) return expectRefused(flight, 'max_weight_kg', 'At least 0.001')
  expect((await read(`/api/v1/flights/${flight.body.id}`)).max_weight_kg).toBe(Number(stored))
})

test.each(cases(amountForms.forms))('a price of %s', async (given, { stored, refused }) => {
  const sent = await sendJson('POST /api/v1/shipments', exampleOf(NewShipment), 'price', given)
  if (refused !== undefined) return expectRefused(sent, 'price', refused)
  expect(sent.status, sent.text).toBe(201)
  expect((await read(`/api/v1/shipments/${sent.body.id}`)).price).toBe(Number(stored))
})

test('numbers come back as they were given, and with more decimals rounded half up by their digits', async () => {
  const { id } = await book(tenant)
  const { id: parcel } = await add(tenant, id)
  /** A decimal of six digits, also written with an exponent, and what is left of it with fewer. */
  const numbers = (most: number) =>
    fc.tuple(fc.nat(most - 1), fc.nat(999_999), fc.boolean()).map(([whole, fraction, isExponent]) => {
      const millionths = BigInt(whole) * 1_000_000n + BigInt(fraction)
      const rounded = (digits: bigint) => Number((millionths + digits / 2n) / digits)
      return {
        text: isExponent ? `${millionths}e-6` : `${whole}.${String(fraction).padStart(6, '0')}`,
        grams: rounded(1000n),
        cents: rounded(10_000n),
      }
    })
  await fc.assert(
    fc.asyncProperty(numbers(100_000), numbers(1e9), async (weight, price) => {
      const raw = `{"weight":${weight.text},"price":${price.text}}`
      const { status, text } = await tenant.send(`PUT /api/v1/shipments/${id}`, { raw })
      expect(status, text).toBe(200)
      const shipment = await read(`/api/v1/shipments/${id}`)
      expect([shipment.weight, shipment.price]).toEqual([weight.grams / 1000, price.cents / 100])
      // What GET reads is no change.
      const same = { weight: shipment.weight, price: shipment.price }
      expect(await change(tenant, `PUT /api/v1/shipments/${id}`, same)).toEqual(shipment)
      const changed = await tenant.send(`PUT /api/v1/packages/${parcel}`, { raw: `{"weight":${weight.text}}` })
      expect([changed.status, changed.body.weight]).toEqual([200, weight.grams / 1000])
    }),
    { seed, numRuns: size(40, 1000) },
  )
})
