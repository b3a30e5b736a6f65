import { beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { read } from './labels.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

describe('a bag', () => {
  test('has a label with a valid QR code', async () => {
    const bag = await openBag(tenant)
    for (const format of ['png', 'pdf'] as const) {
      const { bytes } = await tenant.send(`GET /api/v1/bags/${bag.id}/label?format=${format}`)
      const { qr } = await read[format](bytes)
      const scanned = await tenant.send('POST /api/v1/scans', { body: { qr_data: JSON.parse(qr ?? '{}') } })
      expect(scanned.body).toMatchObject({ validation_result: 'valid', entity_id: bag.id })
    }
  })

  test('has a label with its weight, its flight, courier, tag and warehouse as far as they are known', async () => {
    const bag = await openBag(tenant)
    const linesOf = async () =>
      (await read.pdf((await tenant.send(`GET /api/v1/bags/${bag.id}/label`)).bytes)).text[0]!.trim().split(
        '\n',
      )
    const headings = ['FLIGHT', 'TAG', 'COURIER', 'WAREHOUSE']
    const empty = await linesOf()
    expect(empty).toEqual(
      expect.arrayContaining([`${bag.origin} → ${bag.destination}`, bag.label, '0 packages', '0 kg']),
    )
    expect(empty.filter((line) => headings.includes(line))).toEqual(['WAREHOUSE'])
    const one = await newParcel(tenant, { weight: 2.5 })
    await pack(tenant, bag.id, one.id)
    const act = async (key: string, body?: object) =>
      expect((await tenant.send(key, body && { body })).status, key).toBe(200)
    const [courier, flight] = [await addCourier(tenant), await schedule(tenant)]
    const path = `/api/v1/bags/${bag.id}`
    await act(`POST ${path}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    await act(`PUT ${path}/seal`)
    await act(`PUT ${path}/checkin`, {
      airline_tag_code: '0555123456',
      airline: 'Aeroflot',
      flight_number: 'SU1234',
    })
    const texts = ['1 package', '2.5 kg', 'SU1234 Aeroflot', '0555123456', courier.full_name]
    expect(await linesOf()).toEqual(expect.arrayContaining([...texts, ...headings]))
  })

  test('has a manifest of all its packages, as a PDF of several pages and as CSV', async () => {
    const bag = await openBag(tenant)
    const inside: any[] = []
    for (let n = 0; n < 45; n++) {
      const shipment =
        n % 9 === 0
          ? await book(tenant, { recipient_name: `=SUM(A${n})`, description: 'a "gift", small' })
          : inside.at(-1).shipment
      const one = await add(tenant, shipment.id, {
        description: n % 5 === 4 ? 'W'.repeat(2000) : '',
        weight: 0.25,
      })
      await pack(tenant, bag.id, one.id)
      inside.push({ ...one, shipment })
    }
    const { bytes } = await tenant.send(`GET /api/v1/bags/${bag.id}/manifest`)
    const { pages, text, millimetres } = await read.pdf(bytes)
    expect({ pages, millimetres }).toEqual({ pages: 2, millimetres: [210, 297] })
    expect(text[0]).toContain('45 packages, 11.25 kg')
    for (const { qr_code } of inside) expect(text.join('')).toContain(qr_code)

    const csv = await tenant.send(`GET /api/v1/bags/${bag.id}/manifest?format=csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = csv.text.split('\r\n')
    expect(lines).toHaveLength(47)
    expect(lines[0]).toBe(
      '\uFEFFqr_code,tracking_id,recipient_name,destination,description,category,status,weight_kg',
    )
    const { qr_code, shipment } = inside[0]
    expect(lines[1]).toBe(
      `${qr_code},${shipment.tracking_id},'=SUM(A0),TBS,"a ""gift"", small",general,ASSIGNED_TO_BAG,0.25`,
    )
  })

  test('has a manifest that names goods without a description as customs read it', async () => {
    const bag = await openBag(tenant)
    const shipment = await book(tenant, { description: '' })
    await pack(tenant, bag.id, (await add(tenant, shipment.id, { description: '' })).id)
    const { bytes } = await tenant.send(`GET /api/v1/bags/${bag.id}/manifest`)
    const [text = ''] = (await read.pdf(bytes)).text
    expect(text).toContain('General goods')
    expect(text).not.toContain('general')
  })

  test('without packages has an empty manifest', async () => {
    const bag = await openBag(tenant)
    const { text } = await tenant.send(`GET /api/v1/bags/${bag.id}/manifest?format=csv`)
    expect(text.split('\r\n')).toHaveLength(2)
    const { bytes } = await tenant.send(`GET /api/v1/bags/${bag.id}/manifest`)
    expect((await read.pdf(bytes)).text[0]).toContain('0 packages, 0 kg')
  })
})
