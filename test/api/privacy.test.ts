import { readFileSync } from 'node:fs'
import { expect, inject, test, vi } from 'vitest'
import { NewShipment } from '../../shared/domain/shipment-record.ts'
import { caller } from '../support/client.ts'
import { exampleOf, newTenant } from '../support/tenant.ts'

test('no personal datum, password or token comes into a log, nor into an error that did not bring it', async () => {
  const tenant = await newTenant()
  const canary = (field: string) => `Canary-${field}-7f3a`
  const personal = [
    'sender_name',
    'sender_phone',
    'sender_address',
    'recipient_name',
    'recipient_phone',
    'recipient_address',
    'description',
  ]
  const fields = Object.fromEntries(personal.map((field) => [field, canary(field)]))
  const body = { ...exampleOf(NewShipment), ...fields }
  const booked = await tenant.send('POST /api/v1/shipments', {
    body,
    headers: { 'idempotency-key': canary('key') },
  })
  const at = `/api/v1/shipments/${booked.body.id}`
  const account = {
    email: 'canary-e-mail@example.com',
    password: canary('password'),
    tenant_name: canary('tenant'),
  }
  const errors = [
    await tenant.send(`PUT ${at}`, { body: { status: 'DELIVERED' } }),
    await tenant.send(`PUT ${at}`, { body: { status: 'RETURNED' } }),
    await tenant.send(`PUT ${at}`, { body: { ...fields, weight: 'heavy' } }),
    await tenant.send(`PUT ${at}`, { body: { ...fields, status: canary('status') } }),
    await tenant.send(`PUT ${at}`, { body: fields, headers: { 'if-match': '"9"' } }),
    await tenant.send('POST /api/v1/shipments', { raw: JSON.stringify(body).slice(0, -1) }),
    await tenant.send('POST /api/v1/shipments', {
      body,
      headers: { 'idempotency-key': canary('key') },
      token: tenant.refresh_token,
    }),
    await tenant.send(`GET /api/v1/shipments?q=${canary('query')}&cursor=${canary('cursor')}`),
    await caller()('POST /api/v1/auth/register', { body: account }),
    await caller()('POST /api/v1/auth/register', { body: account }),
    await caller()('POST /api/v1/auth/login', { body: { ...account, password: canary('wrong password') } }),
    await caller()('POST /api/v1/auth/refresh', { body: { refresh_token: `${tenant.refresh_token}x` } }),
  ].filter(({ status }) => status >= 400)
  expect(errors.length).toBe(10)
  for (const { text } of errors) expect(text).not.toMatch(/canary/i)

  const last = errors.at(-1)!.headers['x-request-id']!
  const log = await vi.waitFor(() => {
    const text = readFileSync(inject('functionLog'), 'utf8')
    expect(text, 'the last request is logged').toContain(last)
    return text
  })
  expect(log).not.toMatch(/canary/i)
  for (const secret of [tenant.token, tenant.refresh_token, tenant.email, booked.body.tracking_id, '127.'])
    expect(log).not.toContain(secret)
})
