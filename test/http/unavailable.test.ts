import type { Context } from 'aws-lambda'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { inProcess } from '../support/in-process/service.ts'
import { newTenant } from '../support/api/tenant.ts'

/** A DynamoDB that accepts connections and never answers, or closes every connection. */
async function database(behaviour: 'hang' | 'close') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (behaviour === 'close') socket.destroy()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

const login = { body: { email: 'anna@example.com', password: 'correct horse' } }

test('a request gets 503 with Retry-After if DynamoDB closes every connection', async () => {
  using broken = await database('close')
  const { call } = inProcess({ dynamodb: broken.url })
  const answer = await call('POST /api/v1/auth/login', login)
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { detail: 'The service is busy; try again in a moment', code: 'unavailable' },
  })
})

test('a request gets 503 before its function times out', async () => {
  const { token } = await newTenant()
  using hanging = await database('hang')
  const { call } = inProcess({ dynamodb: hanging.url })
  const until = performance.now() + 1500
  const context = { getRemainingTimeInMillis: () => until - performance.now() } as Context
  const answer = await call('GET /api/v1/shipments', { token, context })
  expect(performance.now()).toBeLessThan(until)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'unavailable' } })
})
