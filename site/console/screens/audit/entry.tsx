import type { ComponentChildren } from 'preact'
import type { components } from '../../../../shared/client/api-types.ts'
import type { Role } from '../../../../shared/domain/kernel/roles.ts'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import type { Result } from '../../../staff/api/read.ts'
import { formatTime } from '../../../staff/messages/format.ts'
import { arrow } from '../../../staff/messages/language.ts'
import { cancelledName } from '../../../staff/messages/statuses.ts'
import { roleNames } from '../../messages/roles.ts'
import { Facts } from '../../ui/facts.tsx'
import { RecordPanel } from '../../ui/record-panel.tsx'
import { actorOf, type AuditEntry } from './actors.ts'
import { fieldWord, valueWord } from './field-words.tsx'
import { messages } from './messages.ts'
import { RecordName } from './record-name.tsx'
import { actionName } from './words.ts'

type Change = components['schemas']['AuditedChange']
type Field = components['schemas']['AuditedField']

/** Reads an entry by its address `<timestamp>_<id>`, since the API only lists them. */
async function read(address: string): Promise<Result<AuditEntry>> {
  const [time = '', id] = address.split('_')
  const missing = { response: new Response(null, { status: 404 }) }
  if (Number.isNaN(Date.parse(time))) return missing
  const query = { from: time, to: time, limit: 200 }
  const { data, ...answer } = await api.GET('/api/v1/audit', { params: { query } })
  if (!answer.response.ok) return answer
  const entry = data?.find((one) => one.id === id)
  return entry ? { data: entry, response: answer.response } : missing
}

export const Outcome = ({ outcome }: Pick<AuditEntry, 'outcome'>) =>
  outcome === 'refused' ? <Tag tone="wrong">{messages.refused}</Tag> : null

interface EntryPanelProps {
  address: string
  actors: ReadonlyMap<string, string>
  onClose: () => void
}

/** An entry of the log: the request, and the records that it changed with their fields before and after. */
export const EntryPanel = ({ address, actors, onClose }: EntryPanelProps) => (
  <RecordPanel
    of={['audit', 'entry', address]}
    get={() => read(address)}
    title={({ action }) => actionName(action) ?? action}
    status={(entry) => <Outcome {...entry} />}
    onClose={onClose}
  >
    {(entry) => (
      <>
        <Facts
          facts={[
            [messages.when, formatTime(entry.timestamp)],
            [messages.who, actorOf(entry, actors)],
            [messages.role, entry.role && roleNames[entry.role as Role]],
            [messages.network, entry.network && <span class="code">{entry.network}</span>],
            [messages.request, <code key="request">{entry.route ?? entry.action}</code>],
            [messages.reason, entry.reason],
          ]}
        />
        {entry.changes.length === 0 && <p class="hint">{messages.noChanges}</p>}
        {entry.changes.map((change) => (
          <ChangeOf
            key={`${change.entity}:${change.id}`}
            actors={actors}
            isCancellation={entry.changes.some(({ fields }) => 'cancelled_at' in fields)}
            {...change}
          />
        ))}
      </>
    )}
  </RecordPanel>
)

interface ChangeOfProps extends Change {
  actors: ReadonlyMap<string, string>
  /** Whether a shipment is cancelled, or not any more: its status says no more than RETURNED. */
  isCancellation: boolean
}
function ChangeOf({ entity, id, change, fields, actors, isCancellation }: ChangeOfProps) {
  const wordOf = (field: string) => (value: string | number | boolean | null) =>
    isCancellation && field === 'status' && value === 'RETURNED'
      ? cancelledName.is
      : valueWord(entity, field, value, actors)
  return (
    <section class="stack">
      <h3>
        <RecordName entity={`${entity}:${id}`} actors={actors} /> <span class="hint">{messages[change]}</span>
      </h3>
      {id !== entity && <p class="code hint">{id}</p>}
      <Facts
        facts={Object.entries(fields).map(([field, values]) => [
          fieldWord(entity, field),
          valuesOf(values, change, wordOf(field)),
        ])}
      />
    </section>
  )
}

/** "OPEN → SEALED", "+3"; of a record that is new, the value alone. */
function valuesOf(
  { from, to, added }: Field,
  change: Change['change'],
  inWords: (value: string | number | boolean | null) => ComponentChildren,
) {
  if (typeof added === 'number') return <bdi>{[added > 0 && '+', inWords(added)]}</bdi>
  if (added !== undefined) return <code>{`+ ${added}`}</code>
  return (
    <>
      {from !== undefined ? <bdi>{inWords(from)}</bdi> : change === 'changed' && '—'}
      {change === 'changed' && ` ${arrow()} `}
      {to !== undefined ? <bdi>{inWords(to)}</bdi> : change === 'changed' && '—'}
    </>
  )
}
