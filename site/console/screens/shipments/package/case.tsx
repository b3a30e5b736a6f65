import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { api } from '../../../../staff/api/client.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { caseNames } from '../../../../staff/messages/statuses.ts'
import { useAssigneeField } from '../../cases/assignee.ts'
import { messages } from '../actions/messages.ts'
import rules from '../rules.data.ts'

/** The form that opens a case about a package. */
export function OpenCase({ id, onClose }: { id: string; onClose: () => void }) {
  const assignee = useAssigneeField()
  return (
    <FormDialog
      title={messages.openCase}
      onClose={onClose}
      id={`case-${id}`}
      rules={{ ...rules.case, ...assignee.rules }}
      names={['kind', 'note', ...assignee.names, 'due_at']}
      fields={{
        ...assignee.fields,
        kind: { label: messages.caseKind, choiceName: (kind) => caseNames[kind] ?? kind },
        note: { label: messages.note },
        due_at: { label: messages.due },
      }}
      initial={{ kind: 'HOLD' }}
      submit={messages.openCase}
      send={(body, key) =>
        unwrap(
          api.POST('/api/v1/cases', {
            params: { header: { 'Idempotency-Key': key } },
            body: { ...(body as { kind: 'HOLD' }), package_ids: [id] },
          }),
        )
      }
      done={() => messages.caseOpened}
    />
  )
}
