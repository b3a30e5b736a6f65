import { useSignal } from '@preact/signals'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { Cut } from '../../list/cut.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { formatTime } from '../../../staff/words/format.ts'
import { words } from './words.ts'

/** Where a user is signed in, for managers: one session is ended after a phone was lost, or all. */
export function UserSessions({ id }: { id: string }) {
  const act = useAct()
  /** The session that is to end, after a question. */
  const asked = useSignal<{ session_id: string; name: string } | 'all' | undefined>(undefined)
  const list = useList(['user', id, 'sessions'], (page) =>
    api.GET('/api/v1/users/{id}/sessions', { params: { path: { id }, query: page } }),
  )
  const ending = asked.value
  const end = () =>
    ending === 'all' || ending === undefined
      ? api.DELETE('/api/v1/users/{id}/sessions', { params: { path: { id } } })
      : api.DELETE('/api/v1/users/{id}/sessions/{session_id}', {
          params: { path: { id, session_id: ending.session_id } },
        })
  return (
    <section class="stack">
      <h3>{words.sessions}</h3>
      <ListTable
        list={list}
        columns={[
          { title: words.device, cell: ({ device_name }) => <Cut text={device_name ?? words.unnamed} /> },
          { title: words.opened, cell: ({ opened_at }) => formatTime(opened_at) },
          { title: words.used, cell: ({ last_used_at }) => formatTime(last_used_at) },
          {
            title: words.end,
            cell: ({ id: session_id, device_name }) => (
              <button
                type="button"
                class="danger"
                onClick={() => (asked.value = { session_id, name: device_name ?? words.unnamed })}
              >
                {words.end}
              </button>
            ),
          },
        ]}
        empty={<p class="hint">{words.noSessions}</p>}
      />
      {list.items.length > 1 && (
        <p>
          <button type="button" class="danger" onClick={() => (asked.value = 'all')}>
            {words.endAll}
          </button>
        </p>
      )}
      {ending !== undefined && (
        <Confirm
          title={ending === 'all' ? words.endAll : words.endOf(ending.name)}
          text={words.endHint}
          action={words.end}
          isDanger
          onClose={() => (asked.value = undefined)}
          onConfirm={() => void act.run(end, { done: words.ended })}
        />
      )}
    </section>
  )
}
