import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { ScanEvent } from '../../../shared/domain/scans/scan-events.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { SentPhoto } from '../../../shared/http/body/photo.ts'
import type { Answer } from '../api/answer.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'
import type { Fixtures } from './fixtures.ts'

/** What must hold after a request to one of the routes for shipments, packages, photos and scans. */
export const parcelsScenarios = (lane: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/shipments': async () => {
    const { access_token: token } = await on.registered()
    return {
      act: () => lane.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) }),
      after: async (answer) => expect(await on.listed(token)).toEqual([answer.body]),
    }
  },
  'PUT /api/v1/shipments/{id}': async () => {
    const { access_token: token } = await on.registered()
    const { body } = await lane.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
    const change = {
      token,
      headers: { 'if-match': '"1"' },
      body: { description: 'changed', reference: 'Order 7' },
    }
    return {
      act: () => lane.call(`PUT /api/v1/shipments/${body.id}`, change),
      after: async (answer) => {
        const read = await lane.call(`GET /api/v1/shipments/${body.id}`, { token })
        expect([read.body.description, read.body.reference, read.headers.etag]).toEqual([
          'changed',
          'Order 7',
          '"2"',
        ])
        if (answer.status === 200) expect([read.body, '"2"']).toEqual([answer.body, answer.headers.etag])
      },
    }
  },
  'DELETE /api/v1/shipments/{id}': async () => {
    const { send, shipment } = await on.parcel()
    return {
      act: () => send(`DELETE /api/v1/shipments/${shipment.id}`),
      after: async () => expect((await send(`GET /api/v1/shipments/${shipment.id}`)).status).toBe(404),
    }
  },
  'POST /api/v1/shipments/{id}/packages': async () => {
    const { send, contents, one, counted } = await on.parcel()
    return {
      act: () => send(`POST ${contents}`, exampleOf(NewPackage)),
      after: async (answer) => {
        expect((await send(`GET ${contents}`)).body).toEqual([answer.body, one])
        expect(await counted()).toEqual(['RECEIVED', 2, 0])
      },
    }
  },
  'POST /api/v1/shipments/{id}/return': async () => {
    const { send, shipment } = await on.parcel()
    return {
      act: () => send(`POST /api/v1/shipments/${shipment.id}/return`, {}),
      after: async (answer) => {
        const { return_id } = (await send(`GET /api/v1/shipments/${shipment.id}`)).body
        const back = (await send(`GET /api/v1/shipments/${return_id}`)).body
        expect([back.return_of, back.origin]).toEqual([shipment.id, shipment.destination])
        if (answer.status === 201) expect(answer.body.id).toBe(return_id)
      },
    }
  },
  'POST /api/v1/shipments/{id}/cancel': async () => {
    const { send, shipment, one, events } = await on.parcel()
    return {
      act: () => send(`POST /api/v1/shipments/${shipment.id}/cancel`, { reason: 'by mistake' }),
      after: async (answer) => {
        const { status, cancelled_at } = (await send(`GET /api/v1/shipments/${shipment.id}`)).body
        expect(status).toBe('RETURNED')
        if (answer.status === 200) expect(answer.body.cancelled_at).toBe(cancelled_at)
        expect((await send(`GET /api/v1/packages/${one.id}`)).body.status).toBe('RETURNED')
        expect(await events()).toEqual(['PACKAGE_CREATED', 'SHIPMENT_CANCELLED'])
      },
    }
  },
  'POST /api/v1/packages/{id}/events/{event_id}/void': async () => {
    const { send, one, events } = await on.parcel()
    const scan = { ...exampleOf(ScanEvent), qr_code: one.qr_code }
    const { event_id } = (await send('POST /api/v1/scan-event', scan)).body
    return {
      act: () => send(`POST /api/v1/packages/${one.id}/events/${event_id}/void`, { reason: 'another parcel' }),
      after: async () => {
        expect((await send(`GET /api/v1/packages/${one.id}`)).body.status).toBe('CREATED')
        expect(await events()).toEqual(['PACKAGE_CREATED', 'PACKAGE_SCANNED', 'EVENT_VOIDED'])
      },
    }
  },
  'POST /api/v1/cases': async () => {
    const { send, one, events } = await on.parcel()
    return {
      act: () => send('POST /api/v1/cases', { kind: 'HOLD', package_ids: [one.id], note: 'no invoice' }),
      after: async (answer) => {
        const open = (await send(`GET /api/v1/cases?package_id=${one.id}`)).body
        expect(open).toEqual([answer.body])
        const { exception } = (await send(`GET /api/v1/packages/${one.id}`)).body
        expect(exception).toEqual({ code: 'HOLD', note: 'no invoice', since: answer.body.created_at })
        expect(await events()).toEqual(['PACKAGE_CREATED', 'CASE_OPENED'])
      },
    }
  },
  'PATCH /api/v1/cases/{id}': async () => {
    const { send, one, events } = await on.parcel()
    const opened = (await send('POST /api/v1/cases', { kind: 'DAMAGE', package_ids: [one.id] })).body
    return {
      act: () => send(`PATCH /api/v1/cases/${opened.id}`, { status: 'RESOLVED' }),
      after: async () => {
        expect((await send(`GET /api/v1/cases/${opened.id}`)).body.status).toBe('RESOLVED')
        expect((await send(`GET /api/v1/packages/${one.id}`)).body.exception).toBeNull()
        expect(await events()).toEqual(['PACKAGE_CREATED', 'DAMAGED', 'CASE_RESOLVED'])
      },
    }
  },
  'POST /api/v1/packages/{id}/photo': async () => {
    const { send, one, events } = await on.parcel()
    return {
      act: () => send(`POST /api/v1/packages/${one.id}/photo`, exampleOf(SentPhoto)),
      after: async (answer) => {
        const listed = (await send(`GET /api/v1/packages/${one.id}/photos`)).body
        expect(listed.map(({ photo_id }: any) => photo_id)).toEqual([answer.body.photo_id])
        expect(await events()).toEqual(['PACKAGE_CREATED', 'PHOTO_ADDED'])
      },
    }
  },
  'POST /api/v1/packages/{id}/photo-upload': async () => {
    const { send, one } = await on.parcel()
    return {
      act: () => send(`POST /api/v1/packages/${one.id}/photo-upload`, {}),
      after: async (answer) => {
        const [only, ...more] = (await send(`GET /api/v1/packages/${one.id}/photos`)).body
        expect([only.photo_id, only.status, more]).toEqual([answer.body.photo_id, 'pending', []])
      },
    }
  },
  'GET /api/v1/packages/{id}/label': async () => {
    const { send, one, events } = await on.parcel()
    return {
      act: () => send(`GET /api/v1/packages/${one.id}/label?format=zpl`),
      after: async () => expect(await events()).toEqual(['PACKAGE_CREATED', 'LABEL_PRINTED']),
    }
  },
  'PUT /api/v1/packages/{id}': async () => {
    const { send, one, counted, events } = await on.parcel('ARRIVED')
    return {
      act: () => send(`PUT /api/v1/packages/${one.id}`, { status: 'DELIVERED' }),
      after: async (answer) => {
        expect((await send(`GET /api/v1/packages/${one.id}`)).body).toEqual(answer.body)
        expect(await counted()).toEqual(['DELIVERED', 1, 1])
        expect(await events()).toEqual(['PACKAGE_CREATED', 'ARRIVED_AT_WAREHOUSE', 'DELIVERED'])
      },
    }
  },
  'POST /api/v1/scan-event': async () => {
    const { send, one, events, counted } = await on.parcel()
    const scan = { ...exampleOf(ScanEvent), qr_code: one.qr_code, event_type: 'ARRIVED_AT_WAREHOUSE' }
    return {
      act: () => send('POST /api/v1/scan-event', scan),
      after: async (answer) => {
        expect(answer.body.status_applied).toBe(true)
        expect(await events()).toEqual(['PACKAGE_CREATED', 'ARRIVED_AT_WAREHOUSE'])
        expect(await counted()).toEqual(['CONSOLIDATING', 1, 0])
      },
    }
  },
  'POST /api/v1/scan-events/batch': async () => {
    const { send, one, contents, events, counted } = await on.parcel()
    const { body: other } = await send(`POST ${contents}`, exampleOf(NewPackage))
    const types = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE']
    const scans = types.flatMap((event_type, n) =>
      [one, other].map(({ qr_code }) => ({
        ...exampleOf(ScanEvent),
        scan_id: randomUUID(),
        qr_code,
        event_type,
        occurred_at: new Date(Date.parse(other.created_at) + n).toISOString(),
      })),
    )
    /** As a phone does it: scans without a final answer are sent again. */
    const act = async (left: object[] = scans): Promise<Answer> => {
      const answer = await send('POST /api/v1/scan-events/batch', { device_id: 'scanner-7', events: left })
      const results: any[] = answer.status === 200 ? answer.body.results : []
      const passing = left.filter((_, n) => results[n]?.retry_after !== undefined)
      return passing.length === 0 ? answer : act(passing)
    }
    return {
      act,
      after: async () => {
        const { body } = await act()
        expect(body.results.map(({ status }: any) => status)).toEqual([200, 200, 200, 200])
        expect(await events()).toEqual(['PACKAGE_CREATED', ...types])
        expect((await send(`GET /api/v1/packages/${other.id}/events`)).body).toHaveLength(3)
        expect(await counted()).toEqual(['CONSOLIDATING', 2, 0])
      },
    }
  },
  'POST /api/v1/warehouse/{id}/receive': async () => {
    const { send } = await on.parcel()
    return {
      act: () => send(`POST /api/v1/warehouse/${randomUUID()}/receive`, exampleOf(ReceivedParcel)),
      after: async (answer) => {
        const found = await send(`GET /api/v1/shipments?tracking_id=${answer.body.tracking_id}`)
        expect(found.body).toMatchObject([{ id: answer.body.shipment_id, packages_count: 1 }])
      },
    }
  },
  'POST /api/v1/warehouse/{id}/consolidate': async () => {
    const { send, one, events } = await on.parcel()
    const scan = { ...exampleOf(ScanEvent), qr_code: one.qr_code, event_type: 'ARRIVED_AT_WAREHOUSE' }
    await send('POST /api/v1/scan-event', scan)
    return {
      act: () => send(`POST /api/v1/warehouse/${String(exampleOf(ScanEvent).warehouse_id)}/consolidate`),
      after: async (answer, again) => {
        if (!again) expect(answer.body).toMatchObject({ ready_count: 1, waiting_count: 0 })
        expect(await events()).toEqual(['PACKAGE_CREATED', 'ARRIVED_AT_WAREHOUSE', 'READY_FOR_PICKUP'])
      },
    }
  },
  'DELETE /api/v1/packages/{id}': async () => {
    const { send, one, counted } = await on.parcel('IN_WAREHOUSE')
    return {
      act: () => send(`DELETE /api/v1/packages/${one.id}`),
      after: async () => {
        expect((await send(`GET /api/v1/packages/${one.id}`)).status).toBe(404)
        expect(await counted()).toEqual(['RECEIVED', 0, 0])
      },
    }
  },
  'POST /api/v1/scans': async () => {
    const { send, one } = await on.parcel()
    const again = () => send('POST /api/v1/scans', { qr_data: one.qr_data })
    return {
      act: again,
      after: async (answer) => {
        expect((await send(`GET /api/v1/scans/${answer.body.id}`)).body).toEqual(answer.body)
        const scanned = (await send(`GET /api/v1/scans/entity/pkg/${one.id}`)).body
        expect(scanned).toMatchObject({ scans_count: 1, recent_scans: [answer.body] })
        // The limit is 100 scans, of which the request has used one.
        let valid = 0
        // Ten at a time: with more concurrent requests in one process, the SDK's calls would time out.
        for (let n = 0; n < 10; n++)
          for (const { body } of await Promise.all(Array.from({ length: 10 }, again)))
            if (body.validation_result === 'valid') valid++
        expect(valid).toBe(99)
      },
    }
  },
  'PATCH /api/v1/scans/{id}/review': async () => {
    const { send, one } = await on.parcel()
    const { id } = (await send('POST /api/v1/scans', { qr_data: one.qr_data })).body
    return {
      act: () => send(`PATCH /api/v1/scans/${id}/review`, { verdict: 'confirmed' }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect((await send(`GET /api/v1/scans/${id}`)).body).toEqual(answer.body)
      },
    }
  },
})
