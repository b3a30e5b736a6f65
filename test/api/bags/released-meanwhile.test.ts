import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import type { Store } from '../../../shared/db/store.ts'
import { exampleOf } from '../../support/api/tenant.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'

test('a bag whose flight is cancelled while it gets another courier is not put on that flight again', async () => {
  const memory = memoryStore()
  let beforeNextBag: (() => Promise<unknown>) | undefined
  const store: Store = {
    ...memory,
    async get(key) {
      const act = key.sk === 'BAG' ? beforeNextBag : undefined
      if (act) beforeNextBag = undefined
      await act?.()
      return memory.get(key)
    },
  }
  const service = inProcess({ store })
  const { manager: token } = await tokensOf(randomUUID(), 900, service)
  const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
  const create = async (path: string, body: object): Promise<string> =>
    (await send(`POST /api/v1/${path}`, body)).body.id
  const [first, second] = [
    await create('couriers', exampleOf(NewCourier)),
    await create('couriers', exampleOf(NewCourier)),
  ]
  const flight_id = await create('flights', exampleOf(NewFlight))
  const bag = await create('bags', exampleOf(NewBag))
  const assign = (courier_id: string) =>
    send(`POST /api/v1/bags/${bag}/assign-courier`, { courier_id, flight_id })
  expect((await assign(first)).status).toBe(200)
  // The flight is read before, and the bag after.
  beforeNextBag = () => send(`PUT /api/v1/flights/${flight_id}`, { status: 'CANCELLED' })
  const { status, body } = await assign(second)
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/^Flight .* is CANCELLED$/)])
  expect((await send(`GET /api/v1/bags/${bag}`)).body.flight_id).toBeNull()
  expect((await send(`GET /api/v1/flights/${flight_id}`)).body.bags_count).toBe(0)
})
