import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api } from '../../api/client.ts'
import type { Bag } from '../../api/records.ts'
import { changedIn, draftOf } from '../../form/drafts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { common } from '../../words/common.ts'
import { bagNames, useBagFields } from './fields.ts'
import rules from './rules.built.ts'

/** The form that changes a bag. */
export function EditBag({ bag, etag, onClose }: { bag: Bag; etag: string; onClose: () => void }) {
  const { fields, warehouse_id } = useBagFields()
  const initial = draftOf(bag, bagNames)
  return (
    <FormDialog
      isPanel
      title={common.edit}
      id={`bag-${bag.id}`}
      rules={{ ...rules.change, warehouse_id }}
      names={bagNames}
      fields={fields}
      initial={initial}
      submit={common.save}
      send={(body) =>
        unwrap(
          api.PUT('/api/v1/bags/{id}', {
            params: { path: { id: bag.id }, header: { 'If-Match': etag } },
            body: changedIn(body, initial),
          }),
        )
      }
      onClose={onClose}
    />
  )
}
