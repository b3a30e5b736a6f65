import { FileSpreadsheet } from 'lucide-preact'
import type { ColumnFields } from '../../../../shared/domain/transfers/columns.ts'
import { saveFile } from '../../ui/save-file.ts'
import { messages } from './messages.ts'

interface ColumnsProps {
  kind: string
  fields: Pick<ColumnFields, 'names' | 'required' | 'instead'>
}

/** The columns that a file of these records needs and may have, and a file with all their names to begin with. */
export function Columns({ kind, fields: { names, required, instead } }: ColumnsProps) {
  /** With a byte order mark, by which spreadsheets recognise UTF-8. */
  const template = new Blob([`\uFEFF${names.join(',')}\r\n`], { type: 'text/csv' })
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
      <Chips names={required.map((name) => [name, instead[name]].filter(Boolean).join(' / '))} />
      <details>
        <summary>{messages.allColumns}</summary>
        <Chips names={names} />
      </details>
    </div>
  )
}

const Chips = ({ names }: { names: readonly string[] }) => (
  <ul class="columns">
    {names.map((name) => (
      <li key={name} class="chip code">
        {name}
      </li>
    ))}
  </ul>
)
