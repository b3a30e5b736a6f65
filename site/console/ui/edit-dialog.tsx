import { unwrap } from '../../../shared/client/http/errors.ts'
import { changedIn, draftOf } from '../../staff/form/drafts.ts'
import { office } from '../messages/office.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

interface EditDialogProps<T> extends Omit<FormDialogProps<T>, 'title' | 'submit' | 'initial' | 'send'> {
  record: object
  etag: string
  /** The choices that a record always has, so that "not set" is none of them. */
  kept?: readonly string[]
  /** Sends what differs, as a change of the version `etag`. */
  change: (
    changes: Record<string, unknown>,
    etag: string,
  ) => Parameters<typeof unwrap<{ data?: T; response: Response }>>[0]
}

/** The form that changes a record. Only what differs is sent, so that the change of another field by another user stays. */
export function EditDialog<T>({
  record,
  change,
  names = [],
  groups = [{ names }],
  kept = [],
  rules,
  ...form
}: EditDialogProps<T>) {
  const initial = draftOf(
    record,
    groups.flatMap((group) => group.names),
  )
  return (
    <FormDialog
      isPanel
      {...form}
      rules={Object.fromEntries(
        Object.entries(rules).map(([name, rule]) => [
          name,
          kept.includes(name) ? { ...rule, required: true } : rule,
        ]),
      )}
      title={office.edit}
      groups={groups}
      initial={initial}
      submit={office.save}
      send={(body, _, etag) => unwrap(change(changedIn(body, initial), etag))}
    />
  )
}
