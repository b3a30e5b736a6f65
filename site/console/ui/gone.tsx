import { CourierError } from '../../../shared/client/http/errors.ts'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { office } from '../messages/office.ts'

/** Whether there is no record of the address: it was deleted, or never existed. */
export const isGone = ({ data, error }: { data?: unknown; error: unknown }) =>
  data === undefined && error instanceof CourierError && error.status === 404

/** In place of the panel of a record that does not exist. */
export const Gone = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={office.gone} closeLabel={common.close} onClose={onClose}>
    <p>{office.goneHint}</p>
    <p class="row">
      <button type="button" class="primary" onClick={onClose}>
        {common.close}
      </button>
    </p>
  </Dialog>
)
