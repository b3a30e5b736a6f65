import { expect } from 'vitest'
import type { Answer } from '../api/answer.ts'
import { importOver, shipmentFile, uploadTable } from '../api/imports.ts'
import type { Sender } from '../api/tenant.ts'
import type { Fixtures } from './fixtures.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'

/** What must hold after a request to one of the routes that import and export. */
export function transfersScenarios(lane: Lane, on: Fixtures): Scenarios {
  const requested = (path: string, then: (company: Sender, body: any) => Promise<void>) => async () => {
    const { access_token: token } = await on.registered()
    const send: Sender['send'] = (key, options = {}) => lane.call(key, { token, ...options })
    const body = { kind: 'shipments' }
    return {
      act: () => send(`POST ${path}`, { body }),
      after: async ({ body: answer }: Answer) => {
        expect((await send(`GET ${path}/${answer.id}`)).body).toMatchObject({ id: answer.id, ...body })
        expect((await send(`GET ${path}`)).body).toMatchObject([{ id: answer.id }])
        await then({ send }, answer)
      },
    }
  }
  return {
    'POST /api/v1/imports': requested('/api/v1/imports', async (company, answer) => {
      await uploadTable(answer, shipmentFile(2, [1]))
      expect(await importOver(company, answer.id)).toMatchObject({ imported: 1, failed: 1 })
    }),
    'POST /api/v1/exports': requested('/api/v1/exports', async () => undefined),
  }
}
