import { FileSpreadsheet } from 'lucide-preact'
import { byteOrderMark, csvRows } from '../../../../shared/csv/write.ts'
import type { ColumnFields } from '../../../../shared/domain/transfers/columns.ts'
import type { TransferKind } from '../../../../shared/domain/transfers/record.ts'
import { saveFile } from '../../ui/save-file.ts'
import { fieldName, valueNames } from './field-names.ts'
import { messages } from './messages.ts'

interface ColumnsProps {
  kind: TransferKind
  fields: Pick<ColumnFields, 'names' | 'required' | 'instead' | 'choices'>
}

/** The columns that a file of these records needs and may have, and a file with all their names to begin with. */
export function Columns({ kind, fields: { names, required, instead, choices } }: ColumnsProps) {
  const named = (field: string) => fieldName(kind, field)
  const template = new Blob([byteOrderMark + csvRows([names.map(named)])], { type: 'text/csv' })
  return (
    <div class="field">
      <p class="lead-row">
        <span class="hint">{messages.required}</span>
        <button
          type="button"
          class="plain"
          onClick={() =>
            void saveFile(() => Promise.resolve({ data: template, response: new Response() }), `${kind}.csv`)
          }
        >
          <FileSpreadsheet size={16} aria-hidden="true" />
          {messages.template}
        </button>
      </p>
      <Chips
        names={required.map((name) =>
          [name, instead[name]]
            .filter((one) => one !== undefined)
            .map(named)
            .join(' / '),
        )}
      />
      <details>
        <summary>{messages.allColumns}</summary>
        <Chips names={names.map(named)} />
        {Object.entries(choices).map(([field, values]) => (
          <p key={field} class="hint">
            {messages.wordsOf(named(field), valueNames([...new Set(Object.values(values))]))}
          </p>
        ))}
      </details>
    </div>
  )
}

const Chips = ({ names }: { names: readonly string[] }) => (
  <ul class="columns">
    {names.map((name) => (
      <li key={name} class="chip">
        {name}
      </li>
    ))}
  </ul>
)
