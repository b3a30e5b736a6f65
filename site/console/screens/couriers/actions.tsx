import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import type { Courier } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { RecordActions } from '../../ui/record-actions.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { common } from '../../../staff/words/common.ts'
import { courierFields, courierNames } from './fields.ts'
import rules from './rules.built.ts'
import { causes, words } from './words.ts'
import type { Body } from '../../../staff/api/body.ts'

/** What can be done with a courier. */
export function Actions({
  courier,
  etag,
  onDeleted,
}: {
  courier: Courier
  etag: string
  onDeleted: () => void
}) {
  const { id } = courier
  const names = [...courierNames, 'status']
  const path = { id }
  const header = (key: string) => ({ params: { path, header: { 'Idempotency-Key': key } } })
  return (
    <RecordActions
      actions={[
        {
          name: common.edit,
          dialog: (onClose) => (
            <EditDialog
              record={courier}
              etag={etag}
              id={`courier-${id}`}
              rules={rules.change}
              names={names}
              fields={courierFields()}
              change={(body, etag) =>
                api.PUT('/api/v1/couriers/{id}', {
                  params: { path, header: { 'If-Match': etag } },
                  body,
                })
              }
              onClose={onClose}
            />
          ),
        },
        {
          name: words.rate,
          dialog: (onClose) => (
            <FormDialog
              title={words.rate}
              id={`rating-${id}`}
              rules={rules.rating}
              names={['rating', 'comment']}
              fields={{ rating: { label: words.stars }, comment: { label: words.comment } }}
              submit={words.rate}
              send={(body: Body<'post', '/api/v1/couriers/{id}/ratings'>, key) =>
                unwrap(api.POST('/api/v1/couriers/{id}/ratings', { ...header(key), body }))
              }
              onClose={onClose}
            />
          ),
        },
        {
          name: words.record,
          dialog: (onClose) => (
            <FormDialog
              title={words.record}
              id={`no-show-${id}`}
              rules={rules.noShow}
              names={['cause', 'note']}
              fields={{
                cause: { label: words.cause, choiceName: (cause) => causes[cause] ?? cause },
                note: { label: words.note },
              }}
              initial={{ cause: 'MISSED_FLIGHT' }}
              submit={words.record}
              send={(body: Body<'post', '/api/v1/couriers/{id}/no-shows'>, key) =>
                unwrap(api.POST('/api/v1/couriers/{id}/no-shows', { ...header(key), body }))
              }
              onClose={onClose}
            />
          ),
        },
        hasRole(managerRoles) && {
          name: common.remove,
          isDanger: true,
          confirm: {
            title: words.deleteQuestion,
            send: () => api.DELETE('/api/v1/couriers/{id}', { params: { path, header: { 'If-Match': etag } } }),
            done: common.deleted,
            onDone: onDeleted,
          },
        },
      ]}
    />
  )
}
