import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { shipments } from '../../../shared/domain/shipments/record.ts'
import { readCodes } from '../../support/api/codes.ts'
import { read } from './labels.fixture.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import {
  add,
  book,
  exampleOf,
  newTenant,
  openBag,
  openWarehouse,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** Names in several scripts, very long texts, and texts that attempt an injection. */
const parcels = {
  latin: { recipient_name: 'Giorgi Beridze', origin: 'Moscow', destination: 'Tbilisi' },
  georgian: { recipient_name: 'გიორგი ბერიძე', recipient_address: 'რუსთაველის 12, თბილისი' },
  cyrillic: { recipient_name: 'Анна Петрова', recipient_address: 'Тверская 1, Москва' },
  arabic: { recipient_name: 'محمد الأحمد', recipient_address: 'شارع الملك ١٢' },
  long: { recipient_name: 'W'.repeat(200), recipient_address: 'ж'.repeat(500), origin: 'A'.repeat(200) },
  markup: { recipient_name: '<script>"&\'</script>', recipient_address: '^XZ~JA_5E^FS', sender_name: '=cmd()' },
  devanagari: { recipient_name: 'श्रीकृष्ण द्विवेदी', recipient_address: 'लाजपत नगर, नई दिल्ली' },
  'a letter that no font has': { recipient_name: '李明 🎁', recipient_address: '北京' },
}

describe.each(Object.entries(parcels))('a label for %s', (_name, fields) => {
  let parcel: any, shipment: any
  beforeAll(async () => {
    shipment = await book(tenant, fields)
    parcel = await add(tenant, shipment.id, { weight: 2.5 })
  })
  const label = async (format: string) => {
    const answer = await tenant.send(`GET /api/v1/packages/${parcel.id}/label?format=${format}`)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const expectValid = async (qr: string | undefined) => {
    const scanned = await tenant.send('POST /api/v1/scans', { body: { qr_data: JSON.parse(qr ?? '{}') } })
    expect(scanned.body).toMatchObject({ validation_result: 'valid', entity_id: parcel.id })
  }

  test('is 800 × 1200 dots as PNG, with codes that are readable and valid', async () => {
    const { bytes, headers } = await label('png')
    expect(headers['content-type']).toBe('image/png')
    const { qr, code128, ...size } = await read.png(bytes)
    expect(size).toEqual({ width: 800, height: 1200 })
    expect(code128).toBe(parcel.qr_code)
    await expectValid(qr)
  })

  test('is 100 × 150 mm as PDF, with codes that are readable and valid when printed', async () => {
    const { bytes } = await label('pdf')
    const { qr, code128, millimetres, pages, text } = await read.pdf(bytes)
    expect(code128).toBe(parcel.qr_code)
    expect({ millimetres, pages }).toEqual({ millimetres: [100, 150], pages: 1 })
    expect(text[0]).toContain(parcel.qr_code)
    expect(text[0]).toContain(shipment.tracking_id)
    expect(text[0]).toContain('2.5 kg')
    await expectValid(qr)
  })

  test('contains only shapes as SVG, and no scripts', async () => {
    const { text } = await label('svg')
    expect(text).toMatch(/^<svg [^>]*viewBox="0 0 100 150">/)
    expect(new Set([...text.matchAll(/<(\w+)/g)].map(([, tag]) => tag))).toEqual(
      new Set(['svg', 'rect', 'path', 'g']),
    )
  })

  test('is one label as ZPL, without injected commands', async () => {
    const { text } = await label('zpl')
    expect(text.match(/\^XA/g)).toHaveLength(1)
    expect(text.match(/\^XZ/g)).toHaveLength(1)
    expect(text).not.toContain('~JA')
    const [, code = ''] = /\^FDMA,(.+)\^FS/.exec(text) ?? []
    await expectValid(
      code.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    )
  })
})

test('in ZPL, letters that printers may lack are pictures, with the same dots as in PNG', async () => {
  const { id } = await add(
    tenant,
    (await book(tenant, { recipient_name: '李明', recipient_address: 'Rustaveli 12' })).id,
  )
  const label = (format: string) => tenant.send(`GET /api/v1/packages/${id}/label?format=${format}`)
  const [{ text }, { bytes }] = [await label('zpl'), await label('png')]
  expect(text).toContain('^FDRustaveli 12^FS')
  const [, left, top, rowBytes, hex = ''] =
    [...text.matchAll(/\^FO(\d+),(\d+)\^GFA,\d+,\d+,(\d+),([0-9A-F]+)\^FS/g)].at(-1) ?? []
  const bits = Buffer.from(hex, 'hex')
  const [width, png] = [Number(rowBytes) * 8, PNG.sync.read(bytes)]
  let [dark, different] = [0, 0]
  for (let dot = 0; dot < bits.length * 8; dot++) {
    const [x, y] = [Number(left) + (dot % width), Number(top) + Math.floor(dot / width)]
    const isDark = (bits[dot >> 3]! & (0x80 >> (dot & 7))) !== 0
    if (isDark) dark++
    if (isDark !== png.data[(y * png.width + x) * 4]! < 128) different++
  }
  expect(dark).toBeGreaterThan(500)
  // Rounding of its place to a whole dot moves edges.
  expect(different / dark).toBeLessThan(0.25)
})

test('what no font has is named where a shipment is booked, changed and read, and in the header of its label', async () => {
  const shipment = await book(tenant, { recipient_name: '李明 🎁', destination: '𐤀' })
  const warnings = [
    'recipient_name: U+1F381 has no glyph and is printed as a box',
    'destination: U+10900 has no glyph and is printed as a box',
  ]
  expect(shipment.warnings).toEqual(warnings)
  expect((await tenant.send(`GET /api/v1/shipments/${shipment.id}`)).body.warnings).toEqual(warnings)
  const { id } = await add(tenant, shipment.id)
  const label = () => tenant.send(`GET /api/v1/packages/${id}/label`)
  expect((await label()).headers['label-warnings']).toBe(warnings.join('; '))
  const body = { recipient_name: '李明', destination: 'Tbilisi' }
  const changed = await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body })
  expect(changed.body).not.toHaveProperty('warnings')
  expect((await label()).headers).not.toHaveProperty('label-warnings')
})

