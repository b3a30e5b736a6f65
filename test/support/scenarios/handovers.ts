import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { codeFor } from '../mail/codes.ts'
import type { Fixtures } from './fixtures.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'

/** What must hold after a request to one of the routes of hand-overs. */
export const handoverScenarios = (lane: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/shipments/{id}/handovers': async () => {
    const { send, shipment, one, counted, events, code } = await prepared(lane, on)
    const body = {
      handover_id: randomUUID(),
      package_ids: [one.id],
      received_by: 'Giorgi',
      code: await code(),
      signature: { width: 300, height: 100, path: 'M1 2L30 40' },
    }
    const act = () => send(`POST /api/v1/shipments/${shipment.id}/handovers`, body)
    return {
      act,
      after: async (answer) => {
        expect(answer.body).toMatchObject({ code_check: 'CONFIRMED', shipment_status: 'DELIVERED' })
        expect((await act()).body).toEqual(answer.body)
        expect(await counted()).toEqual(['DELIVERED', 1, 1])
        expect((await events()).filter((type: string) => type === 'DELIVERED')).toHaveLength(1)
        const { handovers } = (await send(`GET /api/v1/shipments/${shipment.id}/proof`)).body
        expect(handovers).toMatchObject([{ handover_id: body.handover_id, signature: body.signature }])
      },
    }
  },
  'POST /api/v1/shipments/{id}/handover-code': async () => {
    const { send, shipment, one, recipient_email, asksForCode } = await prepared(lane, on)
    return {
      act: asksForCode,
      after: async (_, again) => {
        const sent = () => lane.outboxMessages.filter(({ to }) => to === recipient_email)
        // If a function dies between counting the request and writing the message, no e-mail is sent. A repetition of the
        // request after a minute sends it.
        if (again && sent().length === 0) {
          lane.pass(61)
          await asksForCode()
        }
        expect(sent()).toHaveLength(1)
        const code = await codeFor(lane.emails(), 'handover', recipient_email)
        const body = { handover_id: randomUUID(), package_ids: [one.id], received_by: 'Giorgi', code }
        expect((await send(`POST /api/v1/shipments/${shipment.id}/handovers`, body)).status).toBe(201)
      },
    }
  },
})

/** A parcel whose recipient has an e-mail address, in a company that requires a code. */
async function prepared(lane: Lane, on: Fixtures) {
  const parcel = await on.parcel('READY_FOR_PICKUP', {}, on.verified)
  const { send, shipment } = parcel
  const recipient_email = `recipient-${randomUUID()}@example.com`
  await send(`PUT /api/v1/shipments/${shipment.id}`, { recipient_email })
  await send('PUT /api/v1/settings', { handover: { require: ['code'] } })
  const asksForCode = () => send(`POST /api/v1/shipments/${shipment.id}/handover-code`)
  const code = async () => {
    await asksForCode()
    return codeFor(lane.emails(), 'handover', recipient_email)
  }
  return { ...parcel, recipient_email, asksForCode, code }
}
