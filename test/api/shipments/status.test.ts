import { beforeAll, describe, expect, test } from 'vitest'
import { shipmentStatuses } from '../../../shared/domain/shipments/status.ts'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const shipment = async (id: string) => (await tenant.send(`GET /api/v1/shipments/${id}`)).body
const setShipment = (id: string, status: string) =>
  tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status } })
const setPackage = async (id: string, status: string) => {
  const answer = await tenant.send(`PUT /api/v1/packages/${id}`, { body: { status } })
  expect(answer.status, answer.text).toBe(200)
}
const packageStatuses = async (id: string) =>
  (await tenant.send(`GET /api/v1/shipments/${id}/packages`)).body.map(({ status }: any) => status)
/** A shipment whose packages have these statuses, oldest first. */
async function shipmentWith(...statuses: string[]) {
  const { id } = await book(tenant)
  const ids: string[] = []
  for (const _ of statuses) ids.push((await add(tenant, id)).id)
  for (const [n, status] of statuses.entries()) if (status !== 'CREATED') await setPackage(ids[n]!, status)
  return { id, ids }
}

describe('the status of a shipment', () => {
  test.each([
    ['RECEIVED', []],
    ['RECEIVED', ['CREATED']],
    ['PREPARING', ['CREATED', 'IN_WAREHOUSE']],
    ['CONSOLIDATING', ['CREATED', 'ARRIVED']],
    ['CONSOLIDATING', ['CREATED', 'DELIVERED']],
    ['CONSOLIDATING', ['ARRIVED', 'READY_FOR_PICKUP']],
    ['READY_FOR_PICKUP', ['READY_FOR_PICKUP', 'DELIVERED', 'LOST']],
    ['DELIVERED', ['DELIVERED', 'RETURNED', 'LOST']],
    ['RETURNED', ['RETURNED', 'LOST']],
    ['RECEIVED', ['LOST']],
  ])('is %s if its packages are %j', async (expected, statuses) => {
    const { id } = await shipmentWith(...statuses)
    expect(await shipment(id)).toMatchObject({
      status: expected,
      packages_count: statuses.length,
      delivered_count: statuses.filter((status) => status === 'DELIVERED').length,
    })
  })

  test('does not change when all its packages are lost', async () => {
    const { id, ids } = await shipmentWith('READY_FOR_PICKUP', 'READY_FOR_PICKUP')
    for (const one of ids) await setPackage(one, 'LOST')
    expect((await shipment(id)).status).toBe('READY_FOR_PICKUP')
    await setPackage(ids[0]!, 'ARRIVED')
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
  })

  test('follows 80 packages, the maximum, through every status, forwards and back', async () => {
    const { id } = await book(tenant)
    const ids: string[] = []
    for (let n = 0; n < 8; n++)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, () => add(tenant, id)))).map(({ id }) => id))
    const over = await tenant.send(`POST /api/v1/shipments/${id}/packages`)
    expect([over.status, over.body.detail]).toEqual([
      409,
      'A shipment holds at most 80 packages; book another one',
    ])
    const seen = [(await shipment(id)).status]
    const record = async () => seen.push((await shipment(id)).status)
    await setPackage(ids[0]!, 'IN_WAREHOUSE')
    await record()
    await setShipment(id, 'IN_TRANSIT')
    await record()
    await setPackage(ids[1]!, 'ARRIVED')
    await record()
    for (let n = 0; n < 80; n += 8)
      await Promise.all(ids.slice(n, n + 8).map((one) => setPackage(one, 'READY_FOR_PICKUP')))
    await record()
    await setShipment(id, 'DELIVERED')
    await record()
    expect(await shipment(id)).toMatchObject({ packages_count: 80, delivered_count: 80 })
    expect(new Set(await packageStatuses(id))).toEqual(new Set(['DELIVERED']))
    await setShipment(id, 'READY_FOR_PICKUP')
    expect(await shipment(id)).toMatchObject({ status: 'READY_FOR_PICKUP', delivered_count: 0 })
    await setShipment(id, 'RETURNED')
    await record()
    expect(seen).toEqual(shipmentStatuses)
    expect(new Set(await packageStatuses(id))).toEqual(new Set(['RETURNED']))
    expect((await tenant.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
    for (const one of [ids[0]!, ids[79]!])
      expect((await tenant.send(`GET /api/v1/packages/${one}`)).status).toBe(404)
  })
})

