import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../../staff/api/client.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { common } from '../../../staff/words/common.ts'
import { words } from './words.ts'

/** Uploads a file, whose rows are then imported. */
export function NewImport({ onClose }: { onClose: () => void }) {
  const kind = useSignal<'shipments' | 'contacts'>('shipments')
  const isDryRun = useSignal(false)
  const file = useSignal<File | undefined>(undefined)
  const act = useAct()
  const start = (event: Event) => {
    event.preventDefault()
    const chosen = file.value
    if (!chosen) return
    void act.run(() => api.POST('/api/v1/imports', { body: { kind: kind.value, dry_run: isDryRun.value } }), {
      onDone: ({ upload }) => void uploadFile(upload, chosen).then(report),
    })
  }
  const report = (isUploaded: boolean) => {
    toast({ text: isUploaded ? words.uploaded : words.notUploaded, isError: !isUploaded })
    void queries.invalidateQueries()
    if (isUploaded) onClose()
  }
  return (
    <Dialog title={words.import} closeLabel={common.close} onClose={onClose}>
      <form class="form" onSubmit={start}>
        <p class="field">
          <label for="import-kind">{words.kind}</label>
          <select
            id="import-kind"
            value={kind.value}
            onChange={({ currentTarget }) => (kind.value = currentTarget.value as 'shipments')}
          >
            <option value="shipments">{words.shipments}</option>
            <option value="contacts">{words.contacts}</option>
          </select>
        </p>
        <p class="field">
          <label for="import-file">{words.file}</label>
          <input
            id="import-file"
            type="file"
            required
            accept=".csv,.txt,text/csv"
            aria-describedby="import-hint"
            onChange={({ currentTarget }) => (file.value = currentTarget.files?.[0])}
          />
          <span id="import-hint" class="hint">
            {words.fileHint}
          </span>
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={isDryRun.value}
            onChange={({ currentTarget }) => (isDryRun.value = currentTarget.checked)}
          />
          {words.dryRun}
        </label>
        <p>
          <button type="submit" class="primary" aria-disabled={act.isBusy.value}>
            {act.isBusy.value ? common.sending : words.start}
          </button>
        </p>
      </form>
    </Dialog>
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
