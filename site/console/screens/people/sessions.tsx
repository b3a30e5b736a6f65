import { useSignal } from '@preact/signals'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { ListTable } from '../../list/list-table.tsx'
import { useAct } from '../../../staff/ui/act.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Device, deviceOf } from '../../ui/device.tsx'
import { formatTime } from '../../../staff/messages/format.ts'
import { messages } from './messages.ts'

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
      <h3>{messages.sessions}</h3>
      <ListTable
        list={list}
        columns={[
          { title: messages.device, cell: (session) => <Device session={session} /> },
          { title: messages.opened, cell: ({ opened_at }) => formatTime(opened_at) },
          { title: messages.used, cell: ({ last_used_at }) => formatTime(last_used_at) },
          {
            title: messages.end,
            cell: (session) => (
              <button
                type="button"
                aria-haspopup="dialog"
                class="danger"
                onClick={() => (asked.value = { session_id: session.id, name: deviceOf(session) })}
              >
                {messages.end}
              </button>
            ),
          },
        ]}
        empty={<p class="hint">{messages.noSessions}</p>}
      />
      {list.items.length > 1 && (
        <p>
          <button type="button" aria-haspopup="dialog" class="danger" onClick={() => (asked.value = 'all')}>
            {messages.endAll}
          </button>
        </p>
      )}
      {ending !== undefined && (
        <Confirm
          title={ending === 'all' ? messages.endAll : messages.endOf(ending.name)}
          text={messages.endHint}
          action={messages.end}
          isDanger
          onClose={() => (asked.value = undefined)}
          onConfirm={() => void act.run(end, { done: messages.ended })}
        />
      )}
    </section>
  )
}
