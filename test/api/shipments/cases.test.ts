import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addCourier,
  invite,
  newTenant,
  openBag,
  openCase,
  pack,
  schedule,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const parcel = async (fields = {}) => newParcel(tenant, fields)
const read = async (id: string) => (await tenant.send(`GET /api/v1/packages/${id}`)).body
const change = (id: string, body: object, headers = {}) =>
  tenant.send(`PATCH /api/v1/cases/${id}`, { body, headers })
const scanned = async (qr_code: string, event_type: string, notes = '') =>
  (
    await tenant.send('POST /api/v1/scan-event', {
      body: { qr_code, event_type, warehouse_id: randomUUID(), evidence: { notes } },
    })
  ).body
const casesOf = async (package_id: string, query = '') =>
  (await tenant.send(`GET /api/v1/cases?package_id=${package_id}${query}`)).body

describe('the exception of a package', () => {
  test('is its newest open case, and the one before when that is resolved', async () => {
    const { id } = await parcel()
    const first = await openCase(tenant, { kind: 'DAMAGE', package_ids: [id], note: 'wet' })
    const second = await openCase(tenant, { kind: 'CLAIM', package_ids: [id], note: 'a refund' })
    expect((await read(id)).exception).toEqual({ code: 'CLAIM', note: 'a refund', since: second.created_at })
    const resolved = await change(second.id, { status: 'RESOLVED' })
    expect(resolved.body).toMatchObject({ status: 'RESOLVED', resolved_by: tenant.user.id })
    expect((await read(id)).exception).toEqual({ code: 'DAMAGE', note: 'wet', since: first.created_at })
    await change(first.id, { note: 'wet, but dry inside' })
    expect((await read(id)).exception.note).toBe('wet, but dry inside')
    await change(first.id, { note: '' })
    expect((await read(id)).exception.note).toBe('')
    await change(first.id, { status: 'RESOLVED' })
    expect((await read(id)).exception).toBeNull()
    const reopened = await change(second.id, { status: 'OPEN' })
    expect(reopened.body).toMatchObject({ status: 'OPEN', resolved_by: null, resolved_at: null })
    expect((await read(id)).exception.code).toBe('CLAIM')
  })

  test('is opened by a scan that reports one, once, and resolved by its counterpart', async () => {
    const { id, qr_code } = await parcel()
    await scanned(qr_code, 'CUSTOMS_HOLD', 'no invoice')
    await scanned(qr_code, 'CUSTOMS_HOLD', 'still none')
    expect((await read(id)).exception).toMatchObject({ code: 'CUSTOMS_HOLD', note: 'still none' })
    const [hold, ...others] = await casesOf(id)
    expect(others).toEqual([])
    expect(hold).toMatchObject({ kind: 'HOLD', code: 'CUSTOMS_HOLD', status: 'OPEN', note: 'no invoice' })
    await scanned(qr_code, 'CUSTOMS_CLEARED')
    expect((await read(id)).exception).toBeNull()
    expect((await tenant.send(`GET /api/v1/cases/${hold.id}`)).body.status).toBe('RESOLVED')
  })

  test('of damage is public, whether it is found by a scan or reported', async () => {
    const { id, shipment_id } = await parcel()
    await openCase(tenant, { kind: 'DAMAGE', package_ids: [id], note: 'wet' })
    const { tracking_id } = (await tenant.send(`GET /api/v1/shipments/${shipment_id}`)).body
    const { events } = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
    expect(events.at(-1)).toMatchObject({ event_type: 'DAMAGED', description: 'Damage reported' })
    expect(JSON.stringify(events), 'its note is for the company').not.toContain('wet')
  })

  test('is recorded by an internal event of each shipment', async () => {
    const [one, other] = [await parcel(), await parcel()]
    const { id } = await openCase(tenant, { kind: 'CLAIM', package_ids: [one.id, other.id] })
    await change(id, { status: 'RESOLVED' })
    for (const { id: package_id } of [one, other]) {
      const events = (await tenant.send(`GET /api/v1/packages/${package_id}/events`)).body
      expect(events.map(({ event_type }: any) => event_type)).toEqual(
        expect.arrayContaining(['CASE_OPENED', 'CASE_RESOLVED']),
      )
      expect(events.map(({ description }: any) => description)).toEqual(
        expect.arrayContaining(['Case opened: CLAIM', 'Case resolved: CLAIM']),
      )
    }
  })
})

