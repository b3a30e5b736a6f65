import { unwrap } from '../../../shared/client/http/errors.ts'
import { packageCodeOf } from '../../../shared/domain/kernel/scanned-code.ts'
import { searchedTrackingId } from '../../../shared/domain/kernel/tracking-id.ts'
import { api } from '../../staff/api/client.ts'
import type { Shipment } from '../../staff/api/records.ts'
import { joined } from '../../staff/messages/language.ts'
import { shipmentStatusName } from '../../staff/messages/statuses.ts'

/** A record that was found, as a place to go to. */
export interface Found {
  kind: 'shipments' | 'contacts'
  address: string
  text: string
  /** Of a shipment: to whom it goes; `text` is the sender. */
  to?: string
  detail: string
}
const maxResults = 8
const maxContacts = 4

/** The filters that find exactly what a text may be: an id on a label, or the company's own reference. */
function exactFilters(text: string): Record<string, string>[] {
  const [trackingId, package_code] = [searchedTrackingId(text), packageCodeOf(text)]
  return [
    ...(trackingId === undefined ? [] : [{ tracking_id: trackingId }]),
    ...(package_code === undefined ? [] : [{ package_code }]),
    ...(text.length <= 100 ? [{ reference: text }] : []),
  ]
}

/**
 * A page of shipments by filters: with a text (`q`), by what it is exactly, if there is any, else by names, and by parts of numbers and
 * tracking ids. Throws the errors of fetch.
 */
export async function searchShipments(
  { q = '', ...filters }: { q?: string },
  page: { limit: number; cursor?: string },
  signal?: AbortSignal,
) {
  const read = (query: object) =>
    api.GET('/api/v1/shipments', {
      params: { query: { ...filters, ...query, ...page } },
      ...(signal && { signal }),
    })
  if (q === '') return read({})
  const exact = page.cursor === undefined ? await Promise.all(exactFilters(q).map(read)) : []
  const [first, ...others] = exact.filter(({ data }) => data !== undefined && data.length > 0)
  if (!first) return read({ q })
  const all = [first, ...others].flatMap(({ data = [] }) => data)
  return { ...first, data: [...new Map(all.map((shipment) => [shipment.id, shipment])).values()] }
}

/** Finds shipments as `searchShipments` does. Throws CourierError, and the errors of fetch. */
export const findShipments = async (text: string, signal?: AbortSignal): Promise<readonly Found[]> =>
  (await unwrap(searchShipments({ q: text }, { limit: maxResults }, signal))).slice(0, maxResults).map(foundOf)

async function findContacts(q: string, signal: AbortSignal): Promise<readonly Found[]> {
  const all = await unwrap(
    api.GET('/api/v1/contacts', { params: { query: { q, limit: maxContacts } }, signal }),
  )
  return all.map(({ id, name, phone }) => ({
    kind: 'contacts',
    address: `/console/contacts/${id}`,
    text: name,
    detail: phone,
  }))
}

/** Finds shipments, and contacts by their names. Throws CourierError, and the errors of fetch. */
export const find = async (text: string, signal: AbortSignal): Promise<readonly Found[]> =>
  (await Promise.all([findShipments(text, signal), findContacts(text, signal)])).flat()

const foundOf = ({ id, tracking_id, recipient_name, sender_name, ...shipment }: Shipment): Found => ({
  kind: 'shipments',
  address: `/console/shipments/${id}`,
  text: sender_name,
  to: recipient_name,
  detail: joined([tracking_id, shipmentStatusName(shipment)]),
})
