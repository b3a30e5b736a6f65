import { beforeAll, describe, expect, test } from 'vitest'
import { shipmentStatuses } from '../../../shared/domain/states/shipment.ts'
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
const words = async (id: string) =>
  (await tenant.send(`GET /api/v1/shipments/${id}/packages`)).body.map(({ status }: any) => status)
/** A shipment whose packages stand at these statuses, oldest first. */
async function standing(...statuses: string[]) {
  const { id } = await book(tenant)
  const ids: string[] = []
  for (const _ of statuses) ids.push((await add(tenant, id)).id)
  for (const [n, status] of statuses.entries()) if (status !== 'CREATED') await setPackage(ids[n]!, status)
  return { id, ids }
}

describe('a shipment follows its packages', () => {
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
  ])('%s: %j', async (expected, statuses) => {
    const { id } = await standing(...statuses)
    expect(await shipment(id)).toMatchObject({
      status: expected,
      packages_count: statuses.length,
      delivered_count: statuses.filter((status) => status === 'DELIVERED').length,
    })
  })

  test('which it keeps when all are lost', async () => {
    const { id, ids } = await standing('READY_FOR_PICKUP', 'READY_FOR_PICKUP')
    for (const one of ids) await setPackage(one, 'LOST')
    expect((await shipment(id)).status).toBe('READY_FOR_PICKUP')
    await setPackage(ids[0]!, 'ARRIVED')
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
  })

  test('with 80 packages, and no more, through every status, forth and back', { timeout: 60_000 }, async () => {
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
    const note = async () => seen.push((await shipment(id)).status)
    await setPackage(ids[0]!, 'IN_WAREHOUSE')
    await note()
    await setShipment(id, 'IN_TRANSIT')
    await note()
    await setPackage(ids[1]!, 'ARRIVED')
    await note()
    for (let n = 0; n < 80; n += 8)
      await Promise.all(ids.slice(n, n + 8).map((one) => setPackage(one, 'READY_FOR_PICKUP')))
    await note()
    await setShipment(id, 'DELIVERED')
    await note()
    expect(await shipment(id)).toMatchObject({ packages_count: 80, delivered_count: 80 })
    expect(new Set(await words(id))).toEqual(new Set(['DELIVERED']))
    await setShipment(id, 'READY_FOR_PICKUP')
    expect(await shipment(id)).toMatchObject({ status: 'READY_FOR_PICKUP', delivered_count: 0 })
    await setShipment(id, 'RETURNED')
    await note()
    expect(seen).toEqual(shipmentStatuses)
    expect(new Set(await words(id))).toEqual(new Set(['RETURNED']))
    expect((await tenant.send(`DELETE /api/v1/shipments/${id}`)).status).toBe(200)
    for (const one of [ids[0]!, ids[79]!])
      expect((await tenant.send(`GET /api/v1/packages/${one}`)).status).toBe(404)
  })
})

describe('a status set by hand', () => {
  test('is a floor under which packages do not pull, until a manager lowers it', async () => {
    const { id, ids } = await standing('CREATED')
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

  test('is not lowered below where the packages stand', async () => {
    const { id } = await standing('ARRIVED')
    const { status, body } = await setShipment(id, 'PREPARING')
    expect([status, body.detail]).toEqual([
      409,
      'The packages of this shipment make it CONSOLIDATING; lower it to that, or correct them first (PUT /api/v1/packages/{id})',
    ])
    await setShipment(id, 'DELIVERED')
    expect((await setShipment(id, 'PREPARING')).status).toBe(409)
    expect((await setShipment(id, 'CONSOLIDATING')).status).toBe(200)
  })

  test('of DELIVERED or RETURNED takes the open packages along, and lowering it gives their words back', async () => {
    const { id, ids } = await standing('CREATED', 'ARRIVED', 'LOST', 'DELIVERED')
    const before = await words(id)
    await setShipment(id, 'DELIVERED')
    expect(await words(id)).toEqual(['DELIVERED', 'LOST', 'DELIVERED', 'DELIVERED'])
    expect((await shipment(id)).delivered_count).toBe(3)
    await setShipment(id, 'CONSOLIDATING')
    expect(await words(id)).toEqual(before)
    await setShipment(id, 'RETURNED')
    expect(await words(id)).toEqual(['DELIVERED', 'LOST', 'RETURNED', 'RETURNED'])
    expect((await shipment(id)).status).toBe('RETURNED')
    // Down to DELIVERED: what was returned was delivered after all.
    await setShipment(id, 'DELIVERED')
    expect(await words(id)).toEqual(['DELIVERED', 'LOST', 'DELIVERED', 'DELIVERED'])
    await setShipment(id, 'READY_FOR_PICKUP')
    expect(await words(id)).toEqual(before)

    const types = async (one: string) =>
      (await tenant.send(`GET /api/v1/packages/${one}/events`)).body.map((event: any) => event.event_type)
    const moves = ['DELIVERED', 'STATUS_CORRECTED', 'RETURNED', 'DELIVERED', 'STATUS_CORRECTED']
    expect(await types(ids[0]!)).toEqual(['PACKAGE_CREATED', ...moves])
    expect(await types(ids[2]!), 'the lost one was not moved').toEqual(['PACKAGE_CREATED', 'LOST'])
  })

  test('does not give its former word back to a package that was corrected since', async () => {
    const { id, ids } = await standing('ARRIVED', 'ARRIVED')
    await setShipment(id, 'DELIVERED')
    await setPackage(ids[0]!, 'RETURNED')
    await setShipment(id, 'CONSOLIDATING')
    expect(await words(id)).toEqual(['ARRIVED', 'RETURNED'])
    expect((await shipment(id)).status).toBe('CONSOLIDATING')
  })

  test('RETURNED outranks every floor but DELIVERED', async () => {
    const { id, ids } = await standing('CREATED')
    await setShipment(id, 'READY_FOR_PICKUP')
    await setPackage(ids[0]!, 'RETURNED')
    expect((await shipment(id)).status).toBe('RETURNED')
    const other = await standing('CREATED')
    await setShipment(other.id, 'DELIVERED')
    await setPackage(other.ids[0]!, 'RETURNED')
    expect((await shipment(other.id)).status).toBe('DELIVERED')
    // A manager may go by what the packages say, and not against it.
    expect((await setShipment(other.id, 'RETURNED')).status).toBe(200)
    const back = await setShipment(other.id, 'DELIVERED')
    expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining('make it RETURNED')])
  })
})
