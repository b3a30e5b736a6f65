import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { qrSigner, type QrData } from '../../../shared/domain/kernel/qr.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  pack,
  scan,
  schedule,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'

// The validation results of scanned labels.
let [own, other]: Tenant[] = []
let sign: (t: string, i: string) => QrData
beforeAll(async () => {
  ;[own, other] = await Promise.all([newTenant(), newTenant()])
  const { runtime } = inProcess()
  sign = (await runtime.secret('qr', qrSigner)) as typeof sign
})
const parcel = async (tenant: Tenant) => newParcel(tenant)
const forged = (label: QrData): QrData => ({
  ...label,
  c: label.c.replace(/^./, (c) => (c === '0' ? '1' : '0')),
})
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('a valid label', () => {
  test('of a package returns the package, and the scan record has all fields of the request', async () => {
    const pkg = await parcel(own!)
    const fields = {
      latitude: -41.5,
      longitude: 180,
      location_accuracy: 0,
      app_version: '2.4.1',
      platform: 'ios',
    }
    const scanned = await scan(own!, pkg.qr_data, fields)
    const { user } = own!
    expect(scanned).toEqual({
      id: expect.any(String),
      tenant_id: user.tenant_id,
      user_id: user.id,
      validation_result: 'valid',
      hmac_valid: true,
      entity_type: 'pkg',
      entity_id: pkg.id,
      error_message: null,
      scanned_text: null,
      entity: {
        tenant_id: user.tenant_id,
        type: 'package',
        qr_code: pkg.qr_code,
        weight: 1.2,
        status: 'CREATED',
      },
      ...fields,
      reviewed: false,
      reviewed_by: null,
      reviewed_at: null,
      review_note: null,
      review_verdict: null,
      created_at: timestamp,
    })
    const read = await own!.send(`GET /api/v1/scans/${scanned.id}`)
    expect([read.body, read.headers.etag]).toEqual([scanned, '"1"'])
  })

  test('of a bag or of a package in it returns the current status at each scan', async () => {
    const [bag, pkg] = [await openBag(own!, { label: 'MOW-7' }), await parcel(own!)]
    const entity = async (label: QrData) => {
      const { validation_result, entity } = await scan(own!, label)
      expect(validation_result).toBe('valid')
      return [entity.type, entity.qr_code, entity.weight, entity.status]
    }
    expect(await entity(bag.qr_data)).toEqual(['bag', 'MOW-7', 0, 'OPEN'])
    await pack(own!, bag.id, pkg.id)
    const flight_id = (await schedule(own!)).id
    const body = { courier_id: (await addCourier(own!)).id, flight_id }
    await own!.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })
    expect(await entity(pkg.qr_data)).toEqual(['package', pkg.qr_code, 1.2, 'ASSIGNED_TO_BAG'])
    const checkin = { airline_tag_code: '1', airline: 'Aeroflot', flight_number: 'SU1' }
    await own!.send(`PUT /api/v1/bags/${bag.id}/checkin`, { body: checkin })
    await own!.send(`PUT /api/v1/flights/${flight_id}`, { body: { status: 'DEPARTED' } })
    expect(await entity(bag.qr_data)).toEqual(['bag', 'MOW-7', 1.2, 'IN_TRANSIT'])
    expect(await entity(pkg.qr_data)).toEqual(['package', pkg.qr_code, 1.2, 'IN_TRANSIT'])
  })
})

