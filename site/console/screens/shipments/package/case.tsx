import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { toast } from '../../../../design/toast.tsx'
import { api, queries } from '../../../api/client.ts'
import { Form } from '../../../form/form.tsx'
import { common } from '../../../words/common.ts'
import { caseNames } from '../../../words/statuses.ts'
import { words } from '../actions/words.ts'
import rules from '../rules.built.ts'

/** The form that opens a case about a package. */
export const OpenCase = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Dialog title={words.openCase} closeLabel={common.close} onClose={onClose}>
    <Form
      id={`case-${id}`}
      rules={rules.case}
      groups={[{ names: ['kind', 'note', 'due_at'] }]}
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
      onDone={() => {
        toast({ text: words.caseOpened })
        void queries.invalidateQueries()
        onClose()
      }}
    />
  </Dialog>
)
