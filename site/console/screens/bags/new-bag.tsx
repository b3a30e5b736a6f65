import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { Form } from '../../../staff/form/form.tsx'
import { common } from '../../../staff/messages/common.ts'
import { bagNames, useBagFields } from './fields.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The form that opens a bag. */
export function NewBag({ onClose, onOpened }: { onClose: () => void; onOpened: (id: string) => void }) {
  const { fields, warehouse_id, airportOf, only } = useBagFields()
  return (
    <Dialog panel title={messages.create} closeLabel={common.close} onClose={onClose}>
      <Form
        id="new-bag"
        rules={{ ...rules.create, warehouse_id }}
        groups={[{ names: bagNames }]}
        fields={fields}
        initial={only}
        submit={messages.create}
        onEnter={(name, value) => {
          const origin = name === 'warehouse_id' ? airportOf(String(value)) : undefined
          return origin === undefined ? undefined : { origin }
        }}
        onCancel={onClose}
        send={(body: Body<'post', '/api/v1/bags'>, key) =>
          unwrap(api.POST('/api/v1/bags', { body, headers: { 'Idempotency-Key': key } }))
        }
        onDone={({ id }) => {
          void queries.invalidateQueries()
          onOpened(id)
        }}
      />
    </Dialog>
  )
}
