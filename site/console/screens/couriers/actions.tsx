import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import type { Courier } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { RecordActions } from '../../ui/record-actions.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { common } from '../../../staff/messages/common.ts'
import { courierFields, courierNames } from './fields.ts'
import rules from './rules.data.ts'
import { causes, messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The actions of a courier. */
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
          name: messages.rate,
          dialog: (onClose) => (
            <FormDialog
              title={messages.rate}
              id={`rating-${id}`}
              rules={rules.rating}
              names={['rating', 'comment']}
              fields={{ rating: { label: messages.stars }, comment: { label: messages.comment } }}
              submit={messages.rate}
              send={(body: Body<'post', '/api/v1/couriers/{id}/ratings'>, key) =>
                unwrap(api.POST('/api/v1/couriers/{id}/ratings', { ...header(key), body }))
              }
              onClose={onClose}
            />
          ),
        },
        {
          name: messages.record,
          dialog: (onClose) => (
            <FormDialog
              title={messages.record}
              id={`no-show-${id}`}
              rules={rules.noShow}
              names={['cause', 'note']}
              fields={{
                cause: { label: messages.cause, choiceName: (cause) => causes[cause] ?? cause },
                note: { label: messages.note },
              }}
              initial={{ cause: 'MISSED_FLIGHT' }}
              submit={messages.record}
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
            title: messages.deleteQuestion,
            send: () => api.DELETE('/api/v1/couriers/{id}', { params: { path, header: { 'If-Match': etag } } }),
            done: common.deleted,
            onDone: onDeleted,
          },
        },
      ]}
    />
  )
}