describe('a status set by hand', () => {
  test('is a floor: packages do not lower it, but a manager can', async () => {
    const { id, ids } = await shipmentWith('CREATED')
    await setShipment(id, 'CONSOLIDATING')
    await setPackage(ids[0]!, 'IN_WAREHOUSE')
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
    await setPackage(ids[0]!, 'READY_FOR_PICKUP')
    expect((await shipment(id)).status).toBe('READY_FOR_PICKUP')
    await setPackage(ids[0]!, 'IN_WAREHOUSE')
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
    expect((await setShipment(id, 'PREPARING')).body.status).toBe('PREPARING')
    await setPackage(ids[0]!, 'ARRIVED')
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
  })

  test('cannot be lowered below the status that the packages require', async () => {
    const { id } = await shipmentWith('ARRIVED')
    const { status, body } = await setShipment(id, 'PREPARING')
    expect([status, body.detail]).toEqual([
      409,
      'The packages of this shipment make it CONSOLIDATING; lower it to that, or correct them first (PUT /api/v1/packages/{id})',
    ])
    await setShipment(id, 'DELIVERED')
    expect((await setShipment(id, 'PREPARING')).status).toBe(409)
    expect((await setShipment(id, 'CONSOLIDATING')).status).toBe(200)
  })

  test('to DELIVERED or RETURNED also sets the open packages, and lowering it restores their statuses', async () => {
    const { id, ids } = await shipmentWith('CREATED', 'ARRIVED', 'LOST', 'DELIVERED')
    const before = await packageStatuses(id)
    await setShipment(id, 'DELIVERED')
    expect(await packageStatuses(id)).toEqual(['DELIVERED', 'LOST', 'DELIVERED', 'DELIVERED'])
    expect((await shipment(id)).delivered_count).toBe(3)
    await setShipment(id, 'CONSOLIDATING')
    expect(await packageStatuses(id)).toEqual(before)
    await setShipment(id, 'RETURNED')
    expect(await packageStatuses(id)).toEqual(['DELIVERED', 'LOST', 'RETURNED', 'RETURNED'])
    expect((await shipment(id)).status).toBe('RETURNED')
    // RETURNED is lowered to DELIVERED: the returned packages were delivered after all.
    await setShipment(id, 'DELIVERED')
    expect(await packageStatuses(id)).toEqual(['DELIVERED', 'LOST', 'DELIVERED', 'DELIVERED'])
    await setShipment(id, 'READY_FOR_PICKUP')
    expect(await packageStatuses(id)).toEqual(before)

    const types = async (one: string) =>
      (await tenant.send(`GET /api/v1/packages/${one}/events`)).body.map((event: any) => event.event_type)
    const moves = ['DELIVERED', 'STATUS_CORRECTED', 'RETURNED', 'DELIVERED', 'STATUS_CORRECTED']
    expect(await types(ids[0]!)).toEqual(['PACKAGE_CREATED', ...moves])
    expect(await types(ids[2]!), 'the lost package does not change').toEqual(['PACKAGE_CREATED', 'LOST'])
  })

  test('that is lowered does not restore the status of a package that was corrected since', async () => {
    const { id, ids } = await shipmentWith('ARRIVED', 'ARRIVED')
    await setShipment(id, 'DELIVERED')
    await setPackage(ids[0]!, 'RETURNED')
    await setShipment(id, 'CONSOLIDATING')
    expect(await packageStatuses(id)).toEqual(['ARRIVED', 'RETURNED'])
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
  })

  test('gives way to packages that are RETURNED, unless it is DELIVERED', async () => {
    const { id, ids } = await shipmentWith('CREATED')
    await setShipment(id, 'READY_FOR_PICKUP')
    await setPackage(ids[0]!, 'RETURNED')
    expect((await shipment(id)).status).toBe('RETURNED')
    const other = await shipmentWith('CREATED')
    await setShipment(other.id, 'DELIVERED')
    await setPackage(other.ids[0]!, 'RETURNED')
    expect((await shipment(other.id)).status).toBe('DELIVERED')
    // A manager may set the status that the packages require, but no other.
    expect((await setShipment(other.id, 'RETURNED')).status).toBe(200)
    const back = await setShipment(other.id, 'DELIVERED')
    expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining('make it RETURNED')])
  })
})
