import { expect } from 'vitest'
import { CheckIn, NewBag } from '../../../shared/domain/bags/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { contract } from '../flight-data/server.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'
import type { Fixtures } from './fixtures.ts'

/** What must hold after a request to one of the routes for flights and bags. */
export const travelScenarios = (lane: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/flights': async () => {
    const { send, flight: other } = await on.flight()
    return {
      act: () => send('POST /api/v1/flights', exampleOf(NewFlight)),
      after: async (answer) => {
        const ids = (await send('GET /api/v1/flights')).body.map(({ id }: any) => id)
        expect(ids.sort()).toEqual([answer.body.id, other.id].sort())
      },
    }
  },
  'PUT /api/v1/flights/{id}': async () => {
    const { send, at } = await on.flight()
    return {
      act: () => send(`PUT ${at}`, { status: 'DEPARTED', max_weight_kg: 80 }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        const read = await send(`GET ${at}`)
        expect([read.body, read.headers.etag]).toEqual([answer.body, '"2"'])
      },
    }
  },
  'POST /api/v1/flights/{id}/sync': async () => {
    const { send, flight: one, at } = await on.flight()
    lane.provider.says(contract(one, { status: 'Boarding' }))
    lane.provider.asked.length = 0
    return {
      act: () => send(`POST ${at}/sync`),
      after: async (answer, again) => {
        expect(answer.body).toMatchObject({
          status: 'BOARDING',
          synced: true,
          ...(!again && { cached: false }),
        })
        expect((await send(`GET ${at}`)).headers.etag).toBe('"2"')
        // If the function was killed after its call to the provider, the retry repeats that call.
        expect(lane.provider.asked.length).toBeLessThanOrEqual(again ? 2 : 1)
      },
    }
  },
  'POST /api/v1/bags': async () => {
    const { send } = await on.parcel()
    return {
      act: () => send('POST /api/v1/bags', exampleOf(NewBag)),
      after: async (answer) => {
        expect((await send('GET /api/v1/bags')).body).toEqual([answer.body])
        expect((await send(`GET /api/v1/warehouses/${answer.body.warehouse_id}`)).status).toBe(200)
      },
    }
  },
  'PUT /api/v1/bags/{id}': async () => {
    const { send, bag } = await on.packed()
    return {
      act: () => send(`PUT ${bag}`, { label: 'another' }),
      after: async (answer) => expect((await send(`GET ${bag}`)).body).toEqual(answer.body),
    }
  },
  'DELETE /api/v1/bags/{id}': async () => {
    const { send, bag } = await on.packed(false)
    return {
      act: () => send(`DELETE ${bag}`),
      after: async () => expect((await send(`GET ${bag}`)).status).toBe(404),
    }
  },
  'POST /api/v1/bags/{id}/packages': async () => {
    const { send, bag, flight, one, events, counted } = await on.packed(false)
    return {
      act: () => send(`POST ${bag}/packages`, { package_ids: [one.id] }),
      after: async () => {
        expect((await send(`GET ${bag}`)).body).toMatchObject({ total_packages: 1, total_weight_kg: 1.2 })
        expect((await send(`GET ${flight}`)).body).toMatchObject({ available_weight_kg: 58.8, bags_count: 1 })
        expect((await events()).filter((type: string) => type === 'ASSIGNED_TO_BAG').length).toBe(1)
        expect(await counted()).toEqual(['IN_TRANSIT', 1, 0])
      },
    }
  },
  'POST /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { send, bag, flight, one, events, counted } = await on.packed(false)
    return {
      act: () => send(`POST ${bag}/packages/${one.id}`),
      after: async () => {
        expect((await send(`GET ${bag}`)).body).toMatchObject({ total_packages: 1, total_weight_kg: 1.2 })
        expect((await send(`GET ${flight}`)).body).toMatchObject({ available_weight_kg: 58.8, bags_count: 1 })
        expect((await events()).filter((type: string) => type === 'ASSIGNED_TO_BAG').length).toBe(1)
        expect(await counted()).toEqual(['IN_TRANSIT', 1, 0])
      },
    }
  },
  'DELETE /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { send, bag, flight, one, counted } = await on.packed()
    return {
      act: () => send(`DELETE ${bag}/packages/${one.id}`),
      after: async () => {
        expect((await send(`GET ${bag}`)).body).toMatchObject({ total_packages: 0, total_weight_kg: 0 })
        expect((await send(`GET ${flight}`)).body.available_weight_kg).toBe(60)
        expect(await counted()).toEqual(['RECEIVED', 1, 0])
      },
    }
  },
  'POST /api/v1/bags/{id}/assign-courier': async () => {
    const { send, bag, assignment, flight } = await on.packed()
    const other = (await send('POST /api/v1/flights', exampleOf(NewFlight))).body.id
    return {
      act: () => send(`POST ${bag}/assign-courier`, { ...assignment, flight_id: other }),
      after: async () => {
        expect((await send(`GET ${flight}`)).body).toMatchObject({ available_weight_kg: 60, bags_count: 0 })
        const taken = (await send(`GET /api/v1/flights/${other}`)).body
        expect(taken).toMatchObject({ available_weight_kg: 58.8, bags_count: 1 })
      },
    }
  },
  'PUT /api/v1/bags/{id}/seal': async () => {
    const { send, bag } = await on.packed()
    return {
      act: () => send(`PUT ${bag}/seal`),
      after: async (answer) => expect((await send(`GET ${bag}`)).body).toEqual(answer.body),
    }
  },
  'PUT /api/v1/bags/{id}/checkin': async () => {
    const { send, bag, events } = await on.packed()
    return {
      act: () => send(`PUT ${bag}/checkin`, exampleOf(CheckIn)),
      after: async () => {
        expect((await send(`GET ${bag}`)).body.status).toBe('CHECKED_IN')
        expect((await events()).filter((type: string) => type === 'BAG_CHECKED_IN').length).toBe(1)
      },
    }
  },
})
