import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'

/** In place of a form that the user's role may not use, opened by its address. */
export const NotPermitted = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={common.forbidden} closeLabel={common.close} onClose={onClose}>
    <p>
      <button type="button" class="primary" onClick={onClose}>
        {common.close}
      </button>
    </p>
  </Dialog>
)
