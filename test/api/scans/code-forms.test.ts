import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newParcel, newTenant, openBag, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { findOf } from '../../support/routes/records.ts'
import { waiting } from '../handovers/handovers.fixture.ts'
import { depart, flown, found, open } from './unloading.fixture.ts'

// Each operation that takes a scanned code understands it as scanners and people give it.
let tenant: Tenant
let warehouse_id: string
beforeAll(async () => {
  tenant = await newTenant()
  warehouse_id = (await openWarehouse(tenant)).id
})

interface Labelled {
  id: string
  qr_code: string
  qr_data: { t: string; i: string; c: string; v: number }
}
/** What a Russian keyboard layout makes of the keys that a scanner presses. */
const keys = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const letters = 'йцукенгшщзхъфывапролджэячсмитьбюЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'
const inRussian = (text: string) => Array.from(text, (sign) => letters[keys.indexOf(sign)] ?? sign).join('')

const codeForms = ({ qr_code }: Labelled) => [
  `]C1${qr_code}\r\n`,
  `\u0002${qr_code.toLowerCase().replace('-', '_')}\u0003`,
  `\uFEFF ${qr_code.slice(0, 8)}\u00A0${qr_code.slice(8)}`,
  inRussian(qr_code),
]
const labelForms = ({ qr_data }: { qr_data: Labelled['qr_data'] }) => {
  const text = JSON.stringify(qr_data)
  const capitals = { ...qr_data, i: qr_data.i.toUpperCase(), c: qr_data.c.toUpperCase() }
  return [`]Q1${text}`, `${text}\u001E\u0004`, JSON.stringify(capitals), text.toUpperCase(), inRussian(text)]
}
const forms = (of: Labelled) => [...codeForms(of), ...labelForms(of)]
const parcel = (): Promise<Labelled> => newParcel(tenant)

const scanOf = (qr_code: string) => ({ qr_code, warehouse_id, event_type: 'PACKAGE_SCANNED' })

test('a scan event, alone and in a batch', async () => {
  const one = await parcel()
  for (const qr_code of forms(one)) {
    const { status, body } = await tenant.send('POST /api/v1/scan-event', { body: scanOf(qr_code) })
    expect([qr_code, status, body.package_id]).toEqual([qr_code, 200, one.id])
  }
  const events = forms(one).map((qr_code) => ({
    ...scanOf(qr_code),
    scan_id: randomUUID(),
    occurred_at: new Date().toISOString(),
  }))
  const { body } = await tenant.send('POST /api/v1/scan-events/batch', { body: { device_id: 'x', events } })
  for (const result of body.results) expect(result.body.package_id).toBe(one.id)
})

test('a bag’s label', async () => {
  const bag = await openBag(tenant)
  for (const qr_code of labelForms(bag)) {
    const scanned = { ...scanOf(qr_code), event_type: 'BAG_TAKEN_OVER' }
    const { status, body } = await tenant.send('POST /api/v1/scan-event', { body: scanned })
    expect([qr_code, status, body.bag_id]).toEqual([qr_code, 200, bag.id])
  }
})

test('packing: each form names the package, which is packed once', async () => {
  const [bag, one] = [await openBag(tenant), await parcel()]
  const { body } = await tenant.send(`POST /api/v1/bags/${bag.id}/packages`, { body: { qr_codes: forms(one) } })
  expect([body.refused, body.package_ids, body.total_packages]).toEqual([[], [one.id], 1])
})

test('an unloading and its finds', async () => {
  const { bag, packages } = await flown(tenant, 1)
  const { qr_data } = (await tenant.send(`GET /api/v1/bags/${bag}`)).body
  const opened = await open(tenant, bag, { bag_id: undefined, qr_code: labelForms({ qr_data })[4] })
  expect(opened.body.bag_id).toBe(bag)
  const finds = forms(packages[0]).map((code) => findOf(code))
  for (const { body } of await found(tenant, opened.body.id, finds)) expect(body.outcome).toBe('FOUND')
  const another = await openBag(tenant)
  await tenant.send(`POST /api/v1/bags/${another.id}/packages/${(await parcel()).id}`)
  await depart(tenant, another.id)
  expect((await open(tenant, '', { bag_id: undefined, qr_code: labelForms(another)[2] })).body.bag_id).toBe(
    another.id,
  )
})

test('a hand-over and a case', async () => {
  const { parcels, handOver } = await waiting(tenant)
  const qr_codes = forms(parcels[0])
  const opened = await tenant.send('POST /api/v1/cases', { body: { kind: 'DAMAGE', qr_codes } })
  expect(opened.body.package_ids).toEqual([parcels[0].id])
  const { status, body } = await handOver({ package_ids: [], qr_codes })
  expect([status, body.package_ids]).toEqual([201, [parcels[0].id]])
})

test('a search and a path', async () => {
  const one: any = await parcel()
  for (const code of codeForms(one)) {
    const query = new URLSearchParams({ package_code: code }).toString()
    const listed = (await tenant.send(`GET /api/v1/shipments?${query}`)).body
    expect(listed.map(({ id }: any) => id)).toEqual([one.shipment_id])
    const at = `GET /api/v1/packages/${encodeURIComponent(code)}`
    expect((await tenant.send(at)).body.id).toBe(one.id)
  }
})

test('what two keyboard layouts give different codes for names no package', async () => {
  const { status } = await tenant.send('POST /api/v1/scan-event', { body: scanOf('КМ00000000') })
  expect(status).toBe(404)
})