describe('a package on hold', () => {
  const held = async () => {
    const one = await parcel()
    return { ...one, hold: await openCase(tenant, { kind: 'HOLD', package_ids: [one.id] }) }
  }

  test('is not packed, neither alone nor with others', async () => {
    const [one, other, bag] = [await held(), await parcel(), await openBag(tenant)]
    const { status, body } = await tenant.send(`POST /api/v1/bags/${bag.id}/packages/${one.id}`)
    expect([status, body.detail]).toEqual([409, expect.stringContaining(one.hold.id)])
    const many = await tenant.send(`POST /api/v1/bags/${bag.id}/packages`, {
      body: { package_ids: [one.id, other.id] },
    })
    expect(many.body.package_ids).toEqual([other.id])
    expect(many.body.refused).toMatchObject([{ package_id: one.id, error: 'conflict' }])
    await change(one.hold.id, { status: 'RESOLVED' })
    await pack(tenant, bag.id, one.id)
  })

  test('is not handed over: neither by hand, nor by a scan, nor with its shipment', async () => {
    const one = await held()
    const by = (path: string) => tenant.send(`PUT ${path}`, { body: { status: 'DELIVERED' } })
    expect((await by(`/api/v1/packages/${one.id}`)).status).toBe(409)
    expect((await by(`/api/v1/shipments/${one.shipment_id}`)).status).toBe(409)
    expect(await scanned(one.qr_code, 'DELIVERED')).toMatchObject({ status_applied: false, status: 'CREATED' })
    expect((await scanned(one.qr_code, 'RETURNED')).status).toBe('RETURNED')
  })

  test('keeps its bag from departing by hand, until it is taken out or released', async () => {
    const [one, other, bag, flight] = [
      await parcel(),
      await parcel(),
      await openBag(tenant),
      await schedule(tenant),
    ]
    for (const { id } of [one, other]) await pack(tenant, bag.id, id)
    const holds = [
      await openCase(tenant, { kind: 'HOLD', package_ids: [one.id, other.id] }),
      await openCase(tenant, { kind: 'HOLD', package_ids: [one.id] }),
    ]
    const out = await tenant.send(`DELETE /api/v1/bags/${bag.id}/packages/${other.id}`)
    expect(out.status).toBe(200)
    const { id: courier_id } = await addCourier(tenant)
    await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, {
      body: { courier_id, flight_id: flight.id },
    })
    await tenant.send(`PUT /api/v1/bags/${bag.id}/checkin`, {
      body: { airline_tag_code: '0555', airline: 'A', flight_number: flight.flight_number },
    })
    const depart = async () => [
      (await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })).status,
      (await scanned(one.qr_code, 'BAG_LOADED')).status_applied,
      (await tenant.send(`PUT /api/v1/flights/${flight.id}`, { body: { status: 'DEPARTED' } })).status,
    ]
    expect(await depart()).toEqual([409, false, 409])
    await change(holds[0]!.id, { status: 'RESOLVED' })
    expect(await depart(), 'one hold is left').toEqual([409, false, 409])
    await change(holds[1]!.id, { status: 'RESOLVED' })
    expect((await depart())[2]).toBe(200)
  })
})

test('cases are listed by status and due date, by kind and assignee', async () => {
  const here = await newTenant()
  const { id: assignee_id } = await invite(here, { role: 'warehouse' })
  const later = await openCase(here, { due_at: '2031-01-02T00:00:00+02:00' })
  const undated = await openCase(here, { due_at: null, kind: 'CLAIM' })
  const sooner = await openCase(here, { due_at: '2031-01-01T00:00:00Z' })
  const done = await openCase(here)
  await here.send(`PATCH /api/v1/cases/${done.id}`, { body: { status: 'RESOLVED' } })
  const ids = async (query: string) =>
    (await here.send(`GET /api/v1/cases${query}`)).body.map(({ id }: any) => id)
  await waitFor(async () => {
    expect(await ids('?status=OPEN')).toEqual([sooner.id, later.id, undated.id])
    expect(await ids('?status=RESOLVED')).toEqual([done.id])
    expect(await ids('?kind=CLAIM')).toEqual([undated.id])
    expect(await ids('')).toEqual([done.id, sooner.id, undated.id, later.id])
    expect(await ids(`?assignee_id=${here.user.id}`)).toEqual([])
  })
  expect(later.due_at).toBe('2031-01-01T22:00:00.000Z')
  const invited = await here.send(`PATCH /api/v1/cases/${later.id}`, { body: { assignee_id } })
  const assigned = await here.send(`PATCH /api/v1/cases/${later.id}`, { body: { assignee_id: here.user.id } })
  expect([invited.status, assigned.status, assigned.body.assignee_id]).toEqual([404, 200, here.user.id])
  const freed = await here.send(`PATCH /api/v1/cases/${later.id}`, {
    body: { assignee_id: null, due_at: null },
  })
  expect(freed.body).toMatchObject({ assignee_id: null, due_at: null })
})

