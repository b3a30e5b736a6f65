import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { api } from '../../../../staff/api/client.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { caseNames } from '../../../../staff/words/statuses.ts'
import { words } from '../actions/words.ts'
import rules from '../rules.built.ts'

/** The form that opens a case about a package. */
export const OpenCase = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <FormDialog
    title={words.openCase}
    onClose={onClose}
    id={`case-${id}`}
    rules={rules.case}
    names={['kind', 'note', 'due_at']}
    fields={{
      kind: { label: words.caseKind, choiceName: (kind) => caseNames[kind] ?? kind },
      note: { label: words.note },
      due_at: { label: words.due },
    }}
    initial={{ kind: 'HOLD' }}
    submit={words.openCase}
    send={(body, key) =>
      unwrap(
        api.POST('/api/v1/cases', {
          params: { header: { 'Idempotency-Key': key } },
          body: { ...(body as { kind: 'HOLD' }), package_ids: [id] },
        }),
      )
    }
    done={() => words.caseOpened}
  />
)