test('a text without room is cut, and the label says so', async () => {
  const { id } = await add(
    tenant,
    (await book(tenant, { recipient_name: 'W'.repeat(200), recipient_address: 'Ж'.repeat(500) })).id,
  )
  const { bytes, headers } = await tenant.send(`GET /api/v1/packages/${id}/label`)
  expect(headers['label-warnings']).toBe('recipient_address: has no room and is cut')
  const { text, qr, code128 } = await read.pdf(bytes)
  expect(text[0]).toContain('+995')
  expect([typeof qr, typeof code128]).toEqual(['string', 'string'])
})

test('a package’s label has its code as Code 128 between the QR code and the edge, at the same place in ZPL', async () => {
  const bag = await tenant.send(`GET /api/v1/bags/${(await openBag(tenant)).id}/label?format=zpl`)
  expect(bag.text).not.toContain('^BC')
  const { id, qr_code } = await newParcel(tenant)
  const label = (format: string) => tenant.send(`GET /api/v1/packages/${id}/label?format=${format}`)
  const codes = await readCodes((await label('png')).bytes)
  const [qr, barcode] = ['QRCode', 'Code128'].map((format) => codes.find((code) => code.format === format)!)
  // A module is two dots; quiet zones have ten modules of a Code 128 and four of a QR code.
  const [rule, letters] = [29 * 8 + 3, (92 - 8) * 8]
  expect(barcode!.top - rule).toBeGreaterThanOrEqual(20)
  expect(letters - barcode!.bottom).toBeGreaterThanOrEqual(20)
  expect(barcode!.left - qr!.right).toBeGreaterThanOrEqual(30)
  expect(barcode!.right).toBeLessThan(800 - 20)

  const [, x, y, module, height, code] =
    /\^FO(\d+),(\d+)\^BY(\d+)\^BCR,(\d+),N,N,N\^FH\^FD(.+)\^FS/.exec((await label('zpl')).text) ?? []
  expect(code).toBe(qr_code)
  // Subset B, which has each character as itself: 11 modules for each, the start and the check, and 13 for the stop.
  expect(code).toMatch(/^[\dA-Z-]+$/)
  const length = (11 * (String(qr_code).length + 2) + 13) * Number(module)
  const close = (value: number, to: number) => expect(Math.abs(value - to)).toBeLessThanOrEqual(4)
  close(barcode!.top, Number(y))
  close(barcode!.bottom, Number(y) + length)
  close(barcode!.right, Number(x) + Number(height))
  const scanned = await tenant.send('POST /api/v1/scan-event', {
    body: { qr_code: code, warehouse_id: (await openWarehouse(tenant)).id, event_type: 'PACKAGE_SCANNED' },
  })
  expect(scanned.status, scanned.text).toBe(200)
})

test('a label has the destination’s airport and city, and which of several packages it is when it is printed', async () => {
  const shipment = await book(tenant, { origin: 'Moscow', destination: 'Tbilisi' })
  const first = await add(tenant, shipment.id)
  const linesOf = async ({ id }: { id: string }) => {
    const { bytes } = await tenant.send(`GET /api/v1/packages/${id}/label`)
    return (await read.pdf(bytes)).text[0]!.trim().split('\n')
  }
  const alone = await linesOf(first)
  expect(alone).toEqual(expect.arrayContaining(['TBS', 'Tbilisi', 'SVO → TBS']))
  expect(alone.filter((line) => line.startsWith('of '))).toEqual([])
  const others = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  for (const [n, one] of [first, ...others].entries()) {
    const lines = await linesOf(one)
    expect(lines[lines.indexOf('of 3') - 1], lines.join()).toBe(`${n + 1}`)
  }
})

