import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { add, addCourier, book, openBag, pack } from '../../support/api/tenant.ts'
import { tokenOf, tokenOfCourier } from '../../support/in-process/tokens.ts'
import { setUp, moscow, send, tenant, timeline } from './scan-events.fixture.ts'

setUp()

/** A bag of a courier with a package, and what its scans by a user are answered and leave in the timeline. */
async function carried() {
  const courier = await addCourier(tenant)
  const bag = await openBag(tenant, { courier_id: courier.id })
  const shipment = await book(tenant)
  const { id } = await add(tenant, shipment.id)
  await pack(tenant, bag.id, id)
  const scan = { qr_code: JSON.stringify(bag.qr_data), warehouse_id: moscow.id }
  const report = (token: string, event_type: string) =>
    tenant.send('POST /api/v1/scan-event', { token, body: { ...scan, event_type } })
  const custody = async () =>
    (await timeline(id)).filter(({ event_type }: any) => /^BAG_(TAKEN|HANDED)_OVER$/.test(event_type))
  return {
    bag,
    scan,
    report,
    custody,
    tracking_id: shipment.tracking_id,
    worker: await tokenOf(tenant.user.tenant_id, { role: 'warehouse' }),
    flies: await tokenOfCourier(tenant.user.tenant_id, courier.id),
  }
}

test('who has a bag in hand is in its timeline, in order, and changes no status', async () => {
  const { bag, report, custody, worker, flies, tracking_id } = await carried()
  const before = (await send(`GET /api/v1/bags/${bag.id}`)).body
  const hands = [
    [worker, 'BAG_HANDED_OVER'],
    [flies, 'BAG_TAKEN_OVER'],
    [flies, 'BAG_HANDED_OVER'],
    [worker, 'BAG_TAKEN_OVER'],
  ] as const
  const answers = []
  for (const [token, event_type] of hands) answers.push(await report(token, event_type))
  for (const { status, body } of answers)
    expect([status, body.status, body.status_applied]).toEqual([200, 'OPEN', false])
  expect((await custody()).map(({ id, status_applied }: any) => [id, status_applied])).toEqual(
    answers.map(({ body }) => [body.event_id, false]),
  )
  // Repeated at once by the same user, the latest counts.
  const again = await report(worker, 'BAG_TAKEN_OVER')
  const ids = (await custody()).map(({ id }: any) => id)
  expect(ids).toEqual([...answers.slice(0, 3).map(({ body }) => body.event_id), again.body.event_id])
  const after = (await send(`GET /api/v1/bags/${bag.id}`)).body
  expect({ ...after, updated_at: before.updated_at }).toEqual(before)

  const { events } = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
  expect(events.map(({ event_type }: any) => event_type).join()).not.toContain('_OVER')
  const viewer = await tokenOf(tenant.user.tenant_id, { role: 'viewer' })
  expect((await report(viewer, 'BAG_TAKEN_OVER')).status).toBe(403)
  const stranger = await tokenOfCourier(tenant.user.tenant_id, (await addCourier(tenant)).id)
  expect((await report(stranger, 'BAG_TAKEN_OVER')).status).toBe(404)
})

test('a phone that was without a connection sends them later, each once', async () => {
  const { scan, custody, flies } = await carried()
  const occurred_at = new Date(Date.now() + 1000).toISOString()
  const events = ['BAG_TAKEN_OVER', 'BAG_HANDED_OVER'].map((event_type) => ({
    ...scan,
    event_type,
    occurred_at,
    scan_id: randomUUID(),
  }))
  for (const _ of ['first', 'again']) {
    const body = { device_id: 'courier-1', events }
    const answer = await tenant.send('POST /api/v1/scan-events/batch', { token: flies, body })
    expect(answer.body.results.map(({ status }: any) => status)).toEqual([200, 200])
  }
  expect((await custody()).map(({ event_type }: any) => event_type).sort()).toEqual([
    'BAG_HANDED_OVER',
    'BAG_TAKEN_OVER',
  ])
})
