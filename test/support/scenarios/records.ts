import { expect } from 'vitest'
import { NewContact } from '../../../shared/domain/contacts/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { exampleOf } from '../api/tenant.ts'
import { testStore } from '../in-process/store.ts'
import { challengeIn, nowhere } from '../webhooks/webhooks.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'
import type { Fixtures } from './fixtures.ts'
import { waitFor } from '../suite/wait.ts'

/** What must hold after a request to one of the routes for couriers, warehouses and webhooks. */
export const recordsScenarios = (lane: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/contacts': () => on.creation('contacts', exampleOf(NewContact)),
  'PUT /api/v1/contacts/{id}': async () => {
    const { send, path, read } = await on.existing('contacts', exampleOf(NewContact))
    return {
      act: () => send(`PUT ${path}`, { name: 'Nino Kipiani', phone: '+995599000111', language: null }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect(await read()).toEqual(answer.body)
        for (const [query, wanted] of [
          ['kipiani', [answer.body]],
          ['beridze', []],
        ])
          expect((await send(`GET /api/v1/contacts?q=${query as string}`)).body).toEqual(wanted)
      },
    }
  },
  'DELETE /api/v1/contacts/{id}': async () => {
    const { send, path } = await on.existing('contacts', exampleOf(NewContact))
    return {
      act: () => send(`DELETE ${path}`),
      after: async () => {
        expect((await send(`GET ${path}`)).status).toBe(404)
        expect((await send('GET /api/v1/contacts?q=beridze')).body).toEqual([])
      },
    }
  },
  'POST /api/v1/couriers': () =>
    on.creation('couriers', exampleOf(NewCourier), { passport_number: '•••••4567' }),
  'PUT /api/v1/couriers/{id}': async () => {
    const { send, path, read } = await on.courier()
    return {
      act: () => send(`PUT ${path}`, { passport_number: '99XY98765', status: 'SUSPENDED' }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect(await read()).toEqual({ ...answer.body, passport_number: '•••••8765' })
      },
    }
  },
  'POST /api/v1/couriers/{id}/passport/reveal': async () => {
    const { send, path, read } = await on.courier()
    const before = await read()
    return {
      act: () => send(`POST ${path}/passport/reveal`, { reason: 'Booking' }),
      after: async (answer) => {
        expect(answer.body).toEqual({ courier_id: before.id, passport_number: '12AB34567' })
        expect(await read()).toEqual(before)
      },
    }
  },
  'DELETE /api/v1/couriers/{id}': async () => {
    const { send, path, read } = await on.courier()
    return {
      act: () => send(`DELETE ${path}`),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect(await read()).toMatchObject({ status: 'INACTIVE', updated_at: answer.body.updated_at })
      },
    }
  },
  'POST /api/v1/couriers/{id}/no-shows': async () => {
    const { send, path, read } = await on.courier()
    return {
      act: () => send(`POST ${path}/no-shows`, { cause: 'ILLNESS' }),
      after: async (answer) => {
        expect(await read('/no-shows')).toEqual([answer.body])
        expect(await read('/stats')).toMatchObject({ no_show_count: 1 })
      },
    }
  },
  'POST /api/v1/couriers/{id}/ratings': async () => {
    const { send, path, read } = await on.courier()
    return {
      act: () => send(`POST ${path}/ratings`, { rating: 4 }),
      after: async () => expect(await read('/stats')).toMatchObject({ rating: 4, rating_count: 1 }),
    }
  },
  'POST /api/v1/webhooks': async () => {
    const { access_token: token } = await on.verified()
    return {
      act: () => lane.call('POST /api/v1/webhooks', { token, body: { url: nowhere() } }),
      after: async ({ body: { secret: _secret, ...created } }) =>
        expect((await lane.call('GET /api/v1/webhooks', { token })).body).toEqual([created]),
    }
  },
  'PUT /api/v1/webhooks/{id}': async () => {
    const { send, path, read } = await on.webhook()
    return {
      act: () => send(`PUT ${path}`, { status: 'DISABLED' }),
      after: async (answer) => {
        expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'DISABLED'])
        expect(await read()).toEqual(answer.body)
      },
    }
  },
  'DELETE /api/v1/webhooks/{id}': async () => {
    const { send, path } = await on.webhook()
    return {
      act: () => send(`DELETE ${path}`),
      after: async () => expect((await send(`GET ${path}`)).status).toBe(404),
    }
  },
  'POST /api/v1/webhooks/{id}/rotate-secret': async () => {
    const { send, path, read } = await on.webhook()
    return {
      act: () => send(`POST ${path}/rotate-secret`),
      after: async ({ headers, body: { secret: _secret, ...rotated } }) => {
        expect(headers.etag).toBe('"2"')
        expect(await read()).toEqual(rotated)
      },
    }
  },
  'POST /api/v1/webhooks/{id}/verify': async () => {
    const { send, path, read } = await on.webhook()
    const { id, tenant_id } = await read()
    const code = await challengeIn(testStore(), tenant_id, id)
    return {
      act: () => send(`POST ${path}/verify`, { code }),
      after: async (answer) => {
        expect(answer.body.status).toBe('ENABLED')
        expect(await read()).toEqual(answer.body)
      },
    }
  },
  'POST /api/v1/webhooks/{id}/test': async () => {
    const { send, path, read } = await on.webhook()
    return {
      act: () => send(`POST ${path}/test`),
      after: async ({ body: { id } }) => {
        // The first is the ping of the creation.
        await waitFor(async () =>
          expect((await read('/deliveries')).map((one: any) => one.id)).toEqual([id, expect.any(String)]),
        )
      },
    }
  },
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': async () => {
    const { send, path, read, delivery } = await on.failedDelivery()
    return {
      act: () => send(`POST ${path}${delivery}/replay`),
      after: async () => {
        await waitFor(async () => expect((await read(delivery)).attempts.length).toBeGreaterThan(1))
      },
    }
  },
  'POST /api/v1/warehouses': () => on.creation('warehouses', exampleOf(NewWarehouse)),
  'PUT /api/v1/warehouses/{id}': async () => {
    const { send, path, read } = await on.existing('warehouses', exampleOf(NewWarehouse))
    return {
      act: () => send(`PUT ${path}`, { name: 'changed' }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect(await read()).toEqual(answer.body)
      },
    }
  },
})