describe('a forged label', () => {
  const shape = ({ id: _id, entity_id: _entity, created_at: _created, ...rest }: any) => rest
  test('is hmac_invalid, with the same response whether its package is the tenant’s own, another’s, or unknown', async () => {
    const labels = [(await parcel(own!)).qr_data, (await parcel(other!)).qr_data, sign('pkg', randomUUID())]
    const scans = []
    for (const label of labels) scans.push(await scan(own!, forged(label)))
    for (const [n, scanned] of scans.entries()) {
      expect(scanned).toMatchObject({
        validation_result: 'hmac_invalid',
        hmac_valid: false,
        entity_type: 'pkg',
      })
      expect(scanned.entity_id).toBe(labels[n]!.i)
      expect(scanned).not.toHaveProperty('entity')
      expect(JSON.stringify(shape(scanned))).toBe(JSON.stringify(shape(scans[0])))
    }
  })

  test('includes one with a missing or malformed signature or key number', async () => {
    const { qr_data } = await parcel(own!)
    const { c, v } = qr_data
    const odd = [null, '', 0, {}, [], true, 1.5, '1', `0${c}`, [c], `${c} `, -1, 999, 'constructor']
    const claims = [...odd.filter((value) => value !== c).map((c) => ({ c })), ...odd.map((v) => ({ v }))]
    for (const claim of [...claims, { c: undefined }, { v: undefined }, { v: `${v}` }])
      expect((await scan(own!, { ...qr_data, ...claim })).validation_result, JSON.stringify(claim)).toBe(
        'hmac_invalid',
      )
    expect((await scan(own!, { ...qr_data, more: 'fields' })).validation_result).toBe('valid')
  })

  test('is the same in capitals, of which nothing is accepted as another', async () => {
    const { qr_data } = await parcel(own!)
    const capitals = (label: QrData) => ({ ...label, i: label.i.toUpperCase(), c: label.c.toUpperCase() })
    expect((await scan(own!, capitals(forged(qr_data)))).validation_result).toBe('hmac_invalid')
    for (const label of [capitals(qr_data), { ...qr_data, t: 'PKG' }, `]Q1${JSON.stringify(qr_data)}\r\n`])
      expect(await scan(own!, label)).toMatchObject({
        validation_result: 'valid',
        entity_type: 'pkg',
        entity_id: qr_data.i,
      })
    expect((await scan(own!, `]Q1${JSON.stringify(forged(qr_data))}`)).validation_result).toBe('hmac_invalid')
  })
})

