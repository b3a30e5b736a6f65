import type { courierApi } from '../../../shared/client/api.ts'
import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import { codeOf, refusalStatus } from '../../staff/scan/code.ts'
import { nameOf } from '../scan/label.ts'
import type { Entry, Inputs, Kind, Outcome, Problem, Reference } from './entry.ts'

type Api = ReturnType<typeof courierApi>

/** The tools with which an operation sends. */
export interface Sending {
  api: Api
  /** The field of the answer to an entry, which has been sent before. Throws CourierError if that was refused. */
  resolve: (reference: Reference, field: string) => string
}

interface Operation<K extends Kind> {
  /** Up to `size` consecutive entries are sent in one request if they have the same key. */
  batch?: { size: number; key: (input: Inputs[K]) => string }
  /**
   * Whether only the Idempotency-Key prevents a second effect, which the service keeps for a day. The others can be repeated
   * for a month or more.
   */
  needsKey?: true
  send: (entries: readonly Entry<K>[], sending: Sending) => Promise<Outcome[]>
}

/** A request for one entry. */
const single =
  <K extends Kind>(send: (entry: Entry<K>, sending: Sending) => Promise<unknown>): Operation<K>['send'] =>
  async ([entry], sending) => [{ done: await send(entry as Entry<K>, sending) }]

/** The outcomes of a batch, whose parts have a status and a body each. */
interface Part {
  status: number
  body: unknown
  retry_after?: number | null
}
const outcomesOf = (results: readonly Part[]): Outcome[] =>
  results.map(({ status, body, retry_after }) => {
    if (typeof retry_after === 'number') return { later: retry_after }
    if (status < 300) return { done: body }
    return { refused: problemOf(new CourierError({ status, headers: new Headers() }, body)) }
  })

/** What is kept of a refusal. */
export const problemOf = ({ status, detail, reason, params }: CourierError): Problem => ({
  status,
  detail,
  reason,
  params,
})

const key = ({ id }: Entry) => ({ 'Idempotency-Key': id })

