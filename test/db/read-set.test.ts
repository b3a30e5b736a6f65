import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import type { Key } from '../../shared/db/keys.ts'
import { tableOn } from '../support/in-process/table.ts'
import { bags, NewBag } from '../../shared/domain/bags/record.ts'
import { NewCourier } from '../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../shared/domain/flights/record.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { exampleOf, password } from '../support/api/tenant.ts'

/** A bag of 3 kg and a flight with a capacity of 3 kg. `meanwhile` delays a read of the bag. */
async function setup() {
  const store = memoryStore()
  let beforeBag: { act: () => Promise<unknown>; countdown: number } | undefined
  let transactionalReads = 0
  const { call } = inProcess({
    store: {
      ...store,
      async get(key) {
        if (key.sk === 'BAG' && beforeBag && --beforeBag.countdown === 0) {
          const { act } = beforeBag
          beforeBag = undefined
          await act()
        }
        return store.get(key)
      },
      transactGet: (keys) => (transactionalReads++, store.transactGet(keys)),
    },
  })
  const account = { email: 'one-moment@example.com', password, tenant_name: 'One Moment' }
  const token = (await call('POST /api/v1/auth/register', { body: account })).body.access_token as string
  const send = (key: string, body?: object) => call(key, { token, ...(body && { body }) })
  const create = async (noun: string, body: object) =>
    (await send(`POST /api/v1/${noun}`, body)).body.id as string
  const [bag, courier_id, flight_id, shipment] = [
    await create('bags', exampleOf(NewBag)),
    await create('couriers', exampleOf(NewCourier)),
    await create('flights', { ...exampleOf(NewFlight), max_weight_kg: 3 }),
    await create('shipments', exampleOf(NewShipment)),
  ]
  const inBag = (id: string) => `/api/v1/bags/${bag}/packages/${id}`
  const pack = async (weight: number) =>
    send(`POST ${inBag(await create(`shipments/${shipment}/packages`, { weight }))}`)
  const { package_id } = (await pack(3)).body as { package_id: string }
  return {
    pack,
    packAgain: () => send(`POST ${inBag(package_id)}`),
    unpack: () => send(`DELETE ${inBag(package_id)}`),
    assign: () => send(`POST /api/v1/bags/${bag}/assign-courier`, { courier_id, flight_id }),
    setCapacity: (max_weight_kg: number) => send(`PUT /api/v1/flights/${flight_id}`, { max_weight_kg }),
    /** Runs an action before the nth read of the bag. */
    meanwhile: (act: () => Promise<unknown>, nth = 1) => void (beforeBag = { act, countdown: nth }),
    transactionalReads: () => transactionalReads,
  }
}

test('a request is not refused because of inconsistent reads of a bag and a flight', async () => {
  const { assign, setCapacity, pack, meanwhile, transactionalReads } = await setup()
  meanwhile(async () => {
    await setCapacity(9)
    await pack(6)
  })
  expect(await assign()).toMatchObject({ status: 200 })
  expect(transactionalReads()).toBe(1)
})

test('a request is refused after one transactional read confirms that the bag is too heavy', async () => {
  const { assign, pack, transactionalReads } = await setup()
  await pack(6)
  expect(await assign()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('weight left') },
  })
  expect(transactionalReads()).toBe(1)
})

test.each([1, 2, 3])(
  'repeated packing responds from one consistent state if the package is removed before read %i of the bag',
  async (nth) => {
    const { meanwhile, packAgain, unpack } = await setup()
    meanwhile(unpack, nth)
    expect(await packAgain()).toMatchObject({ status: 200, body: { total_packages: 1, total_weight_kg: 3 } })
  },
)

test('read sets of 2 to 100 items, the limit of a transaction, are read again', async () => {
  const sizes: number[] = []
  const memory = memoryStore()
  const transactGet = (keys: readonly Key[]) => (sizes.push(keys.length), memory.transactGet(keys))
  const table = tableOn({ ...memory, transactGet }, mintGrant(randomUUID()))
  for (const size of [1, 2, 100, 101]) {
    for (let n = 0; n < size; n++) await table.find(bags, { id: randomUUID() })
    expect(await table.isReadSetCurrent()).toBe(true)
  }
  expect(sizes).toEqual([2, 100])
})
