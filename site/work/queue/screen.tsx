import { Inbox } from 'lucide-preact'
import { Empty } from '../../design/states.tsx'
import { common } from '../../staff/messages/common.ts'
import { formatTime } from '../../staff/messages/format.ts'
import { joined } from '../../staff/messages/language.ts'
import { problemOf, warningsOf } from '../messages/scan.ts'
import { kinds, messages } from '../messages/work.ts'
import { nameOfEntry } from '../scan/known.ts'
import { listedBag } from '../tasks/bag-name.ts'
import { ReceivedParcel } from '../tasks/label.tsx'
import { reopen } from '../tasks/hand-over/draft.ts'
import type { Entry } from './entry.ts'
import { discard, done, isRead, others, refused, retry, waiting } from './queue.ts'

/** How many sent entries are listed. */
const maxSent = 50

/** Refused entries with their remedies, waiting entries, and sent ones. */
export function Queue() {
  const sent = done.value.slice(-maxSent).reverse()
  const isEmpty = isRead.value && others.value + refused.value.length + waiting.value.length + sent.length === 0
  return (
    <div class="stack">
      {isEmpty && (
        <Empty title={messages.queueEmpty}>
          <Inbox size={40} aria-hidden="true" />
          <p>{messages.queueEmptyHint}</p>
        </Empty>
      )}
      {others.value > 0 && (
        <p class="note needs">
          <strong>{messages.waitingOfOthers(others.value)}</strong>
          <span>{messages.othersHint}</span>
        </p>
      )}
      {refused.value.length > 0 && (
        <section class="stack">
          <h2>{messages.refusedHead}</h2>
          <p class="hint">{messages.refusedHint}</p>
          <RemoveUnknown />
          <ul class="entries">
            {refused.value.map((entry) => (
              <li key={entry.id} class="wrong">
                <EntryLine entry={entry} />
                {entry.problem && <p>{problemOf(entry.problem)}</p>}
                <p class="row">
                  {entry.kind === 'handOver' && (
                    <a class="button primary" href="/work/hand-over" onClick={() => reopen(entry)}>
                      {messages.complete}
                    </a>
                  )}
                  <button type="button" onClick={() => void retry(entry)}>
                    {common.tryAgain}
                  </button>
                  <button type="button" class="danger" onClick={() => void discard(entry.id)}>
                    {messages.remove}
                  </button>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Entries title={messages.waitingHead} hint={messages.waitingHint} entries={waiting.value} tone="needs" />
      <Entries title={messages.sentHead} entries={sent} tone="done" />
    </div>
  )
}

/** Scans of codes that no package has are mistyped: there is nothing to put right one by one. */
const isUnknownCode = ({ kind, problem }: Entry) =>
  (kind === 'scan' || kind === 'pack' || kind === 'find') && problem?.status === 404
function RemoveUnknown() {
  const unknown = refused.value.filter(isUnknownCode)
  if (unknown.length < 2) return null
  return (
    <button type="button" class="danger" onClick={() => void discard(...unknown.map(({ id }) => id))}>
      {messages.removeUnknown(unknown.length)}
    </button>
  )
}

interface EntriesProps {
  title: string
  hint?: string
  entries: readonly Entry[]
  tone: 'needs' | 'done'
}
const Entries = ({ title, hint, entries, tone }: EntriesProps) =>
  entries.length === 0 ? null : (
    <section class="stack">
      <h2>{title}</h2>
      {hint && <p class="hint">{hint}</p>}
      <ul class="entries">
        {entries.map((entry) => (
          <li key={entry.id} class={tone}>
            <EntryLine entry={entry} />
            {entry.kind === 'receive' && entry.state === 'done' && (
              <p class="row">
                <ReceivedParcel of={entry} />
              </p>
            )}
            {warningsOf(entry).map((warning) => (
              <p key={warning} class="hint">
                {warning}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )

/** The bag that a package goes into, or comes out of. */
const bagOf = ({ kind, input }: Entry) =>
  kind === 'pack' || kind === 'unpack' ? listedBag(input.bag_id)?.label : undefined

const EntryLine = ({ entry }: { entry: Entry }) => (
  <p class="entry">
    <strong>{kinds[entry.kind]}</strong>
    <span class="code" dir="auto">
      {joined([nameOfEntry(entry), bagOf(entry)])}
    </span>
    <span class="hint">{formatTime(entry.at)}</span>
  </p>
)
