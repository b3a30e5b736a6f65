import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import type { Key } from '../../shared/db/keys.ts'
import { TenantTable } from '../../shared/db/table.ts'
import { bags, NewBag } from '../../shared/domain/bags/record.ts'
import { NewCourier } from '../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../shared/domain/flights/record.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { exampleOf, password } from '../support/api/tenant.ts'

/** Three kilograms on a flight for three, in a bag that waits for it, and a way to be read late. */
async function setting() {
  const store = memoryStore()
  let beforeBag: { act: () => Promise<unknown>; left: number } | undefined
  let together = 0
  const { call } = inProcess({
    store: {
      ...store,
      async get(key) {
        if (key.sk === 'BAG' && beforeBag && --beforeBag.left === 0) {
          const { act } = beforeBag
          beforeBag = undefined
          await act()
        }
        return store.get(key)
      },
      transactGet: (keys) => (together++, store.transactGet(keys)),
    },
  })
  const account = { email: 'one-moment@example.com', password, tenant_name: 'One Moment' }
  const token = (await call('POST /api/v1/auth/register', { body: account })).body.access_token as string
  const send = (key: string, body?: object) => call(key, { token, ...(body && { body }) })
  const made = async (noun: string, body: object) =>
    (await send(`POST /api/v1/${noun}`, body)).body.id as string
  const [bag, courier_id, flight_id, shipment] = [
    await made('bags', exampleOf(NewBag)),
    await made('couriers', exampleOf(NewCourier)),
    await made('flights', { ...exampleOf(NewFlight), max_weight_kg: 3 }),
    await made('shipments', exampleOf(NewShipment)),
  ]
  const inBag = (id: string) => `/api/v1/bags/${bag}/packages/${id}`
  const pack = async (weight: number) =>
    send(`POST ${inBag(await made(`shipments/${shipment}/packages`, { weight }))}`)
  const { package_id } = (await pack(3)).body as { package_id: string }
  return {
    pack,
    packAgain: () => send(`POST ${inBag(package_id)}`),
    unpack: () => send(`DELETE ${inBag(package_id)}`),
    assign: () => send(`POST /api/v1/bags/${bag}/assign-courier`, { courier_id, flight_id }),
    carry: (max_weight_kg: number) => send(`PUT /api/v1/flights/${flight_id}`, { max_weight_kg }),
    /** While the next request has not yet read the bag for the nth time. */
    meanwhile: (act: () => Promise<unknown>, nth = 1) => void (beforeBag = { act, left: nth }),
    together: () => together,
  }
}

test('a bag that fitted at every moment is not refused for what was read at two', async () => {
  const { assign, carry, pack, meanwhile, together } = await setting()
  meanwhile(async () => {
    await carry(9)
    await pack(6)
  })
  expect(await assign()).toMatchObject({ status: 200 })
  expect(together()).toBe(1)
})

test('what fits at no moment is refused, and looked at once more', async () => {
  const { assign, pack, together } = await setting()
  await pack(6)
  expect(await assign()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('weight left') },
  })
  expect(together()).toBe(1)
})

test.each([1, 2, 3])(
  'repeated packing answers from one consistent state, when it is taken out before the bag’s reading %i',
  async (nth) => {
    const { meanwhile, packAgain, unpack } = await setting()
    meanwhile(unpack, nth)
    expect(await packAgain()).toMatchObject({ status: 200, body: { total_packages: 1, total_weight_kg: 3 } })
  },
)

test('so much is asked of the table again as it reads in one transaction, and no more', async () => {
  const asked: number[] = []
  const memory = memoryStore()
  const together = (keys: readonly Key[]) => (asked.push(keys.length), memory.transactGet(keys))
  const table = new TenantTable({ ...memory, transactGet: together }, mintGrant(randomUUID()))
  for (const size of [1, 2, 100, 101]) {
    for (let n = 0; n < size; n++) await table.find(bags, { id: randomUUID() })
    expect(await table.isReadSetCurrent()).toBe(true)
  }
  expect(asked).toEqual([2, 100])
})
