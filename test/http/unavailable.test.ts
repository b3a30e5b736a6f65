import type { Context } from 'aws-lambda'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { inProcess } from '../support/in-process/service.ts'
import { newTenant } from '../support/api/tenant.ts'

/** A DynamoDB that takes calls and never answers, or cuts every connection. */
async function database(behaves: 'mute' | 'cut') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (behaves === 'cut') socket.destroy()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

const login = { body: { email: 'anna@example.com', password: 'correct horse' } }

test('a database that cuts every call is no fault of the client: 503, and when to come again', async () => {
  using broken = await database('cut')
  const { call } = inProcess({ dynamodb: broken.url })
  const answer = await call('POST /api/v1/auth/login', login)
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { detail: 'The service is busy; try again in a moment', code: 'unavailable' },
  })
})

test('a request that would outlast its function is answered while there is time', async () => {
  const { token } = await newTenant()
  using hanging = await database('mute')
  const { call } = inProcess({ dynamodb: hanging.url })
  const until = performance.now() + 1500
  const context = { getRemainingTimeInMillis: () => until - performance.now() } as Context
  const answer = await call('GET /api/v1/shipments', { token, context })
  expect(performance.now()).toBeLessThan(until)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'unavailable' } })
})
