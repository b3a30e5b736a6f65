import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { ScanEvent } from '../../../shared/domain/scans/scan-events.ts'
import { filled } from '../../support/routes/records.ts'
import {
  addCourier,
  exampleOf,
  newTenant,
  openBag,
  scan,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { tokenOfCourier } from '../../support/in-process/tokens.ts'

// A courier who is suspended or deactivated is signed out, with the token that they still have.

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const courierWith = async (status?: string) => {
  const courier = await addCourier(tenant)
  const token = await tokenOfCourier(tenant.user.tenant_id, courier.id)
  if (status !== undefined)
    expect((await tenant.send(`PUT /api/v1/couriers/${courier.id}`, { body: { status } })).status).toBe(200)
  return { courier, token }
}

const rows = routes.filter(({ access, roles }) => access !== 'public' && roles.includes('courier'))

describe.each(['SUSPENDED', 'INACTIVE'])('a courier who is %s', (status) => {
  test('is refused by every route that lets couriers in', async () => {
    const { token } = await courierWith(status)
    const answers = await Promise.all(
      rows.map(async (row) => {
        const path = filled(row, new Proxy({}, { get: () => randomUUID() }))
        const { status, body, headers } = await tenant.send(path, { token, ...(row.body && { body: {} }) })
        return [row.key, status, body.code, headers['www-authenticate']]
      }),
    )
    const refused = [401, 'unauthenticated', 'Bearer error="invalid_token"']
    expect(answers).toEqual(rows.map(({ key }) => [key, ...refused]))
    expect(rows.length).toBeGreaterThan(25)
  })
})

test('a reinstated courier works again', async () => {
  const { courier, token } = await courierWith('SUSPENDED')
  await tenant.send(`PUT /api/v1/couriers/${courier.id}`, { body: { status: 'ACTIVE' } })
  expect((await tenant.send('GET /api/v1/bags', { token })).status).toBe(200)
})

describe('a courier', () => {
  test('who scans a colleague’s label does not learn what it is of', async () => {
    const { token } = await courierWith()
    const [bag, parcel] = [await openBag(tenant), await newParcel(tenant)]
    for (const label of [bag.qr_data, parcel.qr_data]) {
      const seen = await scan(
        { ...tenant, send: (key, options) => tenant.send(key, { token, ...options }) },
        label,
      )
      expect(seen).toMatchObject({ validation_result: 'entity_not_found', hmac_valid: true })
      expect(seen.entity).toBeUndefined()
    }
  })

  test('who names an unknown warehouse does not open one', async () => {
    const { courier, token } = await courierWith()
    const [bag, parcel] = [await openBag(tenant), await newParcel(tenant)]
    await tenant.send(`POST /api/v1/bags/${bag.id}/packages/${parcel.id}`)
    const flight = await tenant.send('POST /api/v1/flights', {
      body: { ...exampleOf(NewFlight), courier_id: courier.id },
    })
    const body = { courier_id: courier.id, flight_id: flight.body.id }
    await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })
    const event = { ...exampleOf(ScanEvent), qr_code: parcel.qr_code }
    const scanAt = (warehouse_id: string) =>
      tenant.send('POST /api/v1/scan-event', { token, body: { ...event, warehouse_id } })
    const unknown = await scanAt(randomUUID())
    expect([unknown.status, unknown.body.detail]).toEqual([404, 'Warehouse not found'])
    expect((await scanAt(bag.warehouse_id)).status).toBe(200)
  })
})
