import { useEffect } from 'preact/hooks'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { office } from '../../messages/office.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { Cut } from '../../list/cut.tsx'
import { useUserNames } from '../../ui/user-names.ts'
import { messages } from './messages.ts'
import { results } from './results.ts'
import { Position, Scanned } from './scanned.tsx'
import { useScansToReview } from './to-review.ts'
import { useChoice } from '../../shell/address.ts'

type Verdict = 'confirmed' | 'dismissed'
const verdictOf: Record<string, Verdict> = { KeyC: 'confirmed', KeyX: 'dismissed' }

/** Scans of labels. Managers see all, and review those that are not genuine, by button or key. */
export default function Scans() {
  const isManager = hasRole(managerRoles)
  const [chosen, setView] = useChoice('view', ['all'])
  const view = isManager ? chosen || 'queue' : 'all'
  const act = useAct()
  const names = useUserNames()
  const queue = useScansToReview(view === 'queue')
  const all = useList(
    ['scans', 'all'],
    (page) => api.GET('/api/v1/scans', { params: { query: { ...(isManager && { all: 'true' }), ...page } } }),
    { enabled: view === 'all' },
  )
  const review = (id: string, verdict: Verdict) =>
    void act.run(
      () => api.PATCH('/api/v1/scans/{id}/review', { params: { path: { id } }, body: { verdict } }),
      {
        done: messages[verdict],
      },
    )
  useEffect(() => {
    if (!isManager) return
    const onKey = ({ code, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const verdict = verdictOf[code]
      const row = target instanceof HTMLElement ? target.closest('[data-scan]') : null
      const id = row?.getAttribute('data-scan')
      if (verdict && id && !ctrlKey && !metaKey && !altKey) review(id, verdict)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isManager])
  return (
    <ListScreen
      title={titles.scans}
      address="/console/scans"
      list={view === 'queue' ? queue : all}
      tools={
        isManager && (
          <>
            <span class="hint">{messages.keys}</span>
            <div class="tabs" role="group" aria-label={office.status}>
              {(['queue', 'all'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={view === one}
                  onClick={() => setView(one === 'all' ? one : '')}
                >
                  {messages[one]}
                </button>
              ))}
            </div>
          </>
        )
      }
      columns={[
        {
          title: messages.result,
          cell: ({ validation_result }) => (
            <Tag tone={validation_result === 'valid' ? 'done' : 'wrong'}>
              {results[validation_result] ?? validation_result}
            </Tag>
          ),
        },
        { title: messages.read, cell: (scan) => <Scanned scan={scan} /> },
        { title: messages.by, cell: ({ user_id }) => <Cut text={names.get(user_id) ?? '—'} /> },
        { title: messages.time, cell: ({ created_at }) => formatTime(created_at) },
        { title: messages.place, cell: (scan) => <Position {...scan} /> },
        ...(isManager
          ? [
              {
                title: messages.review,
                cell: (scan: { id: string; validation_result: string; review_verdict: Verdict | null }) =>
                  scan.validation_result === 'valid' ? (
                    ''
                  ) : scan.review_verdict ? (
                    messages[scan.review_verdict]
                  ) : (
                    <span class="row" data-scan={scan.id}>
                      <button type="button" data-item onClick={() => review(scan.id, 'confirmed')}>
                        {messages.confirm}
                      </button>
                      <button type="button" onClick={() => review(scan.id, 'dismissed')}>
                        {messages.dismiss}
                      </button>
                    </span>
                  ),
              },
            ]
          : []),
      ]}
      empty={isManager ? messages.empty : messages.emptyOwn}
      emptyHint={messages.emptyHint}
    />
  )
}
