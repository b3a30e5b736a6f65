import { expect } from 'vitest'
import { NewApiKey } from '../../../shared/domain/api-keys/api-keys.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Fixtures } from './fixtures.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'

/** What must hold after a request to one of the routes for API keys. */
export function apiKeysScenarios(lane: Lane, on: Fixtures): Scenarios {
  const key = async () => {
    const { access_token: token } = await on.verified()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const { body } = await send('POST /api/v1/api-keys', exampleOf(NewApiKey))
    return { send, key: body, path: `/api/v1/api-keys/${body.id}` }
  }
  const ask = ({ client_id, secret }: any) =>
    lane.call('POST /api/v1/auth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret: secret },
    })
  return {
    'POST /api/v1/auth/token': async () => {
      const { key: created, send, path } = await key()
      return {
        act: () => ask(created),
        after: async ({ body }) => {
          const token = body.access_token
          expect((await lane.call('GET /api/v1/shipments', { token })).status).toBe(200)
          expect((await send(`GET ${path}`)).body.last_used_at).toMatch(/:00:00\.000Z$/)
        },
      }
    },
    'POST /api/v1/api-keys': async () => {
      const { access_token: token } = await on.verified()
      return {
        act: () => lane.call('POST /api/v1/api-keys', { token, body: exampleOf(NewApiKey) }),
        after: async ({ body }) => {
          const { secret: _secret, ...created } = body
          expect((await lane.call('GET /api/v1/api-keys', { token })).body).toEqual([created])
          expect((await ask(body)).status).toBe(200)
        },
      }
    },
    'DELETE /api/v1/api-keys/{id}': async () => {
      const { send, key: created, path } = await key()
      return {
        act: () => send(`DELETE ${path}`),
        after: async () => {
          expect((await send(`GET ${path}`)).status).toBe(404)
          expect((await ask(created)).status).toBe(401)
        },
      }
    },
    'POST /api/v1/api-keys/{id}/rotate': async () => {
      const { send, key: created, path } = await key()
      return {
        act: () => send(`POST ${path}/rotate`, { overlap_seconds: 0 }),
        after: async ({ body }) => {
          expect((await ask(body)).status).toBe(200)
          expect((await ask(created)).status).toBe(401)
        },
      }
    },
  }
}
