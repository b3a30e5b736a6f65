import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'

interface ConfirmProps {
  title: string
  /** Its consequences. */
  text?: string | undefined
  /** The name of the button that does it. */
  action: string
  isDanger?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone; its buttons are those of a form. */
export const Confirm = ({ title, text, action, isDanger = false, onConfirm, onClose }: ConfirmProps) => (
  <Dialog title={title} closeLabel={common.close} onClose={onClose}>
    {text && <p>{text}</p>}
    <div class="form">
      <div class="submit">
        <p class="row">
          <button type="button" onClick={onClose}>
            {common.back}
          </button>
          <button
            type="button"
            class={isDanger ? 'primary danger' : 'primary'}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </button>
        </p>
      </div>
    </div>
  </Dialog>
)
