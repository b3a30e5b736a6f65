import { unwrap } from '../../../../shared/client/http/errors.ts'
import { shipmentStatuses, type ShipmentStatus } from '../../../../shared/domain/states/shipment.ts'
import { api } from '../../../staff/api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { common } from '../../../staff/words/common.ts'
import { statusNames } from '../../../staff/words/statuses.ts'
import { words } from './words.ts'

const kindNames = () => ({ shipments: words.shipments, contacts: words.contacts })

/** The form that requests a file of shipments or contacts. */
export const NewExport = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title={words.export}
    id="new-export"
    rules={{
      kind: { kind: 'choice', required: true, choices: ['shipments', 'contacts'] },
      format: { kind: 'choice', required: true, choices: ['csv', 'jsonl'] },
      status: { kind: 'choice', required: false, choices: [...shipmentStatuses] },
      created_from: { kind: 'time', required: false },
      created_to: { kind: 'time', required: false },
    }}
    names={['kind', 'format', 'status', 'created_from', 'created_to']}
    fields={{
      kind: { label: words.kind, choiceName: (kind) => kindNames()[kind as 'shipments'] },
      format: { label: words.format, choiceName: (format) => format.toUpperCase() },
      status: { label: common.status, choiceName: (status) => statusNames.shipment[status as ShipmentStatus] },
      created_from: { label: words.from },
      created_to: { label: words.to },
    }}
    initial={{ kind: 'shipments', format: 'csv' }}
    submit={words.export}
    send={({ kind, format, status, created_from, created_to }, key) => {
      const given = { ...(kind === 'shipments' && { status }), created_from, created_to }
      const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      return unwrap(
        api.POST('/api/v1/exports', {
          params: { header: { 'Idempotency-Key': key } },
          body: { kind, format, filters } as never,
        }),
      )
    }}
    done={() => words.WAITING}
    onClose={onClose}
  />
)
