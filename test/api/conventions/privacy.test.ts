import { expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { functionLog } from '../../support/in-process/context.ts'
import { caller } from '../../support/api/client.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
} from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

test('logs and error responses contain no personal data, passwords or tokens', async () => {
  const tenant = await newTenant()
  const marked = (field: string) => `Marked-${field}-7f3a`
  const personal = [
    'sender_name',
    'sender_phone',
    'sender_address',
    'recipient_name',
    'recipient_phone',
    'recipient_address',
    'description',
  ]
  const fields = {
    ...Object.fromEntries(personal.map((field) => [field, marked(field)])),
    sender_email: 'marked-sender@example.com',
    recipient_email: 'marked-recipient@example.com',
  }
  const body = { ...exampleOf(NewShipment), ...fields }
  const booked = await tenant.send('POST /api/v1/shipments', {
    body,
    headers: { 'idempotency-key': marked('key') },
  })
  const at = `/api/v1/shipments/${booked.body.id}`
  const parcel = { description: marked('contents'), category: 'marked-category' }
  const added = await tenant.send(`POST ${at}/packages`, { body: parcel })
  const one = `/api/v1/packages/${added.body.id}`
  await tenant.send(`PUT ${one}`, { body: { status: 'DELIVERED' } })
  const tracking = `/api/v1/track/${booked.body.tracking_id}`
  const followed = await caller()(`GET ${tracking}`)
  expect(followed.body.events.length).toBe(3)
  for (const { text, headers } of [followed, await tenant.send(`GET ${tracking}`)]) {
    const ids = [booked.body.id, added.body.id, added.body.qr_code, tenant.user.id, tenant.user.tenant_id]
    for (const id of [...ids, booked.body.origin_company_id]) expect(text).not.toContain(id)
    expect(text + JSON.stringify(headers)).not.toMatch(/marked/i)
  }
  const account = {
    email: 'marked-e-mail@example.com',
    password: marked('password'),
    tenant_name: marked('tenant'),
  }
  const errors = [
    await tenant.send(`PUT ${at}`, { body: { status: 'RETURNED' } }),
    await tenant.send(`PUT ${one}`, { body: { ...parcel, status: 'IN_TRANSIT' } }),
    await tenant.send(`PUT ${one}`, { body: { ...parcel, category: marked(' category') } }),
    await tenant.send(`POST ${at}/packages`, { body: parcel }),
    await tenant.send(`GET /api/v1/shipments/board?per_column=${marked('column')}`),
    await caller()(`GET /api/v1/track/${marked('tracking-id')}`),
    await tenant.send(`PUT ${at}`, { body: { ...fields, weight: 'heavy' } }),
    await tenant.send(`PUT ${at}`, { body: { ...fields, status: marked('status') } }),
    await tenant.send(`PUT ${at}`, { body: fields, headers: { 'if-match': '"9"' } }),
    await tenant.send('POST /api/v1/shipments', { raw: JSON.stringify(body).slice(0, -1) }),
    await tenant.send('POST /api/v1/shipments', {
      body,
      headers: { 'idempotency-key': marked('key') },
      token: tenant.refresh_token,
    }),
    await tenant.send(`GET /api/v1/shipments?q=${marked('query')}&cursor=${marked('cursor')}`),
    await caller()('POST /api/v1/auth/register', { body: account }),
    await caller()('POST /api/v1/auth/register', { body: account }),
    await caller()('POST /api/v1/auth/login', { body: { ...account, password: marked('wrong password') } }),
    await caller()('POST /api/v1/auth/refresh', { body: { refresh_token: `${tenant.refresh_token}x` } }),
  ].filter(({ status }) => status >= 400)
  expect(errors.length).toBe(15)
  for (const { text } of errors) expect(text).not.toMatch(/marked/i)

  const last = errors.at(-1)!.headers['x-request-id']!
  const log = await waitFor(() => {
    const text = functionLog()
    expect(text, 'the last request is logged').toContain(last)
    return text
  })
  expect(log).not.toMatch(/marked/i)
  for (const secret of [tenant.token, tenant.refresh_token, tenant.email, booked.body.tracking_id, '127.'])
    expect(log).not.toContain(secret)
})

test('a parcel’s public timeline contains no people, bags or notes at any stage', async () => {
  const tenant = await newTenant()
  const send = async (key: string, body?: object) => (await tenant.send(key, { body })).body
  const shipment = await book(tenant, { sender_name: 'Marked Sender', recipient_address: 'Marked Street' })
  const one = await add(tenant, shipment.id, { description: 'Marked contents' })
  const courier = await addCourier(tenant, { full_name: 'Marked Courier', passport_number: 'MARKED12345' })
  const bag = await openBag(tenant, { label: 'Marked bag' })
  const flight = await schedule(tenant)
  const scan = { qr_code: one.qr_code, warehouse_id: bag.warehouse_id, evidence: { notes: 'Marked note' } }
  const scanned = (event_type: string) => send('POST /api/v1/scan-event', { ...scan, event_type })
  const fly = (status: string) => send(`PUT /api/v1/flights/${flight.id}`, { status })
  const stages = [
    () => scanned('PACKAGE_SCANNED'),
    () => pack(tenant, bag.id, one.id),
    () => send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id }),
    () => send(`PUT /api/v1/bags/${bag.id}/checkin`, { ...exampleOf(CheckIn), airline_tag_code: 'MARKED-TAG' }),
    () => scanned('BAG_LOADED'),
    () => fly('DEPARTED'),
    () => fly('ARRIVED'),
    () => scanned('ARRIVED_AT_WAREHOUSE'),
    () => scanned('CUSTOMS_HOLD'),
    () => scanned('MARKED_TYPE'),
    () => scanned('CUSTOMS_CLEARED'),
    () => send(`PUT /api/v1/shipments/${shipment.id}`, { status: 'DELIVERED' }),
  ]
  const track = () => caller()(`GET /api/v1/track/${shipment.tracking_id}`)
  let shown = (await track()).body.events.length
  for (const [n, stage] of stages.entries()) {
    await stage()
    const { text, body } = await track()
    expect(text, `stage ${n}`).not.toMatch(/marked/i)
    for (const id of [courier.id, bag.id, flight.id, bag.warehouse_id]) expect(text).not.toContain(id)
    expect(body.events.length - shown, `stage ${n}`).toBe(n === 9 ? 0 : 1)
    shown = body.events.length
  }
  expect(functionLog()).not.toMatch(/marked/i)
})
