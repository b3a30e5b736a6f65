import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { newTenant } from '../../support/api/tenant.ts'

// Problem details (RFC 9457) for clients that accept them, next to the errors of the interface.
const accept = 'application/problem+json'

test('an error is a problem for a client that accepts problems, and has its usual form for others', async () => {
  const { send } = await newTenant()
  const key = 'GET /api/v1/shipments/0192f3a4-5b6c-7d8e-9f01-23456789abcd'
  const { status, headers, body } = await send(key, { headers: { accept } })
  expect([status, headers['content-type']]).toEqual([404, accept])
  expect(body).toEqual({
    type: '/docs/errors#not_found',
    title: 'Not Found',
    status: 404,
    detail: 'Shipment not found',
    code: 'not_found',
    reason: 'shipment_not_found',
    params: {},
  })
  for (const other of ['application/json', '*/*', `${accept};q=0`]) {
    const usual = await send(key, { headers: { accept: other } })
    expect(usual.headers['content-type'], other).toBe('application/json')
    expect(usual.body).toEqual({
      detail: 'Shipment not found',
      code: 'not_found',
      reason: 'shipment_not_found',
      params: {},
    })
  }
})

test('a problem with the input lists every fault', async () => {
  const { send } = await newTenant()
  const { status, body } = await send('POST /api/v1/warehouses', { headers: { accept }, body: {} })
  expect([status, body.type, body.code]).toEqual([422, '/docs/errors#invalid', 'invalid'])
  expect(body.errors).toContainEqual({ loc: ['body', 'name'], msg: 'Field required', type: 'missing' })
  expect(body.detail).toContain('body.name: Field required')
})

test('public tracking, sign-in and unknown paths answer with problems too', async () => {
  const call = caller()
  const keys = ['GET /api/v1/track/TRK-NONE', 'GET /api/v1/users/me', 'PUT /', 'GET /nowhere']
  const answers = await Promise.all(keys.map((key) => call(key, { headers: { accept }, contract: false })))
  expect(answers.map(({ status, body }) => [status, body.status, body.type])).toEqual([
    [404, 404, '/docs/errors#not_found'],
    [401, 401, '/docs/errors#unauthenticated'],
    [405, 405, '/docs/errors#method_not_allowed'],
    [404, 404, '/docs/errors#not_found'],
  ])
})

test('a success is not changed', async () => {
  const { send } = await newTenant()
  const { status, headers } = await send('GET /api/v1/users/me/sessions', { headers: { accept } })
  expect([status, headers['content-type']]).toEqual([200, 'application/json'])
})
