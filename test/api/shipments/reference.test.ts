import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { caller } from '../../support/api/client.ts'
import { add, book, exampleOf, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const at = (id: string) => `/api/v1/shipments/${id}`
const shipment = async (id: string) => (await tenant.send(`GET ${at(id)}`)).body
const put = (id: string, body: object) => tenant.send(`PUT ${at(id)}`, { body })
const bookWith = (fields: object, headers = {}) =>
  tenant.send('POST /api/v1/shipments', { body: { ...exampleOf(NewShipment), ...fields }, headers })
const order = () => `Order ${randomUUID()}`

test('a shipment has the reference and the metadata that it was booked with, or none', async () => {
  const reference = order()
  const metadata = { shop: 'Тбилиси 1', empty: '' }
  const booked = await book(tenant, { reference: `  ${reference} `, metadata })
  expect(booked).toMatchObject({ reference, metadata })
  expect(await shipment(booked.id)).toEqual(booked)
  for (const nothing of [{}, { reference: '', metadata: {} }, { reference: null, metadata: null }])
    expect(await book(tenant, { metadata: undefined, ...nothing })).toMatchObject({
      reference: null,
      metadata: {},
    })
  await waitFor(async () => {
    const listed = (await tenant.send('GET /api/v1/shipments')).body
    expect(listed.find(({ id }: any) => id === booked.id)).toEqual(booked)
  })
})

test('a second booking of a reference gets 409 with the id of the first, in any case and with any spaces', async () => {
  const reference = `Bestellung Ä-${randomUUID()}`
  const first = await book(tenant, { reference })
  for (const same of [reference, ` ${reference}`, reference.toUpperCase(), reference.normalize('NFD')]) {
    const { status, body } = await bookWith({ reference: same })
    expect([status, body.detail]).toEqual([409, `Shipment ${first.id} has this reference`])
  }
  expect((await bookWith({ reference: `${reference}-2` })).status).toBe(201)
  expect((await book(await newTenant(), { reference })).reference).toBe(reference)
})

test('a deleted shipment frees its reference, and a change the former one', async () => {
  const [one, two] = [order(), order()]
  const first = await book(tenant, { reference: one })
  const second = await book(tenant, { reference: two })
  const taken = await put(second.id, { reference: one, description: 'not stored' })
  expect([taken.status, taken.body.detail]).toEqual([409, `Shipment ${first.id} has this reference`])
  expect(await shipment(second.id)).toEqual(second)
  // Another letter case is the same reference.
  expect((await put(first.id, { reference: one.toUpperCase() })).body.reference).toBe(one.toUpperCase())
  expect((await bookWith({ reference: one })).status).toBe(409)
  for (const none of [null, '']) {
    expect((await put(first.id, { reference: none })).body.reference).toBe(null)
    expect((await put(second.id, { reference: one })).body.reference).toBe(one)
    expect((await put(second.id, { reference: two })).body.reference).toBe(two)
    expect((await put(first.id, { reference: one })).body.reference).toBe(one)
  }
  expect((await tenant.send(`DELETE ${at(first.id)}`)).status).toBe(200)
  expect((await put(second.id, { reference: one })).status).toBe(200)
  expect((await put(second.id, { description: 'changed' })).body.reference).toBe(one)
})

const rounds = Number(process.env.RACE_ROUNDS ?? size(10, 50))
test('of two bookings of one reference at once, one succeeds and the other gets 409 with its id', async () => {
  for (let n = 0; n < rounds; n++) {
    const reference = order()
    const answers = await Promise.all([bookWith({ reference }), bookWith({ reference })])
    const [booked, refused] = answers.sort((a, b) => a.status - b.status)
    expect([booked.status, refused.status]).toEqual([201, 409])
    expect(refused.body.detail).toBe(`Shipment ${booked.body.id} has this reference`)
  }
})

test('two bookings with one Idempotency-Key at once are one booking, also with a reference', async () => {
  for (let n = 0; n < rounds; n++) {
    const [reference, headers] = [order(), { 'idempotency-key': randomUUID() }]
    const answers = await Promise.all([1, 2, 3].map(() => bookWith({ reference }, headers)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  }
})

test('of two shipments that take one reference at once, one has it, and the former one of each is free or kept', async () => {
  for (let n = 0; n < rounds; n++) {
    const former = [order(), order()]
    const wanted = order()
    const pair = await Promise.all(former.map((reference) => book(tenant, { reference })))
    const answers = await Promise.all(pair.map(({ id }) => put(id, { reference: wanted })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await bookWith({ reference: former[winner] })).status).toBe(201)
    expect((await bookWith({ reference: former[1 - winner] })).status).toBe(409)
  }
})

test('metadata is replaced as a whole, and has bounds', async () => {
  const { id } = await book(tenant, { metadata: { a: '1', b: '2' } })
  expect((await put(id, { metadata: { b: '2', a: '1' } })).headers.etag).toBe('"1"')
  expect((await put(id, { metadata: { c: '3' } })).body.metadata).toEqual({ c: '3' })
  expect((await put(id, { metadata: null })).body.metadata).toEqual({ c: '3' })
  expect((await put(id, { metadata: {} })).body.metadata).toEqual({})
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'v']))
  const widest = { ...entries(19), ['k'.repeat(40)]: 'ж'.repeat(500) }
  expect((await put(id, { metadata: widest })).body.metadata).toEqual(widest)
  for (const bad of [
    entries(21),
    { ['k'.repeat(41)]: '' },
    { a: 'v'.repeat(501) },
    { '': 'a' },
    { a: 1 },
    ['a'],
    'a',
  ]) {
    const { status, body } = await put(id, { metadata: bad })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'metadata']])
  }
  const long = await put(id, { reference: 'x'.repeat(101) })
  expect([long.status, long.body.detail[0].loc]).toEqual([422, ['body', 'reference']])
})

