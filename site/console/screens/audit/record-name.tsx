import { api } from '../../../staff/api/client.ts'
import { useRead, type Result } from '../../../staff/api/read.ts'
import { joined } from '../../../staff/messages/language.ts'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { addressOf, kindNames, partsOf } from './words.ts'

interface Source {
  /** The key of the query, by which other screens share its answer. */
  key: string
  get: (id: string) => Promise<Result<string>>
}
const source = <T,>(
  key: string,
  read: (id: string) => Promise<Result<T>>,
  nameOf: (record: T) => string,
): Source => ({
  key,
  get: async (id) => {
    const { data, ...answer } = await read(id)
    return { ...answer, ...(data !== undefined && { data: nameOf(data) }) }
  },
})
const by = (id: string) => ({ params: { path: { id } } })
/** The records that people know by a name. */
const sources: Partial<Record<string, Source>> = {
  shipment: source(
    'shipment',
    (id) => api.GET('/api/v1/shipments/{id}', by(id)),
    (one) => one.tracking_id,
  ),
  package: source(
    'package',
    (id) => api.GET('/api/v1/packages/{id}', by(id)),
    (one) => one.qr_code,
  ),
  bag: source(
    'bag',
    (id) => api.GET('/api/v1/bags/{id}', by(id)),
    (one) => one.label,
  ),
  flight: source(
    'flight',
    (id) => api.GET('/api/v1/flights/{id}', by(id)),
    (one) => one.flight_number,
  ),
  courier: source(
    'courier',
    (id) => api.GET('/api/v1/couriers/{id}', by(id)),
    (one) => one.full_name,
  ),
  warehouse: source('warehouse', (id) => api.GET('/api/v1/warehouses/{id}', by(id)), warehouseName),
  contact: source(
    'contact',
    (id) => api.GET('/api/v1/contacts/{id}', by(id)),
    (one) => one.name,
  ),
  webhook: source(
    'webhook',
    (id) => api.GET('/api/v1/webhooks/{id}', by(id)),
    (one) => one.description || one.url,
  ),
}

/**
 * The name of a record `<kind>:<id>`, such as "Bag MOW-TBS-001"; of a user or a key that among `actors`. Of one that has none, or
 * was deleted, its kind alone.
 */
export function useRecordName(entity: string, actors: ReadonlyMap<string, string>): string {
  const { kind, id } = partsOf(entity)
  const of = id === '' ? undefined : sources[kind]
  const read = useRead(
    ['name of', of?.key, id],
    () => of?.get(id) ?? Promise.reject(new Error()),
    of !== undefined,
  )
  return joined([kindNames[kind] ?? kind, read.data?.body ?? actors.get(id)], ' ')
}

interface RecordNameProps {
  entity: string
  actors: ReadonlyMap<string, string>
}
/** The same, as a link where the record has an address. */
export function RecordName({ entity, actors }: RecordNameProps) {
  const { kind, id } = partsOf(entity)
  const [name, to] = [useRecordName(entity, actors), addressOf(kind, id)]
  return to === undefined ? <span>{name}</span> : <a href={to}>{name}</a>
}
