import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { book, exampleOf, newTenant, password, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const example = exampleOf(NewShipment)

describe('booking a shipment', () => {
  test('returns the whole shipment, RECEIVED and with a tracking id', async () => {
    const { status, body, headers } = await tenant.send('POST /api/v1/shipments', { body: example })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...example,
      status: 'RECEIVED',
      payment_status: 'PENDING',
      tenant_id: tenant.user.tenant_id,
      packages_count: 0,
      delivered_count: 0,
    })
    expect(body.tracking_id).toMatch(/^TRK-[0-9A-Z]{13}$/)
    expect(body.origin_company_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.etag).toBe('"1"')
    const read = await tenant.send(`GET /api/v1/shipments/${body.id}`)
    expect(read.body).toEqual(body)
    expect(read.headers.etag).toBe('"1"')
  })

  test('requires only fields without a default; null means missing, and unknown fields are ignored', async () => {
    const { sender_name, sender_phone, recipient_name, recipient_phone, origin, destination } = example
    const needed = {
      sender_name,
      sender_phone,
      recipient_name,
      recipient_phone,
      origin,
      destination,
      weight: 0,
    }
    const body = {
      ...needed,
      price: null,
      description: null,
      status: 'DELIVERED',
      id: randomUUID(),
      colour: 'red',
    }
    const booked = await tenant.send('POST /api/v1/shipments', { body })
    expect(booked.status).toBe(201)
    expect(booked.body).toMatchObject({
      ...needed,
      sender_address: '',
      recipient_address: '',
      description: '',
      price: 0,
      payment_status: 'PENDING',
      status: 'RECEIVED',
    })
    expect(booked.body.id).not.toBe(body.id)
    for (const field of Object.keys(needed)) {
      const { status, body: answer } = await tenant.send('POST /api/v1/shipments', {
        body: { ...needed, [field]: undefined },
      })
      expect([status, answer.detail]).toEqual([
        422,
        [{ loc: ['body', field], msg: 'Field required', type: 'missing' }],
      ])
    }
  })

  test('rounds the weight to grams and the price to cents', async () => {
    const booked = await book(tenant, { weight: 1.2345, price: 19.999 })
    expect([booked.weight, booked.price]).toEqual([1.235, 20])
  })

  test('accepts a body without Content-Type, and refuses other types, malformed JSON and bodies that are too large', async () => {
    const raw = JSON.stringify(example)
    const post = (raw: string, type: string) =>
      tenant.send('POST /api/v1/shipments', { raw, headers: { 'content-type': type } })
    expect((await post(raw, '')).status).toBe(201)
    expect((await post(raw, 'application/json; charset=utf-8')).status).toBe(201)
    expect((await post(raw, 'application/vnd.api+json')).status).toBe(201)
    expect((await post(raw, 'text/plain')).status).toBe(415)
    expect((await post(raw, 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post('{"weight":', 'application/json')).status).toBe(400)
    const odd = { ...example, sender_name: '__proto__' }
    const oddities = `,"__proto__":{"a":1},"constructor":{"prototype":1}}`
    const tolerated = await post(`\uFEFF${JSON.stringify(odd).slice(0, -1)}${oddities}`, 'application/json')
    expect([tolerated.status, tolerated.body.sender_name, tolerated.body.a]).toEqual([
      201,
      '__proto__',
      undefined,
    ])
    expect(
      (await post(JSON.stringify({ ...example, colour: 'x'.repeat(256 * 1024) }), 'application/json')).status,
    ).toBe(413)
    expect((await post('null', 'application/json')).body.detail).toMatchObject([
      { loc: ['body'], type: 'missing' },
    ])
    expect((await post('[]', 'application/json')).body.detail).toMatchObject([
      { loc: ['body'], type: 'dict_type' },
    ])
  })
})

