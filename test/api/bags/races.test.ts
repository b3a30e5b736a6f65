import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { caller } from '../../support/api/client.ts'
import type { Answer } from '../../support/api/answer.ts'
import { book, exampleOf, newTenant, password } from '../../support/api/tenant.ts'
import { seconds } from '../../support/suite/time.ts'

/** Sends sixteen requests at once. Each round uses new records. */
const sixteen = (send: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: 16 }, (_, n) => send(n)))
const counted = (answers: Answer[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((s) => [s, answers.filter(({ status }) => status === s).length]),
  )
const rounds = Array.from({ length: 5 }, (_, n) => n + 1)

describe.each(rounds)('in round %i, sixteen simultaneous requests', () => {
  test('register one e-mail address: one of them succeeds', async () => {
    const call = caller()
    const body = { email: `race-${randomUUID()}@example.com`, password, tenant_name: 'Race' }
    const answers = await sixteen(() => call('POST /api/v1/auth/register', { body }))
    expect(counted(answers)).toEqual({ 201: 1, 400: 15 })
    const winner = answers.find(({ status }) => status === 201)!
    const login = await call('POST /api/v1/auth/login', { body })
    expect(login.body.user).toEqual(winner.body.user)
  })

  test('use one refresh token: one gets the successor, which remains valid', async () => {
    const { call, refresh_token } = await newTenant()
    const answers = await sixteen(() => call('POST /api/v1/auth/refresh', { body: { refresh_token } }))
    expect(counted(answers)).toEqual({ 200: 1, 401: 15 })
    const successor = answers.find(({ status }) => status === 200)!.body.refresh_token
    expect((await call('POST /api/v1/auth/refresh', { body: { refresh_token: successor } })).status).toBe(200)
  })

  test('use one refresh token with one Idempotency-Key: all get the same successor', async () => {
    const { call, refresh_token } = await newTenant()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await sixteen(() => call('POST /api/v1/auth/refresh', { body: { refresh_token }, headers }))
    expect(counted(answers)).toEqual({ 200: 16 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('change one version with If-Match: one succeeds, and the others change nothing', async () => {
    const tenant = await newTenant()
    const { id } = await book(tenant)
    const answers = await sixteen((n) =>
      tenant.send(`PUT /api/v1/shipments/${id}`, {
        body: { description: `by ${n}` },
        headers: { 'if-match': '"1"' },
      }),
    )
    expect(counted(answers)).toEqual({ 200: 1, 412: 15 })
    const winner = answers.find(({ status }) => status === 200)!
    expect((await tenant.send(`GET /api/v1/shipments/${id}`)).body).toEqual(winner.body)
  })

  test('change different fields of one shipment: all succeed, and each response shows one version', async () => {
    const tenant = await newTenant()
    const { id } = await book(tenant)
    const fields = [
      'sender_name',
      'sender_phone',
      'recipient_name',
      'recipient_phone',
      'origin',
      'destination',
      'description',
    ]
    const answers = await Promise.all(
      fields.map((field) => tenant.send(`PUT /api/v1/shipments/${id}`, { body: { [field]: `new ${field}` } })),
    )
    expect(counted(answers)).toEqual({ 200: fields.length })
    expect(answers.map(({ headers }) => headers.etag).sort()).toEqual(fields.map((_, n) => `"${n + 2}"`).sort())
    const read = await tenant.send(`GET /api/v1/shipments/${id}`)
    expect(read.body).toMatchObject(Object.fromEntries(fields.map((field) => [field, `new ${field}`])))
    expect(answers.find(({ headers }) => headers.etag === read.headers.etag)!.body).toEqual(read.body)
  })

  test('book with one Idempotency-Key: all get the same response, for one shipment', async () => {
    const tenant = await newTenant()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await sixteen(() =>
      tenant.send('POST /api/v1/shipments', { body: exampleOf(NewShipment), headers }),
    )
    expect(counted(answers)).toEqual({ 201: 16 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => !answer.headers['idempotent-replayed']).length).toBe(1)
    await expect
      .poll(async () => (await tenant.send('GET /api/v1/shipments')).body.length, { timeout: seconds(5) })
      .toBe(1)
  })
})
