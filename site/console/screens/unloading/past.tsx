import { Empty } from '../../../design/states.tsx'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { ListTable, type Listed } from '../../list/list-table.tsx'
import { office } from '../../messages/office.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { ProgressOf, useUnloading, type UnloadingSummary } from './progress.tsx'
import { messages } from './messages.ts'

/** The unloadings of a warehouse, the newest first, ten at a time: each is read for its numbers. */
export const Past = ({ list }: { list: Listed<UnloadingSummary> }) => (
  <section class="stack">
    <h2>{messages.past}</h2>
    <ListTable
      list={list}
      card={({ id, bag_id, status, created_at }) => ({
        title: <BagName id={bag_id} />,
        status: <UnloadingStatus status={status} />,
        lines: [[<ProgressOf key="progress" id={id} />, formatTime(created_at)]],
      })}
      address={({ id }) => `/console/unloading/${id}`}
      columns={[
        { title: messages.bag, cell: ({ bag_id }) => <BagName id={bag_id} /> },
        {
          title: office.status,
          cell: ({ status }) => <UnloadingStatus status={status} />,
        },
        { title: messages.unloaded, cell: ({ id }) => <ProgressOf id={id} /> },
        { title: messages.missing, isNumeric: true, cell: ({ id }) => <Missing id={id} /> },
        { title: messages.begunAt, cell: ({ created_at }) => formatTime(created_at) },
      ]}
      empty={
        <Empty title={messages.empty}>
          <p>{messages.emptyHint}</p>
        </Empty>
      }
    />
  </section>
)

export const UnloadingStatus = ({ status }: Pick<UnloadingSummary, 'status'>) =>
  status === 'OPEN' ? <Tag tone="needs">{messages.open}</Tag> : <Tag tone="done">{messages.closed}</Tag>

function BagName({ id }: { id: string }) {
  const bag = useRead(['bag', id], () => api.GET('/api/v1/bags/{id}', { params: { path: { id } } }))
  return <bdi>{bag.data?.body.label ?? '…'}</bdi>
}

/** The number of missing packages, in the colour of problems; none if there are none. */
function Missing({ id }: { id: string }) {
  const { counts } = useUnloading(id).data?.body ?? {}
  if (!counts) return <span>…</span>
  const others = (['excess', 'misrouted', 'damaged'] as const).filter((name) => counts[name] > 0)
  return (
    <span class="lines">
      <span class={counts.missing > 0 ? 'error' : ''}>{formatNumber(counts.missing)}</span>
      {others.map((name) => (
        <span key={name} class="hint">{`${messages[name]}: ${formatNumber(counts[name])}`}</span>
      ))}
    </span>
  )
}
