import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Tag, type Tone } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { ListTable } from '../../list/list-table.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { common } from '../../../staff/words/common.ts'
import { formatNumber, formatTime } from '../../../staff/words/format.ts'
import { titles } from '../../words/screens.ts'
import { NewExport } from './new-export.tsx'
import { NewImport } from './new-import.tsx'
import { words } from './words.ts'

const tones: Record<string, Tone> = { WAITING: 'waiting', RUNNING: 'moving', DONE: 'done', FAILED: 'wrong' }
/** While one is running, the lists are read again after so many milliseconds. */
const pollEvery = 1000

type Status = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'
const StatusTag = ({ status }: { status: Status }) => (
  <Tag tone={tones[status] ?? 'waiting'}>{words[status]}</Tag>
)
const isRunning = ({ status }: { status: Status }) => status === 'WAITING' || status === 'RUNNING'

/** Imports with their progress and their rows in error, and exports with their files. */
export default function Transfers() {
  const open = useSignal<'import' | 'export' | undefined>(undefined)
  const close = () => (open.value = undefined)
  return (
    <>
      <div class="head">
        <h1>{titles.transfers}</h1>
        <button type="button" onClick={() => (open.value = 'export')}>
          {words.export}
        </button>
        {hasRole(bookingRoles) && (
          <button type="button" class="primary" data-new onClick={() => (open.value = 'import')}>
            {words.import}
          </button>
        )}
      </div>
      <div class="stack">
        {hasRole(bookingRoles) && <Imports />}
        <Exports />
      </div>
      {open.value === 'import' && <NewImport onClose={close} />}
      {open.value === 'export' && <NewExport onClose={close} />}
    </>
  )
}

function Imports() {
  const polling = useSignal(false)
  const list = useList(['imports'], (page) => api.GET('/api/v1/imports', { params: { query: page } }), {
    pollEvery: polling.value && pollEvery,
  })
  useEffect(() => {
    polling.value = list.items.some(isRunning)
  })
  const saveErrors = (id: string) =>
    void saveFile(
      () => api.GET('/api/v1/imports/{id}/errors.csv', { params: { path: { id } }, parseAs: 'blob' }),
      'errors.csv',
    )
  return (
    <section class="stack">
      <h2>{words.imports}</h2>
      <ListTable
        list={list}
        columns={[
          {
            title: words.kind,
            cell: ({ kind, dry_run }) => (dry_run ? `${words[kind]} · ${words.wasDryRun}` : words[kind]),
          },
          { title: common.status, cell: ({ status }) => <StatusTag status={status} /> },
          {
            title: words.imported,
            cell: ({ imported, failed, rows, status }) => (
              <span class="load">
                {status === 'RUNNING' && <progress max={Math.max(1, rows)} value={imported + failed} />}
                {`${formatNumber(imported)} / ${formatNumber(rows)}`}
              </span>
            ),
          },
          {
            title: words.failed,
            cell: ({ id, failed, status, reason }) =>
              failed > 0 && status === 'DONE' ? (
                <button type="button" class="plain" title={words.errorsHint} onClick={() => saveErrors(id)}>
                  {`${words.errors}: ${formatNumber(failed)}`}
                </button>
              ) : (
                (reason ?? formatNumber(failed))
              ),
          },
          { title: common.created, cell: ({ created_at }) => formatTime(created_at) },
        ]}
        empty={<p class="hint">{words.none}</p>}
      />
    </section>
  )
}

function Exports() {
  const polling = useSignal(false)
  const list = useList(['exports'], (page) => api.GET('/api/v1/exports', { params: { query: page } }), {
    pollEvery: polling.value && pollEvery,
  })
  useEffect(() => {
    polling.value = list.items.some(isRunning)
  })
  /** Each reading of an export has a new address of its file. */
  const download = async (id: string) => {
    const { data } = await api.GET('/api/v1/exports/{id}', { params: { path: { id } } })
    if (data?.url) location.assign(data.url)
  }
  return (
    <section class="stack">
      <h2>{words.exports}</h2>
      <ListTable
        list={list}
        columns={[
          { title: words.kind, cell: ({ kind }) => words[kind] },
          { title: words.format, cell: ({ format }) => format.toUpperCase() },
          { title: common.status, cell: ({ status }) => <StatusTag status={status} /> },
          { title: words.rows, cell: ({ rows }) => formatNumber(rows) },
          { title: common.created, cell: ({ created_at }) => formatTime(created_at) },
          {
            title: words.download,
            cell: ({ id, status }) =>
              status === 'DONE' && (
                <button type="button" class="plain" onClick={() => void download(id)}>
                  {words.download}
                </button>
              ),
          },
        ]}
        empty={<p class="hint">{words.none}</p>}
      />
    </section>
  )
}
