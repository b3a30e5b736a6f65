import { expect, inject, test } from 'vitest'
import { courierApi } from '../../shared/client/api.ts'
import { CourierError, unwrap } from '../../shared/client/http/errors.ts'
import { newTenant } from '../support/api/tenant.ts'

const baseUrl = inject('url')
const body = {
  sender_name: 'Anna',
  sender_phone: '+79161234567',
  recipient_name: 'Giorgi',
  recipient_phone: '+995599123456',
  origin: 'Moscow',
  destination: 'Tbilisi',
  weight: 2.5,
}

/** A client of the running service, which gets the given tokens in order. Records refused tokens and sent headers. */
function client(...tokens: (string | undefined)[]) {
  const asked: (string | undefined)[] = []
  const sent: (string | null)[] = []
  const api = courierApi({
    baseUrl,
    token: (refused) => {
      asked.push(refused)
      return tokens[asked.length - 1]
    },
    fetch: (request) => {
      sent.push(request.headers.get('authorization'))
      return fetch(request)
    },
  })
  return { api, asked, sent }
}

test('the client books and reads a shipment with types that are generated from the routes', async () => {
  const { token } = await newTenant()
  const { api } = client(token, token, token)
  const { data: booked } = await api.POST('/api/v1/shipments', { body })
  const { data, response } = await api.GET('/api/v1/shipments/{id}', { params: { path: { id: booked!.id } } })
  expect(data).toEqual(booked)
  expect(response.headers.get('etag')).toBe('"1"')
  const status: 'RECEIVED' | undefined = data?.status === 'RECEIVED' ? data.status : undefined
  expect(status).toBe('RECEIVED')
})

test('the client returns an error response instead of throwing', async () => {
  const { token } = await newTenant()
  const { data, error, response } = await client(token).api.GET('/api/v1/shipments/{id}', {
    params: { path: { id: 'none' } },
  })
  expect([data, response.status]).toEqual([undefined, 404])
  expect(error).toMatchObject({ detail: 'Shipment not found' })
})

test('after a 401, the client requests a new token once and resends the whole body', async () => {
  const { token } = await newTenant()
  const { api, asked, sent } = client('expired', token)
  const { data } = await api.POST('/api/v1/shipments', { body })
  expect(data?.status).toBe('RECEIVED')
  expect(asked).toEqual([undefined, 'expired'])
  expect(sent).toEqual(['Bearer expired', `Bearer ${token}`])
})

test.each([
  ['the second token is refused too', ['expired', 'expired too', 'never requested'], 2],
  ['no other token is available', ['expired', undefined], 1],
  ['the second token equals the first', ['expired', 'expired'], 1],
  ['the first request has no token', [undefined, 'never requested'], 1],
])('the client returns the 401 if %s', async (_, tokens, requests) => {
  const { api, sent } = client(...tokens)
  const { error, response } = await api.GET('/api/v1/shipments')
  expect(response.status).toBe(401)
  expect(error).toHaveProperty('detail')
  expect(sent).toHaveLength(requests)
})

test('the client sends a streamed body only once', async () => {
  const { api, sent } = client('expired', 'never requested')
  const stream = new Blob([JSON.stringify(body)]).stream()
  const { response } = await api.POST('/api/v1/shipments', {
    body,
    bodySerializer: () => stream,
    duplex: 'half',
  })
  expect(response.status).toBe(401)
  expect(sent).toEqual(['Bearer expired'])
})

test('a client without a token can call public routes', async () => {
  const { api, sent } = client()
  const { response } = await api.GET('/api/v1/track/{tracking_id}', {
    params: { path: { tracking_id: 'TRK-00000000000000' } },
  })
  expect(response.status).toBe(404)
  expect(sent).toEqual([null])
})

test.each(['application/json', 'application/problem+json'])(
  'refused input has the code invalid and its issues, as %s',
  async (Accept) => {
    const { token } = await newTenant()
    const { sender_name: _, ...incomplete } = body
    const shipment = incomplete as typeof body
    const request = client(token).api.POST('/api/v1/shipments', { body: shipment, headers: { Accept } })
    const error: unknown = await unwrap(request).catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(CourierError)
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: 'sender_name: Field required',
      issues: [{ loc: ['body', 'sender_name'], msg: 'Field required' }],
    })
  },
)
