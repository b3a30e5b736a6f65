import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { close, flown, open, openCasesOf, reportOf } from './unloading.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

test.for(['ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'])(
  'a change or a scan to %s resolves the case of a missing package',
  async (status) => {
    const { bag, packages, ids } = await flown(tenant, 2)
    const { id } = (await open(tenant, bag)).body
    await close(tenant, id)
    const opened = (await Promise.all(ids.map((one) => openCasesOf(tenant, one)))).flat()
    expect(opened.map(({ code }) => code)).toEqual(['MISSING', 'MISSING'])
    const { body } = await tenant.send(`PUT /api/v1/packages/${packages[0].id}`, { body: { status } })
    expect(body).toMatchObject({ status, exception: null })
    const event_type = status === 'ARRIVED' ? 'ARRIVED_AT_WAREHOUSE' : status
    const scan = { qr_code: packages[1].qr_code, event_type, warehouse_id: randomUUID() }
    expect((await tenant.send('POST /api/v1/scan-event', { body: scan })).body).toMatchObject({ status })
    for (const one of opened)
      expect((await tenant.send(`GET /api/v1/cases/${one.id}`)).body).toMatchObject({
        status: 'RESOLVED',
        resolved_by: tenant.user.id,
      })
    expect(await reportOf(tenant, id)).toMatchObject({ missing: [], found: ids })
  },
)

test('the case of a missing package that is lost stays open until it is found', async () => {
  const { bag, ids } = await flown(tenant, 1)
  const { id } = (await open(tenant, bag)).body
  await close(tenant, id)
  for (const [status, left] of [
    ['LOST', 1],
    ['ARRIVED', 0],
  ] as const) {
    const { text } = await tenant.send(`PUT /api/v1/packages/${ids[0]!}`, { body: { status } })
    expect(await openCasesOf(tenant, ids[0]!), text).toHaveLength(left)
  }
})
