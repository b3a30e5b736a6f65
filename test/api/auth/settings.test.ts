import { expect, test } from 'vitest'
import { book, newTenant, verifyManager } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'

test('a company that has changed no setting reads the initial ones', async () => {
  const { send } = await newTenant()
  const { status, body, headers } = await send('GET /api/v1/settings')
  expect([status, body]).toEqual([
    200,
    {
      handover: { require: [] },
      notices: { enabled: true, statuses: [] },
      country: null,
      time_zone: null,
      passport_retention_months: 12,
      idle_sign_out_minutes: 0,
      contact: { phone: '', email: '', website: '', website_verified: false },
      warehouses: { registered_only: false },
      second_factor: { required_of: 'none', from: null },
      updated_at: null,
      updated_by: null,
    },
  ])
  expect(headers.etag).toBe('"1"')
})

test('managers change settings, every role reads them', async () => {
  const { send, user } = await newTenant()
  const put = (body: object, options: object = {}) => send('PUT /api/v1/settings', { body, ...options })
  const { body } = await put({ handover: { require: ['photo', 'code', 'photo'] } })
  // Each proof once, in one order.
  expect(body).toMatchObject({ handover: { require: ['code', 'photo'] }, updated_by: user.id })
  for (const token of Object.values(await tokensOf(user.tenant_id)))
    expect((await send('GET /api/v1/settings', { token })).body).toEqual(body)
  const { operator } = await tokensOf(user.tenant_id)
  expect((await put({}, { token: operator })).status).toBe(403)
})

test('a change keeps to If-Match, and what it does not name', async () => {
  const { send } = await newTenant()
  const put = (body: object, match?: string) =>
    send('PUT /api/v1/settings', { body, ...(match && { headers: { 'if-match': match } }) })
  const first = await put({ handover: { require: ['signature'] } }, '"1"')
  expect([first.status, first.headers.etag]).toEqual([200, '"2"'])
  for (const nothing of [{}, { handover: {} }, { handover: null }, { handover: { require: ['signature'] } }])
    expect((await put(nothing)).headers.etag).toBe('"2"')
  expect((await put({ handover: { require: [] } }, '"1"')).status).toBe(412)
  expect((await put({ handover: { require: ['fingerprint'] } })).status).toBe(422)
})

test('how recipients reach the company is shown with its parcels, and checked', async () => {
  const tenant = await newTenant()
  const put = (contact: object) => tenant.send('PUT /api/v1/settings', { body: { contact } })
  const { tracking_id } = await book(tenant)
  const shown = async () => (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.company
  const nothing = { name: 'Swift Couriers', phone: '', email: '', website: '' }
  expect(await shown()).toEqual(nothing)
  const phone = '+995 322 00 00 00'
  await put({ phone: ` ${phone} `, website: 'HTTPS://Shop.Example.com' })
  // Until a manager has verified an address at its domain.
  expect(await shown()).toEqual({ ...nothing, phone })
  await verifyManager(tenant)
  await put({ website: 'https://example.com.evil.example' })
  expect(await shown()).toEqual({ ...nothing, phone })
  const saved = await put({ website: 'https://shop.example.com' })
  expect(saved.body.contact.website_verified).toBe(true)
  const reached = { ...nothing, phone, website: 'https://shop.example.com/' }
  expect(await shown()).toEqual(reached)
  await put({ phone: '', email: 'hello@swift.example' })
  expect(await shown()).toEqual({ ...reached, phone: '', email: 'hello@swift.example' })
  const refused = ['javascript:alert(1)', 'ftp://swift.example', 'swift.example', 'https://']
  for (const wrong of [
    ...refused.map((website) => ({ website })),
    { email: 'hello' },
    { phone: '1'.repeat(51) },
  ])
    expect([wrong, (await put(wrong)).status]).toEqual([wrong, 422])
})

test('of changes at the same time none is lost', async () => {
  const { send } = await newTenant()
  const answers = await Promise.all(
    [['code'], ['signature'], ['photo']].map((require) =>
      send('PUT /api/v1/settings', { body: { handover: { require } } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await send('GET /api/v1/settings')).headers.etag).toBe('"4"')
})
