import { beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../support/realtime/sockets.ts'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { tokenOfCourier } from '../../support/in-process/tokens.ts'

// Two couriers on one flight carry packages of one shipment, each in a bag of their own. Shipment and flight are both
// couriers' own; a colleague's bag and package are not.

let tenant: Tenant
let shipment: { id: string }
let flight: { id: string }
let own: Carried, colleagues: Carried
type Carried = Awaited<ReturnType<typeof carried>>

async function carried() {
  const [courier, bag] = [await addCourier(tenant), await openBag(tenant)]
  const parcel = await add(tenant, shipment.id)
  await pack(tenant, bag.id, parcel.id)
  const body = { courier_id: courier.id, flight_id: flight.id }
  await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })
  return { courier, bag, parcel }
}

beforeAll(async () => {
  tenant = await newTenant()
  shipment = await book(tenant)
  flight = await schedule(tenant)
  own = await carried()
  colleagues = await carried()
})

describe.each(['shipment', 'flight'] as const)('on the channel of their %s, a courier', (kind) => {
  test('receives the events of their own bag and package, and none of a colleague’s', async () => {
    const channel = `${kind}:${{ shipment, flight }[kind].id}`
    const token = await tokenOfCourier(tenant.user.tenant_id, own.courier.id)
    const [courier, manager] = await Promise.all([listen(tenant, [channel], token), listen(tenant, [channel])])
    try {
      const moves = ({ bag, parcel }: Carried) => [
        [`PUT /api/v1/packages/${parcel.id}`, { body: { category: 'documents' } }],
        ['POST /api/v1/scan-event', { body: event(parcel.qr_code, bag.warehouse_id) }],
        [`PUT /api/v1/bags/${bag.id}/${kind === 'shipment' ? 'seal' : 'checkin'}`, { body: checkIn }],
      ]
      for (const [key, options] of [...moves(colleagues), ...moves(own)])
        expect((await tenant.send(key as string, options as object)).status).toBe(200)
      const last = kind === 'shipment' ? 'BAG_SEALED' : 'BAG_CHECKED_IN'
      const isOfOwn = ({ data }: any) => data.bag_id === own.bag.id && data.event_type === last
      await manager.until((events) => expect(events.some(isOfOwn)).toBe(true))
      await courier.until((events) => expect(events.some(isOfOwn)).toBe(true))
      const foreign = [colleagues.bag.id, colleagues.parcel.id]
      const isForeign = (event: unknown) => foreign.some((id) => JSON.stringify(event).includes(id))
      expect(manager.events().some(isForeign)).toBe(true)
      expect(courier.events().filter(isForeign)).toEqual([])
    } finally {
      courier.close()
      manager.close()
    }
  })
})

const checkIn = { airline_tag_code: 'SU123', airline: 'Aeroflot', flight_number: 'SU1234' }
const event = (qr_code: string, warehouse_id: string) => ({ qr_code, warehouse_id, event_type: 'CUSTOMS_HOLD' })

test('a courier who is suspended receives nothing more', async () => {
  const token = await tokenOfCourier(tenant.user.tenant_id, own.courier.id)
  const channel = `shipment:${shipment.id}`
  const [courier, manager] = await Promise.all([listen(tenant, [channel], token), listen(tenant, [channel])])
  try {
    await tenant.send(`PUT /api/v1/couriers/${own.courier.id}`, { body: { status: 'SUSPENDED' } })
    const body = { ...event(own.parcel.qr_code, own.bag.warehouse_id), event_type: 'CUSTOMS_CLEARED' }
    expect((await tenant.send('POST /api/v1/scan-event', { body })).status).toBe(200)
    const types = (events: any[]) => events.map(({ data }) => data.event_type)
    await manager.until((events) => expect(types(events)).toContain('CUSTOMS_CLEARED'))
    expect(types(courier.events())).not.toContain('CUSTOMS_CLEARED')
  } finally {
    courier.close()
    manager.close()
  }
})
