import { Empty } from '../../../design/states.tsx'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { ListTable, type Listed } from '../../list/list-table.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatNumber, formatTime } from '../../../staff/words/format.ts'
import { ProgressOf, useUnloading, type UnloadingSummary } from './progress.tsx'
import { words } from './words.ts'

/** The unloadings of a warehouse, the newest first, ten at a time: each is read for its numbers. */
export const Past = ({ list }: { list: Listed<UnloadingSummary> }) => (
  <section class="stack">
    <h2>{words.past}</h2>
    <ListTable
      list={list}
      card={({ id, bag_id, status, created_at }) => ({
        title: <BagName id={bag_id} />,
        status: <UnloadingStatus status={status} />,
        lines: [[<ProgressOf key="progress" id={id} />, formatTime(created_at)]],
      })}
      address={({ id }) => `/console/unloading/${id}`}
      columns={[
        { title: words.bag, cell: ({ bag_id }) => <BagName id={bag_id} /> },
        {
          title: common.status,
          cell: ({ status }) => <UnloadingStatus status={status} />,
        },
        { title: words.unloaded, cell: ({ id }) => <ProgressOf id={id} /> },
        { title: words.missing, isNumeric: true, cell: ({ id }) => <Missing id={id} /> },
        { title: words.begunAt, cell: ({ created_at }) => formatTime(created_at) },
      ]}
      empty={
        <Empty title={words.empty}>
          <p>{words.emptyHint}</p>
        </Empty>
      }
    />
  </section>
)

export const UnloadingStatus = ({ status }: Pick<UnloadingSummary, 'status'>) =>
  status === 'OPEN' ? <Tag tone="needs">{words.open}</Tag> : <Tag tone="done">{words.closed}</Tag>

function BagName({ id }: { id: string }) {
  const bag = useRead(['bag', id], () => api.GET('/api/v1/bags/{id}', { params: { path: { id } } }))
  return <bdi>{bag.data?.body.label ?? '…'}</bdi>
}

/** What was not found: nothing, or so many in the colour of what is wrong. */
function Missing({ id }: { id: string }) {
  const { counts } = useUnloading(id).data?.body ?? {}
  if (!counts) return <span>…</span>
  return <span class={counts.missing > 0 ? 'error' : ''}>{formatNumber(counts.missing)}</span>
}