test('a label without a destination names no airport, which would be read as one', async () => {
  const { id } = await openWarehouse(tenant)
  const receive = { body: { ...exampleOf(ReceivedParcel), origin: 'Moscow' } }
  const { package_id } = (await tenant.send(`POST /api/v1/warehouse/${id}/receive`, receive)).body
  const { bytes } = await tenant.send(`GET /api/v1/packages/${package_id}/label`)
  expect((await read.pdf(bytes)).text[0]).not.toContain('SVO')
})

test('a long city is on two lines above the rule, and a place without an airport has the width', async () => {
  for (const destination of ['Saint Petersburg', 'Zhinvali village near Dusheti']) {
    const { id } = await add(tenant, (await book(tenant, { destination })).id)
    const { text } = await tenant.send(`GET /api/v1/packages/${id}/label?format=zpl`)
    const above = [...text.matchAll(/\^FO\d+,(\d+)\^A0N,(\d+),0\^FH\^FD(.+)\^FS/g)]
      .map(([, top, height, shown]) => ({ bottom: Number(top) + Number(height), shown: shown! }))
      .filter(({ bottom }) => bottom < 29 * 8)
    for (const word of destination.split(' ')) expect(above.map(({ shown }) => shown).join(' ')).toContain(word)
  }
})

test('in right-to-left text, numbers run from left to right', async () => {
  const addresses = {
    'شارع الملك ١٢': '١٢',
    'خیابان ۱۲/۳': '۱۲/۳',
    'רחוב הירקון 128': '128',
    'дом 12': '12',
    'شارع (فهد)': ')دهف(',
    'רחוב (א)': ')א(',
    'Street (A)': '(A)',
  }
  for (const [recipient_address, seen] of Object.entries(addresses)) {
    const { id } = await add(tenant, (await book(tenant, { recipient_address })).id)
    const { bytes } = await tenant.send(`GET /api/v1/packages/${id}/label`)
    expect(read.rows(bytes), recipient_address).toContainEqual(expect.stringContaining(seen))
  }
})

test('a label is a PDF by default, and the timeline records that it was printed', async () => {
  const { id } = await newParcel(tenant)
  const { headers } = await tenant.send(`GET /api/v1/packages/${id}/label`)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toMatch(/^inline; filename="PKG-\w{10}\.pdf"$/)
  const { body } = await tenant.send(`GET /api/v1/packages/${id}/events`)
  expect(body.map(({ event_type }: any) => event_type)).toEqual(['PACKAGE_CREATED', 'LABEL_PRINTED'])
  const wrong = await tenant.send(`GET /api/v1/packages/${id}/label?format=gif`)
  expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['query', 'format']])
})

test('a label that an operator reprints soon, or a viewer reads, adds no event to the timeline', async () => {
  const { id } = await newParcel(tenant)
  const tokens = await tokensOf(tenant.user.tenant_id)
  const print = (token?: string) =>
    tenant.send(`GET /api/v1/packages/${id}/label?format=zpl`, token === undefined ? {} : { token })
  await Promise.all(Array.from({ length: 8 }, () => print()))
  await print()
  await print(tokens.viewer)
  const { body } = await tenant.send(`GET /api/v1/packages/${id}/events`)
  expect(body.map(({ event_type }: any) => event_type)).toEqual(['PACKAGE_CREATED', 'LABEL_PRINTED'])
  await print(tokens.operator)
  expect((await tenant.send(`GET /api/v1/packages/${id}/events`)).body).toHaveLength(3)
})

test('an address of several lines is printed in full on two lines, without control characters', async () => {
  const { id: shipment } = await book(tenant)
  const { id } = await add(tenant, shipment)
  // As it was stored before control characters were refused.
  const recipient_address = 'Block 12, Flat 45,\n128 David Aghmashenebeli Avenue,\t\u001b0108 Tbilisi\u202e'
  const table = tableOn(testStore(), mintGrant(tenant.user.tenant_id))
  await testStore().commit([table.patchUnread(shipments, { id: shipment }, { set: { recipient_address } })])
  const { bytes } = await tenant.send(`GET /api/v1/packages/${id}/label`)
  expect((await read.pdf(bytes)).text[0]!.replace(/\s+/g, ' ')).toContain(
    'Block 12, Flat 45, 128 David Aghmashenebeli Avenue, 0108 Tbilisi',
  )
  const zpl = await tenant.send(`GET /api/v1/packages/${id}/label?format=zpl`)

  // oxlint-disable-next-line no-control-regex
  expect(zpl.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
})
