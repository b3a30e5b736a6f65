import { expect } from 'vitest'
import type { Answer } from '../api/answer.ts'
import { findOf } from '../routes/records.ts'
import type { Fixtures } from './fixtures.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'

/** What must hold after a request to one of the routes of unloadings. */
export const unloadingScenarios = (_: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/warehouse/{id}/unloadings': async () => {
    const { send, bag, one, opens } = await on.unloading()
    return {
      act: () => opens({ seal_intact: false }),
      after: async (answer) => {
        expect((await opens({})).body).toEqual(answer.body)
        expect(answer.body).toMatchObject({ expected: [one.id], missing: [one.id], seal_intact: false })
        expect((await send(`GET ${bag}`)).body.arrived_at).not.toBeNull()
        expect((await send(`GET /api/v1/cases?package_id=${one.id}`)).body).toMatchObject([{ kind: 'DAMAGE' }])
      },
    }
  },
  'POST /api/v1/unloadings/{id}/finds': async () => {
    const { send, one, opens, events } = await on.unloading()
    const at = `/api/v1/unloadings/${(await opens({})).body.id}`
    const find = findOf(one.qr_code, { condition: 'DAMAGED' })
    const act = async (): Promise<Answer> => {
      const answer = await send(`POST ${at}/finds`, { finds: [find] })
      return answer.body.results?.[0]?.retry_after === undefined ? answer : act()
    }
    return {
      act,
      after: async () => {
        expect((await act()).body.results).toMatchObject([{ status: 200, body: { counted: true } }])
        expect((await send(`GET ${at}`)).body).toMatchObject({ found: [one.id], damaged: [one.id] })
        expect((await events()).slice(-2).sort()).toEqual(['ARRIVED_AT_WAREHOUSE', 'DAMAGED'])
        expect((await send(`GET /api/v1/cases?package_id=${one.id}`)).body).toHaveLength(1)
      },
    }
  },
  'POST /api/v1/unloadings/{id}/close': async () => {
    const { send, one, opens, bag } = await on.unloading()
    const { id } = (await opens({})).body
    return {
      act: () => send(`POST /api/v1/unloadings/${id}/close`),
      after: async () => {
        expect((await send(`GET /api/v1/unloadings/${id}`)).body).toMatchObject({
          status: 'CLOSED',
          missing: [one.id],
        })
        expect((await send(`GET /api/v1/cases?package_id=${one.id}`)).body).toMatchObject([{ code: 'MISSING' }])
        expect((await opens({})).body.id, `another of ${bag}`).not.toBe(id)
      },
    }
  },
})