/** How each kind is sent. Every request can be repeated: an answer may be lost. */
export const operations: { [K in Kind]: Operation<K> } = {
  scan: {
    batch: { size: 100, key: () => '' },
    send: async (entries, { api }) => {
      const { results } = await unwrap(
        api.POST('/api/v1/scan-events/batch', {
          body: {
            device_id: deviceId(),
            events: entries.map(({ id, at, input: { qr_code, notes, ...scan } }) => ({
              ...scan,
              scan_id: id,
              occurred_at: at,
              qr_code: codeOf(qr_code),
              ...(notes && { evidence: { notes } }),
            })),
          },
        }),
      )
      return outcomesOf(results)
    },
  },
  pack: {
    batch: { size: 40, key: ({ bag_id }) => bag_id },
    send: async (entries, { api }) => {
      const texts = entries.map(({ input }) => input.qr_code)
      const { packed, refused } = await unwrap(
        api.POST('/api/v1/bags/{id}/packages', {
          params: { path: { id: entries[0]?.input.bag_id ?? '' } },
          body: { qr_codes: texts },
        }),
      )
      return texts.map((text): Outcome => {
        const refusal = refused.find(({ qr_code }) => qr_code === text)
        if (refusal) {
          const { error, detail, reason, params } = refusal
          return { refused: { status: refusalStatus[error], detail, reason, params } }
        }
        const name = nameOf(text)
        return { done: packed.find(({ package_id, qr_code }) => name === package_id || name === qr_code) }
      })
    },
  },
  unpack: {
    send: single(async ({ input }, { api, resolve }) => {
      const package_id = input.package ? resolve(input.package, 'package_id') : nameOf(input.qr_code ?? '')
      const path = { id: input.bag_id, package_id }
      const { response, error } = await api.DELETE('/api/v1/bags/{id}/packages/{package_id}', {
        params: { path },
      })
      // 404: it is out already, and the answer was lost.
      if (!response.ok && response.status !== 404) throw new CourierError(response, error)
    }),
  },
  seal: {
    send: single(({ input: { bag_id } }, { api }) =>
      unwrap(api.PUT('/api/v1/bags/{id}/seal', { params: { path: { id: bag_id } } })),
    ),
  },
  unload: {
    send: single(({ input: { warehouse_id, ...body } }, { api }) =>
      unwrap(api.POST('/api/v1/warehouse/{id}/unloadings', { params: { path: { id: warehouse_id } }, body })),
    ),
  },
  find: {
    batch: { size: 40, key: ({ unloading }) => JSON.stringify(unloading) },
    send: async (entries, { api, resolve }) => {
      const { results } = await unwrap(
        api.POST('/api/v1/unloadings/{id}/finds', {
          params: { path: { id: resolve(entries[0]?.input.unloading ?? '', 'id') } },
          body: {
            finds: entries.map(({ id, input: { qr_code, condition } }) => ({
              find_id: id,
              qr_code: codeOf(qr_code),
              condition,
            })),
          },
        }),
      )
      return outcomesOf(results)
    },
  },
  close: {
    send: single(async ({ input }, { api, resolve }) => {
      const path = { id: resolve(input.unloading, 'id') }
      const { data, response, error } = await api.POST('/api/v1/unloadings/{id}/close', { params: { path } })
      // 409: it is closed already, and the answer was lost.
      if (!data && response.status !== 409) throw new CourierError(response, error)
      return data
    }),
  },
  receive: {
    needsKey: true,
    send: single((entry, { api }) =>
      unwrap(
        api.POST('/api/v1/warehouse/{id}/receive', {
          params: { path: { id: entry.input.warehouse_id } },
          body: entry.input.body,
          headers: key(entry),
        }),
      ),
    ),
  },
  photo: {
    needsKey: true,
    send: single((entry, { api, resolve }) =>
      unwrap(
        api.POST('/api/v1/packages/{id}/photo', {
          params: { path: { id: resolve(entry.input.package, 'package_id') } },
          body: entry.input.blob as never,
          bodySerializer: (body) => body,
          headers: { ...key(entry), 'Content-Type': entry.input.blob.type },
        }),
      ),
    ),
  },
  handOver: {
    send: single(async ({ id, at, tried_at = at, input: { photos, offline, ...input } }, { api, resolve }) => {
      const isLate = Date.parse(tried_at) - Date.parse(at) > offlineAfter
      // Made with a connection: without one, the service asks for signature and photo.
      const isProvenByCode = input.code !== undefined && !(input.signature && photos.length > 0)
      const path = { id: input.package_ids?.[0] ?? nameOf(input.qr_codes?.[0] ?? '') }
      const { shipment_id } = await unwrap(api.GET('/api/v1/packages/{id}', { params: { path } }))
      return unwrap(
        api.POST('/api/v1/shipments/{id}/handovers', {
          params: { path: { id: shipment_id } },
          body: {
            ...input,
            handover_id: id,
            occurred_at: at,
            offline: offline || (isLate && !isProvenByCode),
            photo_ids: photos.map((photo) => resolve(photo, 'photo_id')),
          },
        }),
      )
    }),
  },
  damage: {
    needsKey: true,
    send: single((entry, { api }) => {
      const { note, qr_code, package_id = '' } = entry.input
      const named = qr_code === undefined ? { package_ids: [package_id] } : { qr_codes: [qr_code] }
      const body = { kind: 'DAMAGE' as const, note, ...named }
      return unwrap(api.POST('/api/v1/cases', { body, headers: key(entry) }))
    }),
  },
  checkIn: {
    send: single(({ input: { bag_id, ...body } }, { api }) =>
      unwrap(api.PUT('/api/v1/bags/{id}/checkin', { params: { path: { id: bag_id } }, body })),
    ),
  },
  cannotFly: {
    send: single(({ input: { courier_id, ...body } }, { api }) =>
      unwrap(
        api.POST('/api/v1/couriers/{id}/no-shows', {
          params: { path: { id: courier_id } },
          body,
        }),
      ),
    ),
  },
}

/** In milliseconds: a hand-over that is sent later than this was made without a connection. */
const offlineAfter = 60_000

/** This phone, as the timelines of packages call it. */
function deviceId(): string {
  const kept = localStorage.getItem('device')
  if (kept !== null) return kept
  const id = crypto.randomUUID()
  localStorage.setItem('device', id)
  return id
}
