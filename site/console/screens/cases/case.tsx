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
import { common } from '../../../staff/messages/common.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { caseNames, caseNote } from '../../../staff/messages/statuses.ts'
import { ShipmentOf } from './shipment-of.tsx'
import { useOwnId } from '../../ui/user-names.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'

const names = ['note', 'due_at']

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
  const isExplaining = useSignal(false)
  return (
    <RecordPanel
      of={['case', id]}
      get={() => api.GET('/api/v1/cases/{id}', { params: { path } })}
      title={({ kind, code }) => caseNames[code] ?? caseNames[kind] ?? kind}
      status={({ status }) =>
        status === 'OPEN' ? <Tag tone="needs">{messages.OPEN}</Tag> : <Tag tone="done">{messages.resolved}</Tag>
      }
      onClose={onClose}
    >
      {(one, etag) => {
        const isOpen = one.status === 'OPEN'
        const isOwn = isOpen && one.opened_by === own && needsSecondPerson(one)
        const change = (body: { status: 'OPEN' | 'RESOLVED' } | { assignee_id: string }, done: string) =>
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
                  aria-haspopup={isOwn ? 'dialog' : undefined}
                  onClick={() => {
                    if (isOwn) isExplaining.value = true
                    else
                      change(
                        { status: isOpen ? 'RESOLVED' : 'OPEN' },
                        isOpen ? messages.resolved : messages.reopened,
                      )
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
                  {common.edit}
                </button>
              </p>
            )}
            <Facts
              facts={[
                [messages.shipment, <ShipmentOf key="shipment" packageId={one.package_ids[0]} />],
                [
                  messages.assignee,
                  one.assignee_id === null
                    ? messages.unassigned
                    : (assignees.get(one.assignee_id) ?? messages.assigned),
                ],
                [messages.note, caseNote(one.note)],
                [messages.due, one.due_at && formatTime(one.due_at)],
                [common.created, formatTime(one.created_at)],
                [messages.resolved, one.resolved_at && formatTime(one.resolved_at)],
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
            {isExplaining.value && (
              <FormDialog
                id={`case-reason-${id}`}
                title={messages.resolve}
                lead={messages.secondPerson}
                rules={{ reason: { kind: 'text', required: true } }}
                names={['reason']}
                fields={{ reason: { label: messages.reason } }}
                submit={messages.resolve}
                send={({ reason }: { reason: string }) =>
                  unwrap(
                    api.PATCH('/api/v1/cases/{id}', {
                      params: { path, header: { 'If-Match': etag } },
                      body: { status: 'RESOLVED', reason },
                    }),
                  )
                }
                onClose={() => (isExplaining.value = false)}
              />
            )}
            {isEditing.value && (
              <EditDialog
                record={one}
                etag={etag}
                id={`case-${id}`}
                rules={rules.change}
                names={names}
                fields={{ note: { label: messages.note }, due_at: { label: messages.due } }}
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
