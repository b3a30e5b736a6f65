import { expect, inject, test } from 'vitest'
import { courierApi } from '../../shared/client/api.ts'
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

/** A client of the running service, the tokens that it was given one after the other, and what it sent. */
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

test('a shipment is booked and read by types that follow from the routes', async () => {
  const { token } = await newTenant()
  const { api } = client(token, token, token)
  const { data: booked } = await api.POST('/api/v1/shipments', { body })
  const { data, response } = await api.GET('/api/v1/shipments/{id}', { params: { path: { id: booked!.id } } })
  expect(data).toEqual(booked)
  expect(response.headers.get('etag')).toBe('"1"')
  const status: 'RECEIVED' | undefined = data?.status === 'RECEIVED' ? data.status : undefined
  expect(status).toBe('RECEIVED')
})

test('a refusal is an answer', async () => {
  const { token } = await newTenant()
  const { data, error, response } = await client(token).api.GET('/api/v1/shipments/{id}', {
    params: { path: { id: 'none' } },
  })
  expect([data, response.status]).toEqual([undefined, 404])
  expect(error).toMatchObject({ detail: 'Shipment not found' })
})

test('a token that is refused is replaced once, and the body is sent again whole', async () => {
  const { token } = await newTenant()
  const { api, asked, sent } = client('expired', token)
  const { data } = await api.POST('/api/v1/shipments', { body })
  expect(data?.status).toBe('RECEIVED')
  expect(asked).toEqual([undefined, 'expired'])
  expect(sent).toEqual(['Bearer expired', `Bearer ${token}`])
})

test.each([
  ['the next is refused too', ['expired', 'expired too', 'never asked for'], 2],
  ['there is no other', ['expired', undefined], 1],
  ['the other is the same', ['expired', 'expired'], 1],
  ['there was none to connect with', [undefined, 'never asked for'], 1],
])('where %s, the 401 is the answer', async (_, tokens, requests) => {
  const { api, sent } = client(...tokens)
  const { error, response } = await api.GET('/api/v1/shipments')
  expect(response.status).toBe(401)
  expect(error).toHaveProperty('detail')
  expect(sent).toHaveLength(requests)
})

test('a body that is a stream is sent once', async () => {
  const { api, sent } = client('expired', 'never asked for')
  const stream = new Blob([JSON.stringify(body)]).stream()
  const { response } = await api.POST('/api/v1/shipments', {
    body,
    bodySerializer: () => stream,
    ...{ duplex: 'half' },
  })
  expect(response.status).toBe(401)
  expect(sent).toEqual(['Bearer expired'])
})

test('without a token anybody may ask what is for anybody', async () => {
  const { api, sent } = client()
  const { response } = await api.GET('/api/v1/track/{tracking_id}', {
    params: { path: { tracking_id: 'TRK-00000000000000' } },
  })
  expect(response.status).toBe(404)
  expect(sent).toEqual([null])
})
