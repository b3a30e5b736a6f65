import { useLocation, useRoute } from 'preact-iso/router'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { formatNumber, formatTime } from '../../../staff/messages/format.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Cut } from '../../list/cut.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { titles } from '../../messages/screens.ts'
import { messages as shell } from '../../messages/shell.ts'
import { onScreen, useAddress } from '../../shell/address.ts'
import { useActorNames } from '../../ui/user-names.ts'
import { actorOf, type AuditEntry } from './actors.ts'
import { EntryPanel, Outcome } from './entry.tsx'
import { messages } from './messages.ts'
import { RecordName, useRecordName } from './record-name.tsx'
import { actionName, kindNames, partsOf } from './words.ts'

const address = '/console/audit'
const forms = {
  actor: /^[\w-]+$/,
  entity: /^[a-z_]+(:.+)?$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}
/** Every page that is opened extends a session, which hides what people did. */
const isExtension = ({ action }: AuditEntry) => action === 'refreshTokens'

/** The records of a page are read one by one. */
const limit = 25

/** The filters of the address, as the API names them. */
function useFilters() {
  const { value, set } = useAddress()
  const filters: Partial<Record<keyof typeof forms, string>> = Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => (form.test(value(name)) ? [[name, value(name)]] : [])),
  )
  return { filters, set, hasExtensions: value('sessions') === 'all' }
}

/** Who changed what and who read files, the newest first; the entry of the address is in a panel. */
export default function Audit() {
  const { route } = useLocation()
  const open = useRoute().params['id']
  const act = useAct()
  const actors = useActorNames()
  const { filters, set, hasExtensions } = useFilters()
  const list = useList(['audit', filters], (page) =>
    api.GET('/api/v1/audit', { params: { query: { ...filters, limit, ...page } } }),
  )
  const choose =
    (name: keyof typeof forms) =>
    ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value })
  const exportThese = () =>
    void act.run(() => api.POST('/api/v1/exports', { body: { kind: 'audit', format: 'jsonl', filters } }), {
      done: messages.exportRequested,
    })
  return (
    <>
      <div class="head">
        <h1>{titles.audit}</h1>
      </div>
      <div class="row filters">
        <Choice
          label={messages.anyone}
          names={actors}
          value={filters.actor}
          unlisted={messages.former}
          onChange={choose('actor')}
        />
        <Choice
          label={messages.anyRecord}
          names={new Map(Object.entries(kindNames))}
          value={filters.entity}
          unlisted={useRecordName(filters.entity ?? '', actors)}
          onChange={choose('entity')}
        />
        {(['from', 'to'] as const).map((name) => (
          <label key={name} class="row hint">
            {messages[name]}
            <input class="dense" type="date" value={filters[name] ?? ''} onChange={choose(name)} />
          </label>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={hasExtensions}
            onChange={({ currentTarget }) => set({ sessions: currentTarget.checked ? 'all' : '' })}
          />
          {messages.extensions}
        </label>
        <button type="button" aria-disabled={act.isBusy.value} onClick={exportThese}>
          {messages.export}
        </button>
      </div>
      <ListTable
        list={hasExtensions ? list : { ...list, items: list.items.filter((one) => !isExtension(one)) }}
        address={({ timestamp, id }) => onScreen(`${address}/${timestamp}_${id}`)}
        columns={[
          { title: messages.when, cell: ({ timestamp }) => formatTime(timestamp) },
          { title: messages.who, cell: (entry) => <Cut text={actorOf(entry, actors)} /> },
          {
            title: messages.what,
            cell: (entry) => (
              <span class="row">
                <Action {...entry} />
                <Outcome {...entry} />
              </span>
            ),
          },
          { title: messages.records, cell: (entry) => <Records actors={actors} {...entry} /> },
          { title: messages.network, cell: ({ network }) => <span class="code">{network ?? '—'}</span> },
        ]}
        card={(entry) => ({
          title: <Action {...entry} />,
          status: <Outcome {...entry} />,
          lines: [
            [actorOf(entry, actors), formatTime(entry.timestamp)],
            [<Records key="records" actors={actors} {...entry} />],
          ],
        })}
        empty={list.hasNextPage ? null : <Empty title={shell.nothingFound} />}
      />
      {open && (
        <EntryPanel key={open} address={open} actors={actors} onClose={() => route(onScreen(address))} />
      )}
    </>
  )
}

const Action = ({ action }: Pick<AuditEntry, 'action'>) => {
  const name = actionName(action)
  return name === undefined ? <code>{action}</code> : <span>{name}</span>
}

/** An entry's records by kind: its name where there is one, how many there are otherwise. */
const Records = ({
  records,
  actors,
}: Pick<AuditEntry, 'records'> & { actors: ReadonlyMap<string, string> }) => (
  <span class="row">
    {Object.entries(Object.groupBy(records, (one) => partsOf(one).kind)).map(([kind, ofKind = []]) => {
      const [only] = ofKind
      return ofKind.length === 1 && only !== undefined ? (
        <RecordName key={kind} entity={only} actors={actors} />
      ) : (
        <span key={kind}>{`${kindNames[kind] ?? kind} × ${formatNumber(ofKind.length)}`}</span>
      )
    })}
  </span>
)

interface ChoiceProps {
  /** Its text when nothing is chosen. */
  label: string
  names: ReadonlyMap<string, string>
  value: string | undefined
  /** The name of a value of the address that is not among the names. */
  unlisted: string
  onChange: (event: { currentTarget: { value: string } }) => void
}
const Choice = ({ label, names, value = '', unlisted, onChange }: ChoiceProps) => (
  <select class="dense" aria-label={label} value={value} onChange={onChange}>
    <option value="">{label}</option>
    {value !== '' && !names.has(value) && <option value={value}>{unlisted}</option>}
    {[...names].map(([one, name]) => (
      <option key={one} value={one}>
        {name}
      </option>
    ))}
  </select>
)