describe('an Idempotency-Key', () => {
  test('books once and returns the same response again, for the same user and route', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await tenant.send('POST /api/v1/shipments', { body: example, headers })
    const again = await tenant.send('POST /api/v1/shipments', { body: example, headers })
    expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
    const other = await newTenant()
    const elsewhere = await other.send('POST /api/v1/shipments', { body: example, headers })
    expect(elsewhere.body.id).not.toBe(first.body.id)
  })

  test('is kept for exactly 24 hours, even if DynamoDB has not deleted its item yet', async () => {
    const { call, pass } = inProcess()
    const account = { email: `keys-${randomUUID()}@example.com`, password, tenant_name: 'T' }
    await call('POST /api/v1/auth/register', { body: account })
    const headers = { 'idempotency-key': randomUUID() }
    const signedIn = async () =>
      (await call('POST /api/v1/auth/login', { body: account })).body.access_token as string
    const post = async () => {
      const options = { body: example, headers, token: await signedIn() }
      const { status, body } = await call('POST /api/v1/shipments', options)
      expect(status).toBe(201)
      return body.id
    }
    const first = await post()
    pass(24 * 3600 - 1)
    expect(await post()).toBe(first)
    pass(1)
    const second = await post()
    expect(second).not.toBe(first)
    expect(await post()).toBe(second)
  })

  test('is refused with another body, or if it is too long or empty', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await tenant.send('POST /api/v1/shipments', { body: example, headers })
    const other = await tenant.send('POST /api/v1/shipments', { body: { ...example, weight: 9 }, headers })
    const detail = [{ loc: ['header', 'Idempotency-Key'] }]
    expect(other).toMatchObject({ status: 422, body: { detail } })
    for (const key of ['', 'k'.repeat(256)]) {
      const { status } = await tenant.send('POST /api/v1/shipments', {
        body: example,
        headers: { 'idempotency-key': key },
      })
      expect(status).toBe(422)
    }
  })
})

describe('changing a shipment', () => {
  test('changes the given fields, and ignores fields that cannot be changed', async () => {
    const shipment = await book(tenant)
    const change = {
      recipient_name: 'Nino',
      weight: 3.25,
      id: randomUUID(),
      tracking_id: 'TRK-1',
      tenant_id: 'x',
      created_at: 'x',
      price: null,
    }
    const { status, body, headers } = await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, {
      body: change,
    })
    expect(status).toBe(200)
    expect(body).toEqual({ ...shipment, recipient_name: 'Nino', weight: 3.25, updated_at: body.updated_at })
    expect(headers.etag).toBe('"2"')
    expect((await tenant.send(`GET /api/v1/shipments/${shipment.id}`)).body).toEqual(body)
  })

  test('to its current values, or without a body, changes nothing', async () => {
    const shipment = await book(tenant)
    for (const body of [shipment, {}, undefined, { status: 'RECEIVED', weight: 2.5 }]) {
      const {
        status,
        body: answer,
        headers,
      } = await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body })
      expect([status, headers.etag]).toEqual([200, '"1"'])
      expect(answer).toEqual(shipment)
    }
  })

  test('moves its status forward, also over a gap, and backward for a manager, but never from DELIVERED to RETURNED', async () => {
    const shipment = await book(tenant)
    const put = async (status: string) =>
      (await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body: { status } })).status
    expect(await put('IN_TRANSIT')).toBe(200)
    expect(await put('READY_FOR_PICKUP')).toBe(200)
    expect(await put('PREPARING')).toBe(200)
    expect(await put('DELIVERED')).toBe(200)
    expect(await put('RETURNED')).toBe(409)
    expect(await put('LOST')).toBe(422)
  })

  test('with If-Match succeeds only if the shipment has not changed since', async () => {
    const { id } = await book(tenant)
    const put = (match: string, description: string) =>
      tenant.send(`PUT /api/v1/shipments/${id}`, { body: { description }, headers: { 'if-match': match } })
    expect((await put('"1"', 'a')).headers.etag).toBe('"2"')
    const stale = await put('"1"', 'b')
    expect([stale.status, stale.headers.etag]).toEqual([412, '"2"'])
    expect((await put('W/"2"', 'b')).status).toBe(412)
    expect((await put('"7", "2"', 'b')).status).toBe(200)
    expect((await put('*', 'c')).status).toBe(200)
  })
})

describe('an unknown shipment', () => {
  test('gets 404, whether its id is unknown or malformed', async () => {
    for (const id of [randomUUID(), 'no-uuid', '%00', 'x'.repeat(300), 'null'])
      for (const method of ['GET', 'PUT']) {
        const { status, body } = await tenant.send(
          `${method} /api/v1/shipments/${id}`,
          method === 'PUT' ? { body: {} } : {},
        )
        expect([status, body.detail]).toEqual([404, 'Shipment not found'])
      }
  })
})
