import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import type { Courier } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Confirm } from '../../ui/confirm.tsx'
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
  const act = useAct()
  const open = useSignal<'edit' | 'rate' | 'noShow' | 'delete' | undefined>(undefined)
  const show = (one: typeof open.value) => () => (open.value = one)
  const close = () => (open.value = undefined)
  const names = [...courierNames, 'status']
  const path = { id }
  const header = (key: string) => ({ params: { path, header: { 'Idempotency-Key': key } } })
  return (
    <>
      <ActionBar
        actions={[
          { name: common.edit, act: show('edit') },
          { name: words.rate, act: show('rate') },
          { name: words.record, act: show('noShow') },
          hasRole(managerRoles) && { name: common.remove, act: show('delete'), isDanger: true },
        ]}
      />
      {open.value === 'edit' && (
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
          onClose={close}
        />
      )}
      {open.value === 'rate' && (
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
          onClose={close}
        />
      )}
      {open.value === 'noShow' && (
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
          onClose={close}
        />
      )}
      {open.value === 'delete' && (
        <Confirm
          title={words.deleteQuestion}
          action={common.remove}
          isDanger
          onClose={close}
          onConfirm={() =>
            void act.run(
              () => api.DELETE('/api/v1/couriers/{id}', { params: { path, header: { 'If-Match': etag } } }),
              { done: common.deleted, onDone: onDeleted },
            )
          }
        />
      )}
    </>
  )
}
