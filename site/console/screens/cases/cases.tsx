import { useSignal } from '@preact/signals'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { formatAge, formatNumber, formatTime } from '../../../staff/words/format.ts'
import { common } from '../../../staff/words/common.ts'
import { titles } from '../../words/screens.ts'
import { caseNames } from '../../../staff/words/statuses.ts'
import { CasePanel } from './case.tsx'
import rules from './rules.built.ts'
import { words } from './words.ts'

type Kind = 'HOLD' | 'DAMAGE' | 'SHORTAGE' | 'REFUSED' | 'CLAIM'
const kinds = (rules.create['kind']?.choices ?? []) as Kind[]

/** When a case is due, and whether that has passed. */
export const Due = ({ at, isOpen }: { at: string | null; isOpen: boolean }) => {
  if (at === null) return <span>—</span>
  const isLate = isOpen && Date.parse(at) < Date.now()
  return isLate ? (
    <Tag tone="wrong">{`${words.overdue} · ${formatTime(at)}`}</Tag>
  ) : (
    <span>{formatTime(at)}</span>
  )
}

/** The cases of a status, the earliest due first. */
export default function Cases() {
  const status = useSignal<'OPEN' | 'RESOLVED'>('OPEN')
  const kind = useSignal<Kind | ''>('')
  const list = useList(['cases', status.value, kind.value], (page) =>
    api.GET('/api/v1/cases', {
      params: {
        query: {
          status: status.value,
          ...(kind.value !== '' && { kind: kind.value }),
          ...page,
        },
      },
    }),
  )
  return (
    <ListScreen
      title={titles.cases}
      address="/console/cases"
      list={list}
      tools={
        <>
          <select
            class="dense"
            aria-label={words.anyKind}
            value={kind.value}
            onChange={({ currentTarget }) => (kind.value = currentTarget.value as Kind | '')}
          >
            <option value="">{words.anyKind}</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {caseNames[one]}
              </option>
            ))}
          </select>
          <div class="tabs" role="group" aria-label={common.status}>
            {(['OPEN', 'RESOLVED'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={status.value === one}
                onClick={() => (status.value = one)}
              >
                {words[one]}
              </button>
            ))}
          </div>
        </>
      }
      columns={[
        { title: words.kind, cell: ({ kind, code }) => caseNames[code] ?? caseNames[kind] ?? kind },
        { title: words.note, cell: ({ note }) => <bdi>{note}</bdi> },
        { title: words.packages, isNumeric: true, cell: ({ package_ids }) => formatNumber(package_ids.length) },
        { title: words.due, cell: ({ due_at, status }) => <Due at={due_at} isOpen={status === 'OPEN'} /> },
        { title: common.created, cell: ({ created_at }) => formatAge(created_at) },
      ]}
      empty={words.empty}
      emptyHint={words.emptyHint}
      panel={(id, close) => <CasePanel key={id} id={id} onClose={close} />}
    />
  )
}