test('a case changes under If-Match, and names packages that exist', async () => {
  const { id } = await openCase(tenant)
  const { headers } = await tenant.send(`GET /api/v1/cases/${id}`)
  expect((await change(id, { note: 'one' }, { 'if-match': headers.etag })).status).toBe(200)
  expect((await change(id, { note: 'two' }, { 'if-match': headers.etag })).status).toBe(412)
  const package_ids = [(await parcel()).id, randomUUID()]
  const none = await tenant.send('POST /api/v1/cases', { body: { kind: 'CLAIM', package_ids } })
  expect([none.status, none.body.detail]).toEqual([404, 'Package not found'])
})

test('many cases of one package at once are all counted', async () => {
  const [{ id }, bag] = [await parcel(), await openBag(tenant)]
  await pack(tenant, bag.id, id)
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => openCase(tenant, { kind: 'HOLD', package_ids: [id] })),
  )
  expect((await casesOf(id)).length).toBe(6)
  await Promise.all(opened.map((one) => change(one.id, { status: 'RESOLVED' })))
  expect(await casesOf(id)).toEqual([])
  expect((await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)).status).toBe(200)
  expect((await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })).status).toBe(200)
})

describe('a case of missing packages', () => {
  test('is resolved by someone other than who opened it', async () => {
    const here = await newTenant()
    const token = await tokenOf(here.user.tenant_id, { role: 'warehouse' })
    const send = (key: string, body: object) => here.send(key, { body, token })
    const { id: package_id } = await newParcel(here)
    const { body: one } = await send('POST /api/v1/cases', { kind: 'SHORTAGE', package_ids: [package_id] })
    const own = await send(`PATCH /api/v1/cases/${one.id}`, { status: 'RESOLVED', reason: 'It is here' })
    expect([own.status, own.body.detail]).toEqual([409, expect.stringContaining('ask a colleague')])
    const change = (body: object) => here.send(`PATCH /api/v1/cases/${one.id}`, { body })
    expect((await change({ status: 'RESOLVED' })).body).toMatchObject({
      status: 'RESOLVED',
      resolved_by: here.user.id,
      resolved_alone: false,
    })
    await change({ status: 'OPEN' })
    expect((await send(`PATCH /api/v1/cases/${one.id}`, { status: 'RESOLVED' })).status).toBe(409)
  })

  test('is resolved by its manager with a reason while nobody else can', async () => {
    const here = await newTenant()
    const { id: package_id } = await newParcel(here)
    const { id } = await openCase(here, { kind: 'SHORTAGE', package_ids: [package_id] })
    const resolve = (more = {}) =>
      here.send(`PATCH /api/v1/cases/${id}`, { body: { status: 'RESOLVED', ...more } })
    const { status, body } = await resolve()
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'reason']])
    await tokenOf(here.user.tenant_id, { role: 'viewer' })
    expect((await resolve({ reason: 'Counted twice' })).body).toMatchObject({ resolved_alone: true })
    const events = (await here.send(`GET /api/v1/packages/${package_id}/events`)).body
    expect(events.at(-1)).toMatchObject({ event_type: 'CASE_RESOLVED', reason: 'Counted twice' })
    await here.send(`PATCH /api/v1/cases/${id}`, { body: { status: 'OPEN' } })
    await tokenOf(here.user.tenant_id, { role: 'operator' })
    expect((await resolve({ reason: 'Counted twice' })).status).toBe(409)
  })
})
