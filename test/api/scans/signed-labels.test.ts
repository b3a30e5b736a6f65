import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newTenant, openBag, openWarehouse, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'
import { waiting } from '../handovers/handovers.fixture.ts'

// Operations that take the label of a package or bag check its signature before they change anything.
let tenant: Tenant
let other: Tenant
let warehouse: { id: string }
beforeAll(async () => {
  ;[tenant, other] = await Promise.all([newTenant(), newTenant()])
  warehouse = await openWarehouse(tenant)
})

interface Label {
  t: string
  i: string
  c: string
  v: number
}
interface Labelled {
  id: string
  shipment_id: string
  qr_code: string
  qr_data: Label
}
const text = ({ qr_data }: { qr_data: Label }) => JSON.stringify(qr_data)
const read = async (path: string) => (await tenant.send(`GET /api/v1/${path}`)).body
const parcel = async (of = tenant): Promise<Labelled> => newParcel(of)

/** The forgeries of a genuine label. `another`: a genuine one of the same company; `foreign`: one of another company. */
const forgeries = (
  { qr_data }: { qr_data: Label },
  another: { qr_data: Label },
  foreign: { qr_data: Label },
) => ({
  'with the id of another': { ...qr_data, i: another.qr_data.i },
  'with another version': { ...qr_data, v: qr_data.v + 1 },
  'with the signature of another company’s label': { ...qr_data, c: foreign.qr_data.c },
  'with a signature that is no text': { ...qr_data, c: [qr_data.c] },
  'without a signature': { t: qr_data.t, i: qr_data.i },
})
/** Texts that are no label at all. */
const malformed = ['{', '{"t":"pkg","i":"x"}', '[]', 'no label', 'PKG-0000000000']

const mayBeForged = 'This label was not signed by the service; it may be forged'
let rejected = 0
/** Waits until the company has `count` more scans of forged labels; the list may lag. */
async function expectRejected(count: number) {
  rejected += count
  const forged = 'scans?all=true&validation_result=hmac_invalid&limit=200'
  await waitFor(async () => expect(await read(forged)).toHaveLength(rejected))
}

interface Operation {
  noun: string
  /** A label that the operation takes, one more of the same kind, and one of another company. */
  labels: () => Promise<[Labelled, Labelled, { qr_data: Label }]>
  /** Carries it out with a scanned text; status and detail of its refusal. */
  send: (scanned: string, of: Labelled) => Promise<{ status: number; detail: string }>
  /** All that it may change. */
  state: (of: Labelled) => Promise<unknown>
}
const answer = ({ status, body }: { status: number; body: { detail: string } }) => ({
  status,
  detail: body.detail,
})
const codes = { bad_request: 400, not_found: 404, conflict: 409 } as Record<string, number>
const packages = async (): Promise<[Labelled, Labelled, Labelled]> => {
  const { parcels } = await waiting(tenant, 2)
  return [parcels[0], parcels[1], await parcel(other)]
}
const stateOf = async ({ id, shipment_id }: Labelled) => [
  await read(`packages/${id}`),
  await read(`packages/${id}/events`),
  await read(`shipments/${shipment_id}`),
  await read(`cases?package_id=${id}`),
]
let bag: { id: string }
const operations: Record<string, Operation> = {
  packing: {
    noun: 'Package',
    labels: async () => {
      bag = await openBag(tenant)
      return packages()
    },
    async send(scanned) {
      const { status, body } = await tenant.send(`POST /api/v1/bags/${bag.id}/packages`, {
        body: { qr_codes: [scanned] },
      })
      const [refused] = body.refused
      if (!refused) return { status, detail: '' }
      expect(refused.qr_code).toBe(scanned)
      return { status: codes[refused.error] ?? 0, detail: refused.detail }
    },
    state: async (of) => [await read(`bags/${bag.id}`), await stateOf(of)],
  },
  'a hand-over': {
    noun: 'Package',
    labels: packages,
    send: async (scanned, { shipment_id }) =>
      answer(
        await tenant.send(`POST /api/v1/shipments/${shipment_id}/handovers`, {
          body: { handover_id: randomUUID(), qr_codes: [scanned], received_by: 'Giorgi Beridze' },
        }),
      ),
    state: stateOf,
  },
  'a case': {
    noun: 'Package',
    labels: packages,
    send: async (scanned) =>
      answer(await tenant.send('POST /api/v1/cases', { body: { kind: 'DAMAGE', qr_codes: [scanned] } })),
    state: stateOf,
  },
  'an unloading': {
    noun: 'Bag',
    labels: async () => [await openBag(tenant), await openBag(tenant), await openBag(other)],
    send: async (scanned) =>
      answer(
        await tenant.send(`POST /api/v1/warehouse/${warehouse.id}/unloadings`, { body: { qr_code: scanned } }),
      ),
    state: async ({ id }) => [await read(`bags/${id}`), await read(`warehouse/${warehouse.id}/unloadings`)],
  },
}

