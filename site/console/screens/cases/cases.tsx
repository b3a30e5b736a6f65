import { CircleUser } from 'lucide-preact'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Tag, type Tone } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { formatAge, formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { office } from '../../messages/office.ts'
import { titles } from '../../messages/screens.ts'
import { caseNames } from '../../../staff/messages/statuses.ts'
import { caseNote } from './note.ts'
import { useUserNames } from '../../ui/user-names.ts'
import { CasePanel } from './case.tsx'
import { NewCase } from './new-case.tsx'
import { useOverdueCases, type Kind } from './overdue.ts'
import { ShipmentOf } from './shipment-of.tsx'
import rules from './rules.data.ts'
import { useChoice } from '../../shell/address.ts'
import { messages } from './messages.ts'

type Status = 'OPEN' | 'RESOLVED'
const kinds = (rules.create['kind']?.choices ?? []) as Kind[]
const tones: Record<Kind, Tone> = {
  HOLD: 'needs',
  DAMAGE: 'wrong',
  SHORTAGE: 'wrong',
  REFUSED: 'needs',
  CLAIM: 'moving',
}
/** The shipments of a page are read one by one. */
const limit = 25

/** When a case is due, and whether that has passed. */
export const Due = ({ at, isOpen }: { at: string | null; isOpen: boolean }) => {
  if (at === null) return <span>—</span>
  const isLate = isOpen && Date.parse(at) < Date.now()
  return isLate ? (
    <Tag tone="wrong">{`${messages.overdue} · ${formatTime(at)}`}</Tag>
  ) : (
    <span>{formatTime(at)}</span>
  )
}

const KindTag = ({ one: { kind, code, status } }: { one: { kind: Kind; code: string; status: Status } }) => (
  <Tag tone={status === 'OPEN' ? tones[kind] : 'waiting'}>{caseNames[code] ?? caseNames[kind] ?? kind}</Tag>
)

const useCases = (status: Status, kind: Kind | '') =>
  useList(['cases', status, kind], (page) =>
    api.GET('/api/v1/cases', {
      params: { query: { status, ...(kind !== '' && { kind }), limit, ...page } },
    }),
  )

/** The cases of a status, the earliest due first. */
export default function Cases() {
  const [resolved, setStatus] = useChoice('status', ['RESOLVED'])
  const status = resolved || 'OPEN'
  const [kind, setKind] = useChoice('kind', kinds)
  const [due, setDue] = useChoice('due', ['overdue'])
  const isOverdue = due !== '' && status === 'OPEN'
  const overdue = useOverdueCases(kind, isOverdue)
  const open = useCases('OPEN', kind)
  const lists = { OPEN: isOverdue ? overdue : open, RESOLVED: useCases('RESOLVED', kind) }
  const assignees = useUserNames()
  return (
    <ListScreen
      title={titles.cases}
      address="/console/cases"
      list={lists[status]}
      create={hasRole(handlingRoles) && messages.create}
      tools={
        <>
          <select
            class="dense"
            aria-label={messages.anyKind}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind | '')}
          >
            <option value="">{messages.anyKind}</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {caseNames[one]}
              </option>
            ))}
          </select>
          {status === 'OPEN' && (
            <select
              class="dense"
              aria-label={messages.anyDue}
              value={due}
              onChange={({ currentTarget }) => setDue(currentTarget.value as 'overdue' | '')}
            >
              <option value="">{messages.anyDue}</option>
              <option value="overdue">{messages.overdue}</option>
            </select>
          )}
          <div class="tabs" role="group" aria-label={office.status}>
            {(['OPEN', 'RESOLVED'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={status === one}
                onClick={() => setStatus(one === 'OPEN' ? '' : one)}
              >
                {messages[one]}
                <span class="count number">
                  {formatNumber(lists[one].items.length)}
                  {lists[one].hasNextPage && '+'}
                </span>
              </button>
            ))}
          </div>
        </>
      }
      card={(one) => ({
        title: <ShipmentOf packageId={one.package_ids[0]} />,
        status: <KindTag one={one} />,
        lines: [
          [caseNote(one.note)],
          [
            one.assignee_id === null
              ? messages.unassigned
              : (assignees.get(one.assignee_id) ?? messages.colleague),
            one.due_at && <Due at={one.due_at} isOpen={one.status === 'OPEN'} />,
            formatAge(one.created_at),
          ],
        ],
      })}
      columns={[
        { title: messages.shipment, cell: ({ package_ids: [first] }) => <ShipmentOf packageId={first} /> },
        { title: messages.kind, cell: (one) => <KindTag one={one} /> },
        {
          title: messages.note,
          cell: ({ note }) => <Cut text={caseNote(note) || '—'} />,
        },
        {
          title: messages.packages,
          isNumeric: true,
          cell: ({ package_ids }) => formatNumber(package_ids.length),
        },
        {
          title: messages.assignee,
          cell: ({ assignee_id }) =>
            assignee_id === null ? (
              <span class="hint">{messages.unassigned}</span>
            ) : (
              <span class="row">
                <CircleUser size={16} aria-hidden="true" />
                <bdi>{assignees.get(assignee_id) ?? messages.colleague}</bdi>
              </span>
            ),
        },
        { title: messages.due, cell: ({ due_at, status }) => <Due at={due_at} isOpen={status === 'OPEN'} /> },
        { title: messages.age, cell: ({ created_at }) => formatAge(created_at) },
      ]}
      empty={status === 'OPEN' ? messages.empty : messages.emptyResolved}
      emptyHint={messages.emptyHint}
      panel={(id, close) => <CasePanel key={id} id={id} assignees={assignees} onClose={close} />}
      form={(close) => <NewCase onClose={close} />}
    />
  )
}