describe('a QR code that is not a label', () => {
  test.each([
    ['null', null, null, null],
    ['text', '{"t":"pkg"}', null, null],
    ['number', 7, null, null],
    ['list', ['pkg', 'x'], null, null],
    ['empty object', {}, null, null],
    ['no t', { i: 'x', c: 'y', v: 1 }, null, 'x'],
    ['empty t', { t: '', i: 'x' }, null, 'x'],
    ['t of another type', { t: 5, i: 'x' }, null, 'x'],
    ['no i', { t: 'pkg' }, 'pkg', null],
    ['empty i', { t: 'pkg', i: '' }, 'pkg', null],
    ['long i', { t: 'pkg', i: 'x'.repeat(101) }, 'pkg', null],
    ['i with NUL', { t: 'pkg', i: 'a\0b' }, 'pkg', null],
    ['i of half a character', { t: 'pkg', i: '\ud800' }, 'pkg', null],
  ])('is stored with the result qr_decode_error: %s', async (_what, qr_data, entity_type, entity_id) => {
    const scanned = await scan(other!, qr_data)
    const result = { validation_result: 'qr_decode_error', hmac_valid: false, entity_type, entity_id }
    expect(scanned).toMatchObject(result)
    expect(scanned.error_message).toMatch(/./)
    expect(scanned.scanned_text).toBe(typeof qr_data === 'string' ? qr_data : null)
    expect(scanned).not.toHaveProperty('entity')
    expect((await other!.send(`GET /api/v1/scans/${scanned.id}`)).body).toEqual(scanned)
  })

  test('keeps the first 100 characters of what was read, without marks of direction', async () => {
    const { scanned_text } = await scan(other!, `\u202E${'x'.repeat(99)}😀${'y'.repeat(500)}`)
    expect(scanned_text).toBe(`${'x'.repeat(99)}\uFFFD`)
  })

  test('may be nested too deeply for JSON.stringify', async () => {
    const raw = `{"qr_data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const { status, body } = await other!.send('POST /api/v1/scans', { raw, headers })
      expect([status, body.validation_result]).toEqual([201, 'qr_decode_error'])
    }
  })

  test('may have fields of up to 100 characters', async () => {
    const { validation_result } = await scan(other!, { t: 'x'.repeat(100), i: 'y'.repeat(100) })
    expect(validation_result).toBe('hmac_invalid')
  })

  test('is required, and so is a valid id', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await own!.send('POST /api/v1/scans', { body })
      return [status, ...answer.detail.flatMap(({ loc, type }: any) => [loc.join('.'), type])]
    }
    expect(await refused({})).toEqual([422, 'body.qr_data', 'missing'])
    expect(await refused({ qr_data: {}, scan_id: 'x' })).toEqual([422, 'body.scan_id', expect.any(String)])
  })

  test.for([
    ['latitude', 90.1, 'At most 90'],
    ['longitude', 180.000_000_1, 'At most 180'],
    ['location_accuracy', -1, 'At least 0'],
    ['app_version', 'x'.repeat(101), 'At most 100 characters'],
    ['platform', 5, 'expected string'],
    ['platform', 'nul\0', 'valid Unicode'],
  ] as const)(
    'is saved without a %s that cannot be used, which is named (%s)',
    async ([field, wrong, reason]) => {
      const pkg = await parcel(own!)
      const others = { latitude: 41.5, longitude: 44.8, app_version: '2.4.1' }
      const body = { qr_data: pkg.qr_data, scan_id: randomUUID(), ...others, [field]: wrong }
      const { status, body: saved } = await own!.send('POST /api/v1/scans', { body })
      expect(status).toBe(201)
      expect(saved).toMatchObject({ validation_result: 'valid', ...others, [field]: null })
      expect(saved.warnings).toEqual([expect.stringMatching(new RegExp(`^${field}: .*${reason}`))])
      expect((await own!.send('POST /api/v1/scans', { body })).body, 'repeated').toEqual(saved)
      expect((await own!.send(`GET /api/v1/scans/${saved.id}`)).body.warnings).toEqual(saved.warnings)
    },
  )

  test('may come with coordinates below DynamoDB’s smallest number, which are stored as 0', async () => {
    const pkg = await parcel(own!)
    const place = { latitude: -5e-324, longitude: 9.9e-131, location_accuracy: 1e-130 }
    const scanned = await scan(own!, pkg.qr_data, place)
    expect(scanned).toMatchObject({ latitude: 0, longitude: 0, location_accuracy: 1e-130 })
  })
})

describe('a label with a valid signature', () => {
  const resultsOf = async (label: QrData) => {
    const [ownScan, otherScan] = [await scan(own!, label), await scan(other!, label)]
    for (const scanned of [ownScan, otherScan]) {
      expect([scanned.hmac_valid, scanned.entity_type, scanned.entity_id]).toEqual([true, label.t, label.i])
      expect('entity' in scanned).toBe(scanned.validation_result === 'valid')
    }
    return [ownScan.validation_result, otherScan.validation_result]
  }
  const notFound = ['entity_not_found', 'entity_not_found']

  test('is of the wrong tenant elsewhere, and not found in any tenant once its package or bag was deleted', async () => {
    const [pkg, bag] = [await parcel(own!), await openBag(own!)]
    for (const [label, path] of [
      [pkg.qr_data, `packages/${pkg.id}`],
      [bag.qr_data, `bags/${bag.id}`],
    ] as const) {
      expect(await resultsOf(label)).toEqual(['valid', 'wrong_tenant'])
      expect((await own!.send(`DELETE /api/v1/${path}`)).status).toBe(200)
      expect(await resultsOf(label)).toEqual(notFound)
    }
  })

  test('is not found in any tenant once its shipment was deleted', async () => {
    const { id } = await book(own!)
    const { qr_data } = await add(own!, id)
    expect(await resultsOf(qr_data)).toEqual(['valid', 'wrong_tenant'])
    expect((await own!.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
    expect(await resultsOf(qr_data)).toEqual(notFound)
  })

  test('is not found if its id or type is unknown', async () => {
    for (const [t, i] of [
      ['pkg', randomUUID()],
      ['bag', (await parcel(own!)).id],
      ['pkg', 'no id'],
      ['box', (await parcel(own!)).id],
      ['__proto__', 'x'],
    ] as const)
      expect(await resultsOf(sign(t, i)), t).toEqual(notFound)
  })
})
