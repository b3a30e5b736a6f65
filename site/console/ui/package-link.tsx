import type { ComponentChildren } from 'preact'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { office } from '../messages/office.ts'
import { PackageStatus } from './package-status.tsx'

/** A package by its code and its status, or what is said in place of that, as a link to its shipment; a case that was resolved may name a deleted one. */
export function PackageLink({ id, status: shown }: { id: string; status?: ComponentChildren }) {
  const one = useRead(['package', id], () => api.GET('/api/v1/packages/{id}', { params: { path: { id } } }))
  if (one.error instanceof CourierError && one.error.status === 404)
    return <span class="hint">{office.deleted}</span>
  const { qr_code = '…', shipment_id } = one.data?.body ?? {}
  return (
    <span class="row">
      <a class="code" href={shipment_id === undefined ? '#' : `/console/shipments/${shipment_id}`}>
        {qr_code}
      </a>
      {shown ?? (one.data && <PackageStatus {...one.data.body} />)}
    </span>
  )
}
