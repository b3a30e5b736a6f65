import { useSignal } from '@preact/signals'
import { Download, FileDown, FileUp, FileWarning } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Empty } from '../../../design/states.tsx'
import { Tag, type Tone } from '../../../design/tag.tsx'
import type { components } from '../../../../shared/client/api-types.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { ListTable, type Listed } from '../../list/list-table.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { office } from '../../messages/office.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { translated } from './errors-file.ts'
import { messages } from './messages.ts'
import { tableRefusalOf } from './refusals.ts'

type Import = components['schemas']['Import'] & { format: 'csv' }
type Transfer = Import | Omit<components['schemas']['Export'], 'url' | 'url_expires_at'>
const isImport = (one: Transfer): one is Import => 'dry_run' in one

const tones = {
  WAITING: 'waiting',
  RUNNING: 'moving',
  DONE: 'done',
  CHECKED: 'done',
  PARTLY: 'needs',
  NOTHING: 'wrong',
  FAILED: 'wrong',
} satisfies Record<Transfer['status'] | 'CHECKED' | 'PARTLY' | 'NOTHING', Tone>
/** The status of a transfer, and of an import that is done what it did. */
function outcomeOf(transfer: Transfer): keyof typeof tones {
  if (transfer.status !== 'DONE' || !isImport(transfer)) return transfer.status
  const { dry_run, imported, failed } = transfer
  if (dry_run) return 'CHECKED'
  if (failed === 0) return 'DONE'
  return imported === 0 ? 'NOTHING' : 'PARTLY'
}
/** While one is running, the lists are read again after this many milliseconds. */
const pollEvery = 1000
const isRunning = ({ status }: Transfer) => status === 'WAITING' || status === 'RUNNING'

/** Imports and exports of the last week, the newest first, with their progress and their files. */
export function History() {
  return (
    <section class="stack">
      <h2>{messages.history}</h2>
      <ListTable
        list={useTransfers()}
        columns={[
          {
            title: messages.what,
            cell: (one) => (
              <span class="row">
                {isImport(one) ? (
                  <FileUp size={18} aria-hidden="true" />
                ) : (
                  <FileDown size={18} aria-hidden="true" />
                )}
                <span class="lines">
                  <span>
                    {isImport(one)
                      ? messages.importOf(messages[one.kind])
                      : messages.exportOf(messages[one.kind])}
                  </span>
                  <span>
                    {[one.format.toUpperCase(), isImport(one) && one.dry_run && messages.wasDryRun]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </span>
            ),
          },
          {
            title: office.status,
            cell: (one) => <Tag tone={tones[outcomeOf(one)]}>{messages[outcomeOf(one)]}</Tag>,
          },
          { title: messages.rows, cell: (one) => <Rows transfer={one} /> },
          { title: messages.when, cell: ({ created_at }) => formatTime(created_at) },
          { title: messages.result, cell: (one) => <Result transfer={one} /> },
        ]}
        empty={
          <Empty title={messages.none}>
            <p>{messages.noneHint}</p>
          </Empty>
        }
      />
    </section>
  )
}

/** Both lists as one. */
function useTransfers(): Listed<Transfer> {
  const polling = useSignal(false)
  const options = { pollEvery: polling.value && pollEvery }
  const canImport = hasRole(bookingRoles)
  const imports = useList(['imports'], (page) => api.GET('/api/v1/imports', { params: { query: page } }), {
    ...options,
    enabled: canImport,
  })
  const exports = useList(
    ['exports'],
    (page) => api.GET('/api/v1/exports', { params: { query: page } }),
    options,
  )
  const items: Transfer[] = [
    ...imports.items.map((one) => ({ ...one, format: 'csv' as const })),
    ...exports.items,
  ]
  useEffect(() => {
    polling.value = items.some(isRunning)
  })
  const lists = canImport ? [imports, exports] : [exports]
  return {
    items: items.toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
    error: lists.find(({ error }) => error)?.error,
    isPending: lists.some(({ isPending }) => isPending),
    hasNextPage: lists.some(({ hasNextPage }) => hasNextPage),
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    fetchNextPage: () => lists.filter(({ hasNextPage }) => hasNextPage).map((list) => list.fetchNextPage()),
    refetch: () => lists.map((list) => list.refetch()),
  }
}

/** How many rows there are, and how many of them are done. */
function Rows({ transfer }: { transfer: Transfer }) {
  const { rows, status } = transfer
  if (!isImport(transfer)) return <span class="number">{formatNumber(rows)}</span>
  const text = messages.ofRows(formatNumber(transfer.imported), formatNumber(rows))
  return (
    <span class="load">
      {status !== 'FAILED' && (
        <progress
          max={Math.max(1, rows)}
          value={status === 'RUNNING' ? transfer.imported + transfer.failed : transfer.imported}
          aria-label={messages.rows}
        />
      )}
      <span class="number">{text}</span>
    </span>
  )
}

/** The file of an export; the rows of an import that are in error, or why it failed. */
function Result({ transfer }: { transfer: Transfer }) {
  const { id, status, reason } = transfer
  if (status === 'FAILED') return <span class="wraps error">{reason && tableRefusalOf(reason).text}</span>
  if (status !== 'DONE') return null
  if (!isImport(transfer))
    return (
      <button type="button" class="plain" onClick={() => void download(id)}>
        <Download size={16} aria-hidden="true" />
        {messages.download}
      </button>
    )
  if (transfer.failed === 0) return <span class="hint">{messages.noErrors}</span>
  return (
    <button type="button" class="plain danger" title={messages.errorsHint} onClick={() => saveErrors(transfer)}>
      <FileWarning size={16} aria-hidden="true" />
      {`${messages.errors}: ${formatNumber(transfer.failed)}`}
    </button>
  )
}

const saveErrors = ({ id, kind }: Import) =>
  void saveFile(async () => {
    const { data, ...answer } = await api.GET('/api/v1/imports/{id}/errors.csv', {
      params: { path: { id } },
      parseAs: 'blob',
    })
    return { ...answer, ...(data && { data: await translated(kind, data) }) }
  }, 'errors.csv')
/** Each reading of an export has a new address of its file. */
async function download(id: string): Promise<void> {
  const { data } = await api.GET('/api/v1/exports/{id}', { params: { path: { id } } })
  if (data?.url) location.assign(data.url)
}
