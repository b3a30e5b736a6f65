import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { stopToken } from '../mail/notices.ts'
import type { Fixtures } from './fixtures.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'

/** What must hold after a request to one of the routes for notices. */
export function noticesScenarios(lane: Lane, on: Fixtures): Scenarios {
  /** A shipment that has a notice, and the token of its e-mail. */
  const noticed = async () => {
    const recipient_email = `notices-${randomUUID()}@example.com`
    const { send, shipment } = await on.parcel('READY_FOR_PICKUP', { recipient_email }, on.verified)
    const path = `/api/v1/shipments/${shipment.id}/notices`
    const token = await stopToken(lane.emails(), shipment, recipient_email)
    const choose = (choice: string) => lane.call(`POST /api/v1/notices/${token}/${choice}`)
    return { send, path, choose }
  }
  return {
    'POST /api/v1/shipments/{id}/notices': async () => {
      const { send, path } = await noticed()
      return {
        act: () => send(`POST ${path}`),
        after: async (answer) => {
          const all: any[] = (await send(`GET ${path}`)).body
          expect(all.map(({ status, resent }) => [status, resent])).toEqual([
            ['READY_FOR_PICKUP', true],
            ['READY_FOR_PICKUP', false],
          ])
          if (answer.status === 202) expect(answer.body.notices.map(({ id }: any) => id)).toEqual([all[0].id])
        },
      }
    },
    'POST /api/v1/notices/{notice_token}/stop': async () => {
      const { send, path, choose } = await noticed()
      return {
        act: () => choose('stop'),
        after: async () => expect((await send(`POST ${path}`)).body.detail).toContain('stopped'),
      }
    },
    'POST /api/v1/notices/{notice_token}/start': async () => {
      const { send, path, choose } = await noticed()
      await choose('stop')
      return {
        act: () => choose('start'),
        after: async () => expect((await send(`POST ${path}`)).status).toBe(202),
      }
    },
  }
}
