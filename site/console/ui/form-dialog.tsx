import { Dialog } from '../../design/dialog.tsx'
import { toast } from '../../design/toast.tsx'
import { queries } from '../../staff/api/client.ts'
import { Form, type FormProps } from '../../staff/form/form.tsx'
import { common } from '../../staff/messages/common.ts'
import { office } from '../messages/office.ts'

export interface FormDialogProps<T, B = Record<string, unknown>> extends Omit<
  FormProps<T, B>,
  'groups' | 'onDone' | 'onCancel' | 'cancel' | 'children'
> {
  title: string
  /** Above the fields. */
  lead?: string
  /** The fields, if they are one group; otherwise `groups`. */
  names?: readonly string[]
  groups?: FormProps<T>['groups']
  isPanel?: boolean
  /** The message after success. */
  done?: (answer: T) => string
  onClose: () => void
  onDone?: FormProps<T>['onDone']
}

/** A form in a dialog that closes after success. The screen's data are read again then. */
export const FormDialog = <T, B = Record<string, unknown>>(props: FormDialogProps<T, B>) => {
  const {
    title,
    lead,
    names = [],
    groups = [{ names }],
    isPanel = false,
    done,
    onClose,
    onDone,
    ...form
  } = props
  return (
    <Dialog panel={isPanel} title={title} closeLabel={common.close} onClose={onClose}>
      {lead && <p>{lead}</p>}
      <Form
        {...form}
        groups={groups}
        onCancel={onClose}
        // A question may be whether to cancel something.
        cancel={isPanel ? common.cancel : common.back}
        onDone={(answer, isOpen) => {
          toast({ text: done?.(answer) ?? office.saved })
          void queries.invalidateQueries()
          if (isOpen) onClose()
          onDone?.(answer, isOpen)
        }}
      />
    </Dialog>
  )
}
