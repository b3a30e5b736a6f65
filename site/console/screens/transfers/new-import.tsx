import { useSignal } from '@preact/signals'
import { Upload } from 'lucide-preact'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { common } from '../../../staff/messages/common.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { Columns } from './columns.tsx'
import { Preview, useTable } from './preview.tsx'
import columns from './rules.data.ts'
import { messages } from './messages.ts'

type Kind = keyof typeof columns

/** The card that uploads a file, whose rows are then imported. */
export function NewImport() {
  const kind = useSignal<Kind>('shipments')
  const isDryRun = useSignal(false)
  const file = useSignal<File | undefined>(undefined)
  const isMissing = useSignal(false)
  const table = useTable(file.value, kind.value, columns[kind.value])
  const act = useAct()
  const start = (event: Event) => {
    event.preventDefault()
    const [chosen, form] = [file.value, event.currentTarget as HTMLFormElement]
    isMissing.value = chosen === undefined
    if (!chosen) form.querySelector<HTMLInputElement>('#import-file')?.focus()
    if (!chosen || !table.isReady) return
    const body = {
      kind: kind.value,
      dry_run: isDryRun.value,
      mapping: table.mapping,
      encoding: table.encoding ?? null,
    }
    void act.run(() => api.POST('/api/v1/imports', { body }), {
      onDone: ({ upload }) => void uploadFile(upload, chosen).then((isUploaded) => report(isUploaded, form)),
    })
  }
  const report = (isUploaded: boolean, form: HTMLFormElement) => {
    toast({ text: isUploaded ? messages.uploaded : messages.notUploaded, isError: !isUploaded })
    void queries.invalidateQueries()
    if (!isUploaded) return
    // After a check, the same file is imported by the next press.
    if (isDryRun.value) {
      isDryRun.value = false
      return
    }
    form.reset()
    file.value = undefined
  }
  return (
    <section class="card">
      <header>
        <h2>{messages.import}</h2>
        <p class="hint">{messages.importHint}</p>
      </header>
      <form class="form" noValidate onSubmit={start}>
        <p class="field">
          <label for="import-kind">{messages.kind}</label>
          <select
            id="import-kind"
            value={kind.value}
            onChange={({ currentTarget }) => (kind.value = currentTarget.value as Kind)}
          >
            {(Object.keys(columns) as Kind[]).map((one) => (
              <option key={one} value={one} selected={one === kind.value}>
                {messages[one]}
              </option>
            ))}
          </select>
        </p>
        <p class="field">
          <label for="import-file">{messages.file}</label>
          <span class="drop">
            <Upload size={20} aria-hidden="true" />
            <span class="lines">
              <bdi>{file.value?.name ?? messages.choose}</bdi>
              <span id="import-hint">
                {file.value
                  ? messages.kilobytes(formatNumber(Math.ceil(file.value.size / 1000)))
                  : messages.fileHint}
              </span>
            </span>
            <input
              id="import-file"
              type="file"
              required
              data-new
              accept=".csv,.txt,text/csv"
              aria-describedby={isMissing.value ? 'import-hint import-error' : 'import-hint'}
              {...(isMissing.value && { 'aria-invalid': true })}
              onChange={({ currentTarget }) => {
                file.value = currentTarget.files?.[0]
                isMissing.value = false
              }}
            />
          </span>
          {isMissing.value && (
            <span id="import-error" class="error">
              {messages.chooseFirst}
            </span>
          )}
        </p>
        {file.value && <Preview kind={kind.value} table={table} fields={columns[kind.value]} />}
        <Columns kind={kind.value} fields={columns[kind.value]} />
        <label class="check">
          <input
            type="checkbox"
            checked={isDryRun.value}
            onChange={({ currentTarget }) => (isDryRun.value = currentTarget.checked)}
          />
          {messages.dryRun}
        </label>
        <p>
          <button
            type="submit"
            class="primary"
            aria-disabled={act.isBusy.value || (file.value !== undefined && !table.isReady)}
          >
            {act.isBusy.value ? common.sending : messages.start}
          </button>
        </p>
      </form>
    </section>
  )
}

/** Posts a file with the form that the service gave; the file is the last field (docs/guide/import-and-export.md). */
async function uploadFile({ url, fields }: { url: string; fields: object }, file: File): Promise<boolean> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', file)
  return fetch(url, { method: 'POST', body: form, credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
