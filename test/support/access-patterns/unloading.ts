import { randomUUID } from 'node:crypto'
import { findOf } from '../routes/records.ts'
import type { Requests } from './requests.ts'
import { as, departed, service } from './setup.ts'

export const unloadingRequests: Requests = {
  'GET /api/v1/warehouse/{id}/unloadings': async () => {
    const { warehouse } = await unloading()
    return () => service.call(`GET /api/v1/warehouse/${warehouse}/unloadings`, as())
  },
  'POST /api/v1/warehouse/{id}/unloadings': async () => {
    const { bag } = await departed()
    return () => openUnloading(bag)
  },
  'POST /api/v1/warehouse/{id}/unloadings, with a broken seal': async () => {
    const { bag } = await departed()
    return () => openUnloading(bag, { seal_intact: false })
  },
  'GET /api/v1/unloadings/{id}': async () => {
    const { at } = await unloading()
    return () => service.call(`GET ${at}`, as())
  },
  'POST /api/v1/unloadings/{id}/finds': async () => {
    const { at, finds } = await unloading()
    return () => service.call(`POST ${at}/finds`, as({ body: { finds } }))
  },
  'POST /api/v1/unloadings/{id}/close, with a missing package': async () => {
    const { at } = await unloading()
    return () => service.call(`POST ${at}/close`, as())
  },
}

const openUnloading = (bag: string, fields = {}) =>
  service.call(
    `POST /api/v1/warehouse/${randomUUID()}/unloadings`,
    as({ body: { bag_id: bag.split('/').at(-1), ...fields } }),
  )
/** The unloading of such a bag, and a find of its package. */
async function unloading() {
  const { bag, qr_code } = await departed()
  const { body } = await openUnloading(bag)
  return {
    at: `/api/v1/unloadings/${body.id}`,
    warehouse: body.warehouse_id as string,
    finds: [findOf(qr_code)],
  }
}