describe.each(Object.entries(operations))('%s', (_, { noun, labels, send, state }) => {
  test('refuses a forged label of each kind: nothing is changed, no event is written, and managers see the scans', async () => {
    const [label, another, foreign] = await labels()
    const all = async () => [await state(label), await state(another)]
    const before = await all()
    const kinds = Object.entries(forgeries(label, another, foreign))
    for (const [kind, forgery] of kinds)
      expect(await send(JSON.stringify(forgery), label), kind).toEqual({ status: 400, detail: mayBeForged })
    expect(await all()).toEqual(before)
    await expectRejected(kinds.length)
  })

  test('finds nothing that is not a label of the company', async () => {
    const [label, , foreign] = await labels()
    const before = await state(label)
    const otherKind = noun === 'Bag' ? await parcel() : await openBag(tenant)
    for (const scanned of [...malformed, text(foreign), text(otherKind)])
      expect(await send(scanned, label), scanned).toEqual({ status: 404, detail: `${noun} not found` })
    expect(await state(label)).toEqual(before)
  })

  test('takes a genuine label', async () => {
    const [label] = await labels()
    const before = await state(label)
    expect((await send(text(label), label)).status).toBeLessThan(300)
    await waitFor(async () => expect(await state(label)).not.toEqual(before))
  })
})

test('a forged label does not prevent that the others of the request are packed; each is recorded', async () => {
  const [{ id }, [one, two], scanned] = await Promise.all([
    openBag(tenant),
    Promise.all([parcel(), parcel()]),
    parcel(other),
  ])
  const forgery = JSON.stringify({ ...one.qr_data, i: two.id })
  const unsigned = JSON.stringify({ t: 'pkg', i: two.id })
  const typed = two.qr_code.toLowerCase().replace('-', '_')
  const qr_codes = [forgery, unsigned, text(one), typed, text(scanned), text(two)]
  const { status, body } = await tenant.send(`POST /api/v1/bags/${id}/packages`, { body: { qr_codes } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    total_packages: 2,
    package_ids: [one.id, two.id],
    packed: [one, two].map(({ id: package_id, qr_code }) => ({ package_id, qr_code })),
    refused: [
      { qr_code: forgery, error: 'bad_request', detail: mayBeForged },
      { qr_code: unsigned, error: 'bad_request', detail: mayBeForged },
      { qr_code: text(scanned), package_id: scanned.id, error: 'not_found', detail: 'Package not found' },
    ],
  })
  await expectRejected(2)
  await tenant.send(`PUT /api/v1/bags/${id}/seal`)
  const next = await openBag(tenant)
  const again = await tenant.send(`POST /api/v1/bags/${next.id}/packages`, {
    body: { package_ids: [one.id], qr_codes: [text(two), two.qr_code] },
  })
  const inBag = { error: 'conflict', detail: expect.stringContaining('is in bag') }
  expect(again.body.refused).toMatchObject([
    { package_id: one.id, ...inBag },
    { package_id: two.id, qr_code: text(two), ...inBag },
    { package_id: two.id, qr_code: two.qr_code, ...inBag },
  ])
})

test('a hand-over with a forged label among genuine ones hands nothing over; ids, labels and codes name packages once', async () => {
  const { parcels, handOver, statuses } = await waiting(tenant, 3)
  const [one, two, three] = parcels as [Labelled, Labelled, Labelled]
  const forgery = JSON.stringify({ ...three.qr_data, c: two.qr_data.c })
  const refused = await handOver({ package_ids: [one.id], qr_codes: [text(two), forgery] })
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_request'])
  await expectRejected(1)
  expect(await statuses()).toEqual(Array(3).fill('READY_FOR_PICKUP'))
  const handover_id = randomUUID()
  const fields = { handover_id, package_ids: [one.id], qr_codes: [text(one), text(two), three.qr_code] }
  const { status, body } = await handOver(fields)
  expect([status, body.package_ids]).toEqual([201, [one.id, two.id, three.id]])
  expect((await handOver(fields)).body).toEqual(body)
})

test('a request names 1 to as many packages as the operation takes', async () => {
  const [{ id }, { shipment_id }] = await Promise.all([openBag(tenant), parcel()])
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
  for (const [key, most, body] of [
    [`POST /api/v1/bags/${id}/packages`, 40, {}],
    ['POST /api/v1/cases', 30, { kind: 'DAMAGE' }],
    [
      `POST /api/v1/shipments/${shipment_id}/handovers`,
      80,
      { handover_id: randomUUID(), received_by: 'Giorgi' },
    ],
  ] as const)
    for (const names of [{}, { package_ids: ids(most), qr_codes: ['PKG-0000000000'] }]) {
      const { status, body: refusal } = await tenant.send(key, { body: { ...body, ...names } })
      expect([status, refusal.detail[0].loc]).toEqual([422, ['body', 'package_ids']])
    }
  const unnamed = await tenant.send(`POST /api/v1/warehouse/${warehouse.id}/unloadings`, { body: {} })
  expect([unnamed.status, unnamed.body.detail[0].loc]).toEqual([422, ['body', 'bag_id']])
})

test('the code of a label names its package in paths, in any form, and that of another company’s nothing', async () => {
  const [{ id: bag_id }, own, theirs] = await Promise.all([openBag(tenant), parcel(), parcel(other)])
  for (const code of [own.qr_code, own.qr_code.toLowerCase(), own.qr_code.replace('-', '_')])
    expect((await read(`packages/${code}`)).id).toBe(own.id)
  const packed = await tenant.send(`POST /api/v1/bags/${bag_id}/packages/${own.qr_code}`)
  expect(packed.body).toMatchObject({ package_id: own.id, total_packages: 1 })
  const out = await tenant.send(`DELETE /api/v1/bags/${bag_id}/packages/${own.qr_code}`)
  expect(out.body).toMatchObject({ package_id: own.id, total_packages: 0 })
  for (const code of [theirs.qr_code, 'PKG-0000000000', `PKG-${'A'.repeat(3000)}`]) {
    const { status, body } = await tenant.send(`GET /api/v1/packages/${code}`)
    expect([status, body.detail]).toEqual([404, 'Package not found'])
  }
})
