import { useSignal } from '@preact/signals'
import { needsSecondPerson } from '../../../../shared/domain/cases/second-person.ts'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Facts } from '../../ui/facts.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PackageLink } from '../../ui/package-link.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { joined } from '../../../staff/messages/language.ts'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { caseNote } from './note.ts'
import { useAssigneeField } from './assignee.ts'
import { ShipmentOf } from './shipment-of.tsx'
import { useOwnId } from '../../ui/user-names.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'

const names = ['note', 'due_at']
/** A time, and who did it then. */
const timeAndPerson = (time: string, person: string) => joined([formatTime(time), person])

/** A case, with the packages that it is about. */
export function CasePanel({
  id,
  assignees,
  onClose,
}: {
  id: string
  assignees: ReadonlyMap<string, string>
  onClose: () => void
}) {
  const path = { id }
  const own = useOwnId()
  const act = useAct()
  const isEditing = useSignal(false)
  const isResolving = useSignal(false)
  const assignee = useAssigneeField()
  return (
    <RecordPanel
      of={['case', id]}
      get={() => api.GET('/api/v1/cases/{id}', { params: { path } })}
      title={({ kind, code }) => caseNames[code] ?? caseNames[kind] ?? kind}
      status={({ status }) =>
        status === 'OPEN' ? (
          <Tag tone="needs">{messages.isOpen}</Tag>
        ) : (
          <Tag tone="done">{messages.resolved}</Tag>
        )
      }
      onClose={onClose}
    >
      {(one, etag) => {
        const isOpen = one.status === 'OPEN'
        const isOwn = isOpen && one.opened_by === own && needsSecondPerson(one)
        const person = (id: string) => assignees.get(id) ?? messages.colleague
        const change = (body: { status: 'OPEN' } | { assignee_id: string }, done: string) =>
          void act.run(
            () => api.PATCH('/api/v1/cases/{id}', { params: { path, header: { 'If-Match': etag } }, body }),
            { done },
          )
        return (
          <>
            {hasRole(handlingRoles) && (
              <p class="row">
                <button
                  type="button"
                  class={isOpen ? 'primary' : ''}
                  aria-disabled={act.isBusy.value}
                  aria-haspopup={isOpen ? 'dialog' : undefined}
                  onClick={() => {
                    if (isOpen) isResolving.value = true
                    else change({ status: 'OPEN' }, messages.reopened)
                  }}
                >
                  {isOpen ? messages.resolve : messages.reopen}
                </button>
                {isOpen && own !== undefined && one.assignee_id !== own && (
                  <button type="button" onClick={() => change({ assignee_id: own }, messages.assigned)}>
                    {messages.take}
                  </button>
                )}
                <button type="button" aria-haspopup="dialog" onClick={() => (isEditing.value = true)}>
                  {office.edit}
                </button>
              </p>
            )}
            <Facts
              facts={[
                [messages.shipment, <ShipmentOf key="shipment" packageId={one.package_ids[0]} />],
                [messages.assignee, one.assignee_id === null ? messages.unassigned : person(one.assignee_id)],
                [messages.note, caseNote(one.note)],
                [messages.due, one.due_at && formatTime(one.due_at)],
                [
                  messages.age,
                  timeAndPerson(
                    one.created_at,
                    one.opened_by === null ? messages.service : person(one.opened_by),
                  ),
                ],
                [
                  messages.resolved,
                  one.resolved_at && timeAndPerson(one.resolved_at, person(one.resolved_by ?? '')),
                ],
                ...(one.resolved_alone ? [[messages.resolved, messages.byOpener] as const] : []),
              ]}
            />
            <section class="stack">
              <h3>{messages.packages}</h3>
              <ul>
                {one.package_ids.map((id) => (
                  <li key={id}>
                    <PackageLink id={id} />
                  </li>
                ))}
              </ul>
            </section>
            {isResolving.value && (
              <FormDialog
                id={`case-reason-${id}`}
                title={messages.resolve}
                {...(isOwn && { lead: messages.secondPerson })}
                rules={{ reason: { kind: 'text', required: isOwn } }}
                names={['reason']}
                fields={{
                  reason: { label: isOwn ? messages.reason : messages.how, hint: messages.howHint },
                }}
                submit={messages.resolve}
                done={() => messages.resolved}
                send={({ reason }: { reason?: string }) =>
                  unwrap(
                    api.PATCH('/api/v1/cases/{id}', {
                      params: { path, header: { 'If-Match': etag } },
                      body: { status: 'RESOLVED', ...(reason && { reason }) },
                    }),
                  )
                }
                onClose={() => (isResolving.value = false)}
              />
            )}
            {isEditing.value && (
              <EditDialog
                record={one}
                etag={etag}
                id={`case-${id}`}
                rules={{ ...rules.change, ...assignee.rules }}
                names={[...assignee.names, ...names]}
                fields={{
                  ...assignee.fields,
                  note: { label: messages.note },
                  due_at: { label: messages.due },
                }}
                change={(body, etag) =>
                  api.PATCH('/api/v1/cases/{id}', {
                    params: { path, header: { 'If-Match': etag } },
                    body,
                  })
                }
                onClose={() => (isEditing.value = false)}
              />
            )}
          </>
        )
      }}
    </RecordPanel>
  )
}
