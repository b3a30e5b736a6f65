import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { CheckIn, NewBag } from '../../shared/domain/bag-record.ts'
import { NewCourier } from '../../shared/domain/courier-record.ts'
import { NewFlight } from '../../shared/domain/flight-record.ts'
import { ReceivedParcel } from '../../shared/domain/receive.ts'
import { ScanEvent } from '../../shared/domain/scan-events.ts'
import { NewPackage } from '../../shared/domain/package-record.ts'
import { NewShipment } from '../../shared/domain/shipment-record.ts'
import { NewWarehouse } from '../../shared/domain/warehouse-record.ts'
import { SentPhoto } from '../../shared/http/photo-body.ts'
import { type Answer } from './client.ts'
import { contract } from './flight-data-server.ts'
import { codeFor } from './letters.ts'
import { exampleOf, password } from './tenant.ts'
import { nowhere } from './webhooks.ts'
import type { Lane } from './lane.ts'
import { stagesOn } from './stages.ts'

export interface Scenario {
  act(): Promise<Answer>
  /** `again`: it was asked more than once, and the answer is to the last time. */
  after(answer: Answer, again: boolean): Promise<void>
}

/** For every writing route: sets the stage, acts, and says what must hold after. */
export function scenariosOn(lane: Lane): Record<string, () => Promise<Scenario>> {
  const {
    registration,
    registered,
    refreshed,
    anyone,
    mailed,
    posting,
    people,
    parcel,
    packed,
    flight,
    listed,
    standing,
    courier,
    making,
    webhook,
    tried,
    beginning,
    ending,
  } = stagesOn(lane)
  return {
    'POST /api/v1/auth/register': async () => {
      const body = registration()
      return {
        act: () => lane.call('POST /api/v1/auth/register', { body }),
        after: async (answer) => {
          expect(answer.status).toBe(201)
          expect((await lane.call('POST /api/v1/auth/login', { body })).body.user).toEqual(answer.body.user)
        },
      }
    },
    'POST /api/v1/auth/login': async () => {
      const account = await registered()
      const body = { email: account.email, password }
      return {
        act: () => lane.call('POST /api/v1/auth/login', { body }),
        after: async (answer) => {
          expect((await refreshed(answer.body.refresh_token)).status).toBe(200)
          // Ten wrong ones are still left: the right one was given back, and wrong ones count once each.
          const wrong = { body: { ...body, password: 'wrong password' } }
          for (let n = 0; n < 10; n++)
            expect((await lane.call('POST /api/v1/auth/login', wrong)).status).toBe(401)
          expect((await lane.call('POST /api/v1/auth/login', wrong)).status).toBe(429)
        },
      }
    },
    'POST /api/v1/auth/refresh': async () => {
      const { refresh_token } = await registered()
      return {
        act: () => refreshed(refresh_token),
        after: async (answer) => expect((await refreshed(answer.body.refresh_token)).status).toBe(200),
      }
    },
    'GET /api/v1/auth/oauth/{provider}': beginning('google'),
    'GET /api/v1/auth/oauth/{provider}/callback': ending('google'),
    'GET /api/v1/auth/oauth/custom/{custom_provider}': beginning('custom/one'),
    'GET /api/v1/auth/oauth/custom/{name}/callback': ending('custom/one'),
    'POST /api/v1/auth/logout': async () => {
      const { refresh_token } = await registered()
      return {
        act: () => lane.call('POST /api/v1/auth/logout', { body: { refresh_token } }),
        after: async () => expect((await refreshed(refresh_token)).status).toBe(401),
      }
    },
    'POST /api/v1/flights': async () => {
      const { send, flight: other } = await flight()
      return {
        act: () => send('POST /api/v1/flights', exampleOf(NewFlight)),
        after: async (answer) => {
          const ids = (await send('GET /api/v1/flights')).body.map(({ id }: any) => id)
          expect(ids.sort()).toEqual([answer.body.id, other.id].sort())
        },
      }
    },
    'PUT /api/v1/flights/{id}': async () => {
      const { send, at } = await flight()
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
      const { send, flight: one, at } = await flight()
      lane.provider.says(contract(one, { status: 'Boarding' }))
      lane.provider.asked.length = 0
      return {
        act: () => send(`POST ${at}/sync`),
        after: async (answer) => {
          expect(answer.body).toMatchObject({ status: 'BOARDING', synced: true, cached: false })
          expect((await send(`GET ${at}`)).headers.etag).toBe('"2"')
          expect(lane.provider.asked).toHaveLength(1)
        },
      }
    },
    'DELETE /api/v1/flights/{id}': async () => {
      const { send, at } = await flight()
      return {
        act: () => send(`DELETE ${at}`),
        after: async () => expect((await send(`GET ${at}`)).status).toBe(404),
      }
    },
    'POST /api/v1/shipments': async () => {
      const { access_token: token } = await registered()
      return {
        act: () => lane.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) }),
        after: async (answer) => expect(await listed(token)).toEqual([answer.body]),
      }
    },
    'PUT /api/v1/shipments/{id}': async () => {
      const { access_token: token } = await registered()
      const { body } = await lane.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
      const change = { token, body: { description: 'changed' }, headers: { 'if-match': '"1"' } }
      return {
        act: () => lane.call(`PUT /api/v1/shipments/${body.id}`, change),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          const read = await lane.call(`GET /api/v1/shipments/${body.id}`, { token })
          expect([read.body, read.headers.etag]).toEqual([answer.body, '"2"'])
        },
      }
    },
    'DELETE /api/v1/shipments/{id}': async () => {
      const { send, shipment } = await parcel()
      return {
        act: () => send(`DELETE /api/v1/shipments/${shipment.id}`),
        after: async () => expect((await send(`GET /api/v1/shipments/${shipment.id}`)).status).toBe(404),
      }
    },
    'POST /api/v1/shipments/{id}/packages': async () => {
      const { send, contents, one, counted } = await parcel()
      return {
        act: () => send(`POST ${contents}`, exampleOf(NewPackage)),
        after: async (answer) => {
          expect((await send(`GET ${contents}`)).body).toEqual([answer.body, one])
          expect(await counted()).toEqual(['RECEIVED', 2, 0])
        },
      }
    },
    'POST /api/v1/packages/{id}/photo': async () => {
      const { send, one, events } = await parcel()
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
      const { send, one } = await parcel()
      return {
        act: () => send(`POST /api/v1/packages/${one.id}/photo-upload`, {}),
        after: async (answer) => {
          const [only, ...more] = (await send(`GET /api/v1/packages/${one.id}/photos`)).body
          expect([only.photo_id, only.status, more]).toEqual([answer.body.photo_id, 'pending', []])
        },
      }
    },
    'GET /api/v1/packages/{id}/label': async () => {
      const { send, one, events } = await parcel()
      return {
        act: () => send(`GET /api/v1/packages/${one.id}/label?format=zpl`),
        after: async () => expect(await events()).toEqual(['PACKAGE_CREATED', 'LABEL_PRINTED']),
      }
    },
    'PUT /api/v1/packages/{id}': async () => {
      const { send, one, counted, events } = await parcel('ARRIVED')
      return {
        act: () => send(`PUT /api/v1/packages/${one.id}`, { status: 'DELIVERED' }),
        after: async (answer) => {
          expect((await send(`GET /api/v1/packages/${one.id}`)).body).toEqual(answer.body)
          expect(await counted()).toEqual(['DELIVERED', 1, 1])
          expect(await events()).toEqual(['PACKAGE_CREATED', 'ARRIVED_AT_WAREHOUSE', 'DELIVERED'])
        },
      }
    },
    'POST /api/v1/bags': async () => {
      const { send } = await parcel()
      return {
        act: () => send('POST /api/v1/bags', exampleOf(NewBag)),
        after: async (answer) => {
          expect((await send('GET /api/v1/bags')).body).toEqual([answer.body])
          expect((await send(`GET /api/v1/warehouses/${answer.body.warehouse_id}`)).status).toBe(200)
        },
      }
    },
    'PUT /api/v1/bags/{id}': async () => {
      const { send, bag } = await packed()
      return {
        act: () => send(`PUT ${bag}`, { label: 'another' }),
        after: async (answer) => expect((await send(`GET ${bag}`)).body).toEqual(answer.body),
      }
    },
    'DELETE /api/v1/bags/{id}': async () => {
      const { send, bag } = await packed(false)
      return {
        act: () => send(`DELETE ${bag}`),
        after: async () => expect((await send(`GET ${bag}`)).status).toBe(404),
      }
    },
    'POST /api/v1/bags/{id}/packages/{package_id}': async () => {
      const { send, bag, flight, one, events, counted } = await packed(false)
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
      const { send, bag, flight, one, counted } = await packed()
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
      const { send, bag, assignment, flight } = await packed()
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
      const { send, bag } = await packed()
      return {
        act: () => send(`PUT ${bag}/seal`),
        after: async (answer) => expect((await send(`GET ${bag}`)).body).toEqual(answer.body),
      }
    },
    'PUT /api/v1/bags/{id}/checkin': async () => {
      const { send, bag, events } = await packed()
      return {
        act: () => send(`PUT ${bag}/checkin`, exampleOf(CheckIn)),
        after: async () => {
          expect((await send(`GET ${bag}`)).body.status).toBe('CHECKED_IN')
          expect((await events()).filter((type: string) => type === 'BAG_CHECKED_IN').length).toBe(1)
        },
      }
    },
    'POST /api/v1/scan-event': async () => {
      const { send, one, events, counted } = await parcel()
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
    'POST /api/v1/warehouse/{id}/receive': async () => {
      const { send } = await parcel()
      return {
        act: () => send(`POST /api/v1/warehouse/${randomUUID()}/receive`, exampleOf(ReceivedParcel)),
        after: async (answer) => {
          const found = await send(`GET /api/v1/shipments?tracking_id=${answer.body.tracking_id}`)
          expect(found.body).toMatchObject([{ id: answer.body.shipment_id, packages_count: 1 }])
        },
      }
    },
    'POST /api/v1/warehouse/{id}/consolidate': async () => {
      const { send, one, events } = await parcel()
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
      const { send, one, counted } = await parcel('IN_WAREHOUSE')
      return {
        act: () => send(`DELETE /api/v1/packages/${one.id}`),
        after: async () => {
          expect((await send(`GET /api/v1/packages/${one.id}`)).status).toBe(404)
          expect(await counted()).toEqual(['RECEIVED', 0, 0])
        },
      }
    },
    'POST /api/v1/scans': async () => {
      const { send, one } = await parcel()
      const again = () => send('POST /api/v1/scans', { qr_data: one.qr_data })
      return {
        act: again,
        after: async (answer) => {
          expect((await send(`GET /api/v1/scans/${answer.body.id}`)).body).toEqual(answer.body)
          const scanned = (await send(`GET /api/v1/scans/entity/pkg/${one.id}`)).body
          expect(scanned).toMatchObject({ scans_count: 1, recent_scans: [answer.body] })
          // It took one of a hundred.
          let valid = 0
          // A few at a time: all of them in this one process would wait for each other until the SDK gives up.
          for (let n = 0; n < 10; n++)
            for (const { body } of await Promise.all(Array.from({ length: 10 }, again)))
              if (body.validation_result === 'valid') valid++
          expect(valid).toBe(99)
        },
      }
    },
    'PATCH /api/v1/scans/{id}/review': async () => {
      const { send, one } = await parcel()
      const { id } = (await send('POST /api/v1/scans', { qr_data: one.qr_data })).body
      return {
        act: () => send(`PATCH /api/v1/scans/${id}/review`, { verdict: 'confirmed' }),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          expect((await send(`GET /api/v1/scans/${id}`)).body).toEqual(answer.body)
        },
      }
    },
    'POST /api/v1/couriers': () => making('couriers', exampleOf(NewCourier)),
    'PUT /api/v1/couriers/{id}': async () => {
      const { send, path, read } = await courier()
      return {
        act: () => send(`PUT ${path}`, { passport_number: '99XY98765', status: 'SUSPENDED' }),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          expect(await read()).toEqual(answer.body)
        },
      }
    },
    'DELETE /api/v1/couriers/{id}': async () => {
      const { send, path, read } = await courier()
      return {
        act: () => send(`DELETE ${path}`),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          expect(await read()).toMatchObject({ status: 'INACTIVE', updated_at: answer.body.updated_at })
        },
      }
    },
    'POST /api/v1/couriers/{id}/no-shows': async () => {
      const { send, path, read } = await courier()
      return {
        act: () => send(`POST ${path}/no-shows`, { cause: 'ILLNESS' }),
        after: async (answer) => {
          expect(await read('/no-shows')).toEqual([answer.body])
          expect(await read('/stats')).toMatchObject({ no_show_count: 1 })
        },
      }
    },
    'POST /api/v1/couriers/{id}/ratings': async () => {
      const { send, path, read } = await courier()
      return {
        act: () => send(`POST ${path}/ratings`, { rating: 4 }),
        after: async () => expect(await read('/stats')).toMatchObject({ rating: 4, rating_count: 1 }),
      }
    },
    'POST /auth/email/send-verification': () => posting('verification', 'send-verification'),
    'POST /auth/email/send-reset-password': () => posting('reset', 'send-reset-password'),
    'POST /auth/email/verify': async () => {
      const account = await registered()
      const code = await mailed('verification', 'send-verification', account.email)
      return {
        act: () => anyone('/auth/email/verify', { email: account.email, code }),
        after: async () =>
          expect((await anyone('/api/v1/auth/login', account)).body.user.email_verified).toBe(true),
      }
    },
    'POST /auth/email/reset-password': async () => {
      const { email } = await registered()
      const code = await mailed('reset', 'send-reset-password', email)
      const new_password = 'quite another password'
      return {
        act: () => anyone('/auth/email/reset-password', { email, code, new_password }),
        after: async () =>
          expect((await anyone('/api/v1/auth/login', { email, password: new_password })).status).toBe(200),
      }
    },
    'POST /auth/email/accept-invitation': async () => {
      const { send } = await people()
      const email = `invited-${randomUUID()}@example.com`
      const { body: user } = await send('POST /api/v1/users', { email, role: 'manager' })
      const code = await codeFor(lane.letters(), 'invitation', email)
      return {
        act: () => anyone('/auth/email/accept-invitation', { code, password }),
        after: async (answer) => {
          expect(answer.body.user.id).toBe(user.id)
          // Counted once among those who administer: two may resign down to one, and no further.
          expect((await send(`PUT /api/v1/users/${user.id}`, { role: 'viewer' })).status).toBe(200)
          expect(
            (await send(`DELETE /api/v1/users/${(await send('GET /api/v1/users/me')).body.id}`)).status,
          ).toBe(409)
        },
      }
    },
    'POST /api/v1/users': async () => {
      const { send } = await people()
      const email = `invited-${randomUUID()}@example.com`
      return {
        act: () => send('POST /api/v1/users', { email, role: 'viewer' }),
        after: async (answer) => {
          expect((await send(`GET /api/v1/users/${answer.body.id}`)).body).toEqual(answer.body)
          expect(lane.postings.filter(({ to }) => to === email)).toHaveLength(1)
        },
      }
    },
    'PUT /api/v1/users/{id}': async () => {
      const { send, invited } = await people()
      return {
        act: () => send(`PUT /api/v1/users/${invited}`, { role: 'viewer' }),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          expect((await send(`GET /api/v1/users/${invited}`)).body).toEqual(answer.body)
        },
      }
    },
    'DELETE /api/v1/users/{id}': async () => {
      const { send, invited } = await people()
      return {
        act: () => send(`DELETE /api/v1/users/${invited}`),
        after: async (answer) =>
          expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'DEACTIVATED']),
      }
    },
    'POST /api/v1/users/{id}/invitation': async () => {
      const { send, invited } = await people()
      return {
        act: () => send(`POST /api/v1/users/${invited}/invitation`),
        after: async (answer) => expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'INVITED']),
      }
    },
    'DELETE /api/v1/users/me/sessions': async () => {
      const { send, refresh_token } = await people()
      return {
        act: () => send('DELETE /api/v1/users/me/sessions'),
        after: async () => expect((await refreshed(refresh_token)).status).toBe(401),
      }
    },
    'DELETE /api/v1/users/me/sessions/{id}': async () => {
      const { send, refresh_token } = await people()
      const [{ id }] = (await send('GET /api/v1/users/me/sessions')).body
      return {
        act: () => send(`DELETE /api/v1/users/me/sessions/${id}`),
        after: async () => expect((await refreshed(refresh_token)).status).toBe(401),
      }
    },
    'POST /api/v1/webhooks': async () => {
      const { access_token: token } = await registered()
      return {
        act: () => lane.call('POST /api/v1/webhooks', { token, body: { url: nowhere } }),
        after: async ({ body: { secret: _secret, ...made } }) =>
          expect((await lane.call('GET /api/v1/webhooks', { token })).body).toEqual([made]),
      }
    },
    'PUT /api/v1/webhooks/{id}': async () => {
      const { send, path, read } = await webhook()
      return {
        act: () => send(`PUT ${path}`, { status: 'DISABLED' }),
        after: async (answer) => {
          expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'DISABLED'])
          expect(await read()).toEqual(answer.body)
        },
      }
    },
    'DELETE /api/v1/webhooks/{id}': async () => {
      const { send, path } = await webhook()
      return {
        act: () => send(`DELETE ${path}`),
        after: async () => expect((await send(`GET ${path}`)).status).toBe(404),
      }
    },
    'POST /api/v1/webhooks/{id}/rotate-secret': async () => {
      const { send, path, read } = await webhook()
      return {
        act: () => send(`POST ${path}/rotate-secret`),
        after: async ({ headers, body: { secret: _secret, ...rotated } }) => {
          expect(headers.etag).toBe('"2"')
          expect(await read()).toEqual(rotated)
        },
      }
    },
    'POST /api/v1/webhooks/{id}/test': async () => {
      const { send, path, read } = await webhook()
      return {
        act: () => send(`POST ${path}/test`),
        after: async ({ body: { id } }) => {
          await vi.waitFor(async () =>
            expect((await read('/deliveries')).map((one: any) => one.id)).toEqual([id]),
          )
        },
      }
    },
    'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': async () => {
      const { send, path, read, of } = await tried()
      return {
        act: () => send(`POST ${path}${of}/replay`),
        after: async () => {
          await vi.waitFor(async () => expect((await read(of)).attempts.length).toBeGreaterThan(1), 10_000)
        },
      }
    },
    'POST /api/v1/warehouses': () => making('warehouses', exampleOf(NewWarehouse)),
    'PUT /api/v1/warehouses/{id}': async () => {
      const { send, path, read } = await standing('warehouses', exampleOf(NewWarehouse))
      return {
        act: () => send(`PUT ${path}`, { name: 'changed' }),
        after: async (answer) => {
          expect(answer.headers.etag).toBe('"2"')
          expect(await read()).toEqual(answer.body)
        },
      }
    },
  }
}
