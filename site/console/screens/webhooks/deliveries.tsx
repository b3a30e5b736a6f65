import type { components } from '../../../../shared/client/api-types.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { ListTable } from '../../list/list-table.tsx'
import { office } from '../../messages/office.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { deliveryTones } from './fields.ts'
import { messages } from './messages.ts'

type Attempt = components['schemas']['WebhookAttempt']
/** What became of an attempt; '—' before the first. */
function answerOf(attempt: Attempt | undefined): string {
  if (!attempt) return '—'
  return attempt.fault ? messages[attempt.fault] : messages.answered(String(attempt.status))
}

/** The deliveries of a webhook in the last 30 days; each can be sent again. */
export function Deliveries({ id }: { id: string }) {
  const act = useAct()
  const list = useList(['webhook', id, 'deliveries'], (page) =>
    api.GET('/api/v1/webhooks/{id}/deliveries', {
      params: { path: { id }, query: page },
    }),
  )
  const replay = (delivery_id: string) =>
    void act.run(
      () =>
        api.POST('/api/v1/webhooks/{id}/deliveries/{delivery_id}/replay', {
          params: { path: { id, delivery_id } },
        }),
      { done: messages.sent },
    )
  const names = { PENDING: messages.waiting, DELIVERED: messages.DELIVERED, FAILED: messages.FAILED }
  return (
    <section class="stack">
      <h3>{messages.deliveries}</h3>
      <ListTable
        list={list}
        columns={[
          { title: messages.event, cell: ({ event }) => <span class="code">{event.type}</span> },
          {
            title: office.status,
            cell: ({ status }) => <Tag tone={deliveryTones[status] ?? 'waiting'}>{names[status]}</Tag>,
          },
          { title: messages.answer, cell: ({ attempts }) => answerOf(attempts.at(-1)) },
          { title: messages.attempts, cell: ({ attempts }) => formatNumber(attempts.length) },
          { title: messages.time, cell: ({ created_at }) => formatTime(created_at) },
          {
            title: messages.replay,
            cell: (delivery) => (
              <button type="button" class="plain" onClick={() => replay(delivery.id)}>
                {messages.replay}
              </button>
            ),
          },
        ]}
        empty={<p class="hint">{messages.noDeliveries}</p>}
      />
    </section>
  )
}
