import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Scan } from '../../../staff/api/records.ts'
import { labelKinds } from './messages.ts'

/** What was read: the code of the package or bag, the kind and id of a label without one, or the text of another code. */
export function Scanned({ scan }: { scan: Scan }) {
  const { validation_result, entity, entity_type, entity_id, scanned_text } = scan
  // A label with a wrong signature names something that may exist.
  const id = validation_result === 'hmac_invalid' && isId(entity_id) ? entity_id : undefined
  const pkg = useRead(
    ['package', id],
    () => api.GET('/api/v1/packages/{id}', { params: { path: { id: id ?? '' } } }),
    entity_type === 'pkg' && id !== undefined,
  ).data?.body
  const bag = useRead(
    ['bag', id],
    () => api.GET('/api/v1/bags/{id}', { params: { path: { id: id ?? '' } } }),
    entity_type === 'bag' && id !== undefined,
  ).data?.body
  if (entity) return <span class="code">{entity.qr_code}</span>
  if (pkg)
    return (
      <a class="code" href={`/console/shipments/${pkg.shipment_id}`}>
        {pkg.qr_code}
      </a>
    )
  if (bag) return <a href={`/console/bags/${bag.id}`}>{bag.label}</a>
  if (entity_type !== null && entity_id !== null)
    return (
      <span class="row">
        {labelKinds[entity_type] ?? entity_type}
        <span class="code one-line" title={entity_id}>
          {entity_id}
        </span>
      </span>
    )
  return (
    <span class="code one-line" title={scanned_text ?? ''}>
      {scanned_text ?? '—'}
    </span>
  )
}
const isId = (id: string | null): id is string =>
  id !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

/** Where the phone was, as a link to a map. */
export const Position = ({ latitude, longitude }: Pick<Scan, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null ? (
    <span>—</span>
  ) : (
    <a
      class="code"
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      {`${latitude.toFixed(3)}, ${longitude.toFixed(3)}`}
    </a>
  )