test('a received parcel and a return have them too, and a label shows the reference', async () => {
  const metadata = { shelf: '7' }
  const [received, returned] = [order(), order()]
  const { id: warehouse } = await openWarehouse(tenant)
  const body = { ...exampleOf(ReceivedParcel), reference: received, metadata }
  const { shipment_id } = (await tenant.send(`POST /api/v1/warehouse/${warehouse}/receive`, { body })).body
  expect(await shipment(shipment_id)).toMatchObject({ reference: received, metadata })
  const { id } = await book(tenant, { reference: order(), metadata })
  const back = await tenant.send(`POST ${at(id)}/return`, { body: { reference: returned } })
  expect(back.body).toMatchObject({ reference: returned, metadata: {} })
  const parcel = await add(tenant, shipment_id)
  const label = await tenant.send(`GET /api/v1/packages/${parcel.id}/label?format=zpl`)
  expect(label.text).toContain(received.slice(0, 20))
})

test('they are neither public nor in events', async () => {
  const own = await newTenant()
  const { id, tracking_id } = await book(own, {
    reference: 'marked-reference',
    metadata: { 'marked-key': 'x' },
  })
  await own.send(`PUT ${at(id)}`, { body: { status: 'DELIVERED', metadata: { other: 'marked-value' } } })
  const feed = await waitFor(
    async () => {
      const { text } = await own.send('GET /api/v1/events?limit=200')
      expect(text).toContain(id)
      return text
    },
    { timeout: seconds(10), interval: 50 },
  )
  for (const text of [feed, (await caller()(`GET /api/v1/track/${tracking_id}`)).text])
    expect(text).not.toContain('marked')
})

test('a return has the language that is given, and otherwise not that of its shipment, which is its recipient’s', async () => {
  for (const [given, language] of [
    [{ language: 'ru' }, 'ru'],
    [{}, 'en'],
  ] as const) {
    const { id } = await book(tenant, { language: 'ka' })
    const { status, body } = await tenant.send(`POST ${at(id)}/return`, { body: given })
    expect([status, body.language]).toEqual([201, language])
  }
})
