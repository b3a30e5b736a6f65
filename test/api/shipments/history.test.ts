import { beforeAll, describe, expect, test } from 'vitest'
import { feedWith } from '../../support/api/feed.ts'
import { add, book, change, newTenant, openCase, type Tenant } from '../../support/api/tenant.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** A parcel, scanned in or not, and the changes in its timeline. */
async function parcel(isReceived = true) {
  const shipment = await book(tenant, { recipient_email: 'giorgi@example.com', price: 20 })
  const { id } = await add(tenant, shipment.id, { weight: 2.5 })
  if (isReceived) await change(tenant, `PUT /api/v1/packages/${id}`, { status: 'IN_WAREHOUSE' })
  const changes = async () =>
    (await tenant.send(`GET /api/v1/packages/${id}/events`)).body
      .filter(({ event_type }: any) => event_type === 'DETAILS_CHANGED')
      .map(({ actor_id, changes }: any) => ({ actor_id, changes }))
  return { id, shipment, changes }
}

describe('the timeline of a received parcel', () => {
  test('has who changed price, payment and parties, and the values before and after', async () => {
    const { shipment, changes } = await parcel()
    await change(tenant, `PUT /api/v1/shipments/${shipment.id}`, {
      price: 5,
      payment_status: 'PAID',
      recipient_name: 'Nino',
      recipient_email: 'nino@example.com',
      recipient_phone: '+995599765432',
      description: 'not recorded',
    })
    expect(await changes()).toEqual([
      {
        actor_id: tenant.user.id,
        changes: [
          { field: 'price', old: 20, new: 5 },
          { field: 'payment_status', old: 'PENDING', new: 'PAID' },
          { field: 'recipient_name', old: shipment.recipient_name, new: 'Nino' },
          { field: 'recipient_phone', old: `…${shipment.recipient_phone.slice(-3)}`, new: '…432' },
          { field: 'recipient_email', old: 'g…@example.com', new: 'n…@example.com' },
        ],
      },
    ])
    const tracked = (await tenant.call(`GET /api/v1/track/${shipment.tracking_id}`)).text
    expect(tracked).not.toContain('DETAILS_CHANGED')
  })

  test('has the weight that a worker changes', async () => {
    const { id, changes } = await parcel()
    const token = await tokenOf(tenant.user.tenant_id, { role: 'warehouse' })
    const body = { weight: 0.4 }
    expect((await tenant.send(`PUT /api/v1/packages/${id}`, { body, token })).status).toBe(200)
    await change(tenant, `PUT /api/v1/packages/${id}`, { weight: 0.4 })
    expect(await changes()).toEqual([
      {
        actor_id: expect.not.stringMatching(tenant.user.id),
        changes: [{ field: 'weight', old: 2.5, new: 0.4 }],
      },
    ])
  })

  test('has no changes from before it was received', async () => {
    const { id, shipment, changes } = await parcel(false)
    await change(tenant, `PUT /api/v1/shipments/${shipment.id}`, { price: 5 })
    await change(tenant, `PUT /api/v1/packages/${id}`, { weight: 0.4 })
    expect(await changes()).toEqual([])
  })
})

test('a deletion is an event that names who did', async () => {
  const { id, shipment } = await parcel(false)
  const other = await add(tenant, shipment.id)
  await change(tenant, `DELETE /api/v1/packages/${id}`)
  await change(tenant, `DELETE /api/v1/shipments/${shipment.id}`)
  const deletions = [
    { event_type: 'PACKAGE_DELETED', actor_id: tenant.user.id, package_ids: [id], shipment_id: shipment.id },
    { event_type: 'SHIPMENT_DELETED', actor_id: tenant.user.id, package_ids: [], shipment_id: shipment.id },
  ]
  await feedWith(tenant, (events) => {
    const found = events
      .map(({ data }) => data)
      .filter(({ event_type = '' }) => event_type.endsWith('_DELETED'))
    expect(found).toMatchObject(deletions)
  })
  expect((await tenant.send(`GET /api/v1/packages/${other.id}`)).status).toBe(404)
})

describe('what is deleted', () => {
  test('is named by no open case: that is resolved first', async () => {
    const { id, shipment } = await parcel()
    const opened = await openCase(tenant, { kind: 'HOLD', package_ids: [id] })
    for (const path of [`packages/${id}`, `shipments/${shipment.id}`]) {
      const { status, body } = await tenant.send(`DELETE /api/v1/${path}`)
      expect([status, body.detail]).toEqual([
        409,
        expect.stringMatching(`^Package PKG-\\w+ has an open case; resolve it first .*/cases/${opened.id}\\)$`),
      ])
    }
    await change(tenant, `PATCH /api/v1/cases/${opened.id}`, { status: 'RESOLVED' })
    await change(tenant, `DELETE /api/v1/packages/${id}`)
    expect((await tenant.send(`GET /api/v1/cases/${opened.id}`)).body.status).toBe('RESOLVED')
  })

  test.each(['there', 'back'])('is named by neither of a shipment and its return: %s', async (deleted) => {
    const there = await book(tenant)
    const back = (await tenant.send(`POST /api/v1/shipments/${there.id}/return`)).body
    const [one, other] = deleted === 'there' ? [there, back] : [back, there]
    await change(tenant, `DELETE /api/v1/shipments/${one.id}`)
    const left = (await tenant.send(`GET /api/v1/shipments/${other.id}`)).body
    expect(left).not.toHaveProperty('return_of')
    expect(left).not.toHaveProperty('return_id')
  })
})
