import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api, queries } from '../../api/client.ts'
import { useRead } from '../../api/read.ts'
import { Form } from '../../form/form.tsx'
import { common } from '../../words/common.ts'
import rules from './rules.built.ts'
import { words } from './words.ts'

/** The form that opens a bag. */
export function NewBag({ onClose, onOpened }: { onClose: () => void; onOpened: (id: string) => void }) {
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const all = warehouses.data?.body ?? []
  const form = {
    ...rules.create,
    warehouse_id: { kind: 'choice' as const, required: true, choices: ['', ...all.map(({ id }) => id)] },
  }
  return (
    <Dialog panel title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form
        id="new-bag"
        rules={form}
        groups={[{ names: ['label', 'warehouse_id', 'origin', 'destination'] }]}
        fields={{
          label: { label: words.label },
          origin: { label: words.origin },
          destination: { label: words.destination },
          warehouse_id: {
            label: words.warehouse,
            choiceName: (id) => all.find((one) => one.id === id)?.name ?? '—',
          },
        }}
        submit={words.create}
        send={(body, key) =>
          unwrap(api.POST('/api/v1/bags', { body: body as never, headers: { 'Idempotency-Key': key } }))
        }
        onDone={({ id }) => {
          void queries.invalidateQueries()
          onOpened(id)
        }}
      />
    </Dialog>
  )
}
