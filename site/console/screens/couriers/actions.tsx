import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Courier, Flight } from '../../../staff/api/records.ts'
import { Form } from '../../../staff/form/form.tsx'
import { formatDeparture } from '../../../staff/messages/flight-times.ts'
import { joined } from '../../../staff/messages/language.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { auditAction } from '../../ui/audit-action.ts'
import { RecordActions } from '../../ui/record-actions.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { courierFields, courierNames, courierRules } from './fields.ts'
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
          name: office.edit,
          dialog: (onClose) => (
            <EditDialog
              record={{ ...courier, passport_number: '' }}
              etag={etag}
              id={`courier-${id}`}
              rules={courierRules(rules.change)}
              kept={['status']}
              names={names}
              fields={{
                ...courierFields(),
                passport_number: {
                  label: messages.passport,
                  hint: messages.keepsPassport(courier.passport_number),
                },
              }}
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
          dialog: (onClose) => <NoShow id={id} onClose={onClose} />,
        },
        hasRole(managerRoles) && {
          name: messages.showPassport,
          dialog: (onClose) => <Passport id={id} onClose={onClose} />,
        },
        auditAction('courier', id),
        hasRole(managerRoles) &&
          courier.status !== 'INACTIVE' && {
            name: messages.deactivate,
            isDanger: true,
            confirm: {
              title: messages.deactivateQuestion,
              text: messages.deactivateHint,
              send: () =>
                api.DELETE('/api/v1/couriers/{id}', { params: { path, header: { 'If-Match': etag } } }),
              done: messages.deactivated,
              onDone: onDeleted,
            },
          },
      ]}
    />
  )
}

/** Shows a passport number to those who say why they need it, until the dialog is closed. */
function Passport({ id, onClose }: { id: string; onClose: () => void }) {
  const number = useSignal('')
  return (
    <Dialog title={messages.showPassport} closeLabel={common.close} onClose={onClose}>
      {number.value === '' ? (
        <Form
          id={`passport-${id}`}
          rules={rules.passport}
          groups={[{ names: ['reason'] }]}
          fields={{ reason: { label: messages.passportReason } }}
          submit={messages.show}
          // Without an Idempotency-Key, with which the service would keep the answer.
          send={(body: Body<'post', '/api/v1/couriers/{id}/passport/reveal'>) =>
            unwrap(api.POST('/api/v1/couriers/{id}/passport/reveal', { params: { path: { id } }, body }))
          }
          onCancel={onClose}
          onDone={({ passport_number }) => (number.value = passport_number)}
        />
      ) : (
        <p class="row">
          <bdi class="code">{number.value}</bdi>
          <CopyButton name={messages.passport} text={number.value} />
        </p>
      )}
    </Dialog>
  )
}

const isAhead = ({ status }: Flight) => status === 'SCHEDULED' || status === 'BOARDING'

/** Records that a courier has missed a flight, or cannot take one: the next of theirs if none is chosen. */
function NoShow({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id }
  const read = useRead(['courier', id, 'flights'], () =>
    api.GET('/api/v1/couriers/{id}/flights', { params: { path } }),
  )
  if (!read.data) return null
  const flights = new Map(read.data.body.map((flight) => [flight.id, flight]))
  const [next] = read.data.body.filter(isAhead).toReversed()
  const nameOf = (flight: Flight) => joined([flight.flight_number, formatDeparture(flight)])
  return (
    <FormDialog
      title={messages.record}
      id={`no-show-${id}`}
      rules={{ ...rules.noShow, flight_id: { kind: 'choice', required: false, choices: [...flights.keys()] } }}
      names={['flight_id', 'cause', 'note']}
      fields={{
        flight_id: {
          label: messages.flight,
          choiceName: (one) => {
            const flight = flights.get(one)
            return flight ? nameOf(flight) : one
          },
        },
        cause: { label: messages.cause, choiceName: (cause) => causes[cause] ?? cause },
        note: { label: messages.note },
      }}
      initial={{ cause: 'MISSED_FLIGHT', ...(next && { flight_id: next.id }) }}
      submit={messages.record}
      send={(body: Body<'post', '/api/v1/couriers/{id}/no-shows'>, key) =>
        unwrap(
          api.POST('/api/v1/couriers/{id}/no-shows', {
            params: { path, header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      onClose={onClose}
    />
  )
}
