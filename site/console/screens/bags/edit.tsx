import { api } from '../../../staff/api/client.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { bagNames, useBagFields } from './fields.ts'
import rules from './rules.data.ts'

/** The form that changes a bag. */
export function EditBag({ bag, etag, onClose }: { bag: Bag; etag: string; onClose: () => void }) {
  const { fields, warehouse_id } = useBagFields()
  return (
    <EditDialog
      record={bag}
      etag={etag}
      id={`bag-${bag.id}`}
      rules={{ ...rules.change, warehouse_id }}
      names={bagNames}
      fields={fields}
      change={(body, etag) =>
        api.PUT('/api/v1/bags/{id}', {
          params: { path: { id: bag.id }, header: { 'If-Match': etag } },
          body,
        })
      }
      onClose={onClose}
    />
  )
}
