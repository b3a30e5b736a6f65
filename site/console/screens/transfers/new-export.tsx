import { unwrap } from '../../../../shared/client/http/errors.ts'
import { toast } from '../../../design/toast.tsx'
import type { Body } from '../../../staff/api/body.ts'
import { api, queries } from '../../../staff/api/client.ts'
import { Form } from '../../../staff/form/form.tsx'
import { office } from '../../messages/office.ts'
import { filtersOf, statusChoiceNames, statusChoices, type StatusChoice } from '../shipments/status-filter.ts'
import { messages } from './messages.ts'

const kindNames = () => ({ shipments: messages.shipments, contacts: messages.contacts })

/** The card that requests a file of shipments or contacts. */
export const NewExport = () => (
  <section class="card">
    <header>
      <h2>{messages.export}</h2>
      <p class="hint">{messages.exportHint}</p>
      <p class="hint">{messages.exportNote}</p>
    </header>
    <Form
      id="new-export"
      rules={{
        kind: { kind: 'choice', required: true, choices: ['shipments', 'contacts'] },
        format: { kind: 'choice', required: true, choices: ['csv', 'jsonl'] },
        status: { kind: 'choice', required: false, choices: [...statusChoices] },
        created_from: { kind: 'time', required: false },
        created_to: { kind: 'time', required: false },
      }}
      groups={[{ names: ['kind', 'format', 'status', 'created_from', 'created_to'] }]}
      fields={{
        kind: { label: messages.kind, choiceName: (kind) => kindNames()[kind as 'shipments'] },
        format: { label: messages.format, choiceName: (format) => format.toUpperCase() },
        status: {
          label: office.status,
          emptyChoice: office.any,
          choiceName: (status) => statusChoiceNames()[status as StatusChoice],
        },
        created_from: { label: messages.from },
        created_to: { label: messages.to },
      }}
      initial={{ kind: 'shipments', format: 'csv' }}
      submit={messages.export}
      send={({ kind, format, status, created_from, created_to }, key) => {
        const given = {
          ...(kind === 'shipments' && filtersOf((status as StatusChoice | undefined) ?? '')),
          created_from,
          created_to,
        }
        const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        return unwrap(
          api.POST('/api/v1/exports', {
            params: { header: { 'Idempotency-Key': key } },
            body: { kind, format, filters } as Body<'post', '/api/v1/exports'>,
          }),
        )
      }}
      onDone={() => {
        toast({ text: messages.requested })
        void queries.invalidateQueries()
      }}
    />
  </section>
)
