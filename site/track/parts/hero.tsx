import { isFinal } from '../../../shared/domain/shipments/status.ts'
import { dayName, timeOfDay } from '../../shared/times.ts'
import type { Tracking } from '../api/answer.ts'
import { formatPackages, formatPackagesOf } from '../locale.ts'
import { eventText, stateText } from '../entries.ts'
import { areTogether, heldPackages, holdOf } from '../hold.ts'
import { locale, now } from '../state.ts'
import { Age } from './age.tsx'
import { eventMeaning, isSetback, statusMeanings } from './meaning.ts'
import { Route } from './route.tsx'
import { Steps } from './steps.tsx'

/** Where the parcel is, and when it comes or came. */
export function Hero({ tracking }: { tracking: Tracking }) {
  const { messages } = locale.value
  const { status, tracking_id, events, packages_count } = tracking
  const [title, sentence] = stateText(locale.value, tracking)
  const hold = holdOf(tracking)
  const held = heldPackages(tracking)
  const isPartly = packages_count > 1 && (held.length > 0 || !(isFinal(status) || areTogether(tracking)))
  const text = [sentence, isPartly && messages.partly].filter(Boolean).join(' ')
  const { meaning, Icon } = (hold && eventMeaning(hold)) ?? statusMeanings[status]
  const last = events.at(-1)
  return (
    <section class={`card hero ${meaning}`} aria-labelledby="status">
      <div class="state">
        <span class="disc">
          <Icon size="1em" />
        </span>
        <div>
          <h1 id="status">{title}</h1>
          {text !== '' && <p>{text}</p>}
        </div>
      </div>
      <When tracking={tracking} />
      {!hold && <Setbacks tracking={tracking} held={held} title={title} />}
      <Steps tracking={tracking} />
      <Route tracking={tracking} />
      <p class="small">
        <span>
          <bdi class="id">{tracking_id}</bdi>
        </span>
        {packages_count > 0 && <span>{formatPackages(locale.value, packages_count)}</span>}
        {last && <Age at={Date.parse(last.timestamp)} sentence={messages.updated} />}
      </p>
    </section>
  )
}

const halfADay = 12 * 3600 * 1000

/** When it was delivered or returned, or when it is expected; nothing while it waits to be collected, is missing, or has no destination. */
function When({ tracking }: { tracking: Tracking }) {
  const { status, destination, estimated_delivery, finished_at, cancelled_at } = tracking
  const { messages } = locale.value
  if (isFinal(status)) {
    const at = finished_at === undefined ? undefined : new Date(finished_at)
    const ofReturn = cancelled_at === undefined ? messages.returned : messages.cancelledOn
    const term = status === 'DELIVERED' ? messages.delivered : ofReturn
    return at ? <Day term={term} date={at} time={timeOfDay(locale.value, at)} /> : null
  }
  if (status === 'READY_FOR_PICKUP' || destination === '' || holdOf(tracking) === 'LOST') return null
  // A date without a time zone: noon local time, so that it is the same day everywhere.
  const expected = new Date(`${estimated_delivery}T12:00:00`)
  const late = now.value > expected.getTime() + halfADay
  return <Day term={late ? messages.wasExpected : messages.expected} date={expected} />
}

const Day = ({ term, date, time }: { term: string; date: Date; time?: string }) => (
  <dl class="when">
    <div>
      <dt>{term}</dt>
      <dd>{dayName(locale.value, date)}</dd>
      {time !== undefined && <dd class="small">{time}</dd>}
    </div>
  </dl>
)

interface SetbacksProps {
  tracking: Tracking
  held: ReturnType<typeof heldPackages>
  /** What the head says. */
  title: string
}
/** What keeps a part of the packages, and the newest event if it is a delay or another problem that the title does not say. */
function Setbacks({ tracking, held, title }: SetbacksProps) {
  const { events, status, packages_count } = tracking
  const parts = held.map(
    ([type, count]) =>
      [
        type,
        `${locale.value.messages.events[type]} · ${formatPackagesOf(locale.value, count, packages_count)}`,
      ] as const,
  )
  const last = events.at(-1)
  const text = last && eventText(locale.value, last)
  const isNew =
    last &&
    !isFinal(status) &&
    isSetback(last.event_type) &&
    text !== title &&
    held.every(([type]) => type !== last.event_type)
  const numbers = last?.packages?.length ?? 0
  const ofSome =
    numbers > 0 && numbers < packages_count && formatPackagesOf(locale.value, numbers, packages_count)
  const newest = [text, ofSome].filter(Boolean).join(' · ')
  return [...parts, ...(isNew ? [[last.event_type, newest] as const] : [])].map(([type, shown]) => {
    const { meaning, Icon } = eventMeaning(type) ?? statusMeanings[status]
    return (
      <p class={`setback ${meaning}`} key={type}>
        <Icon size="1.25em" />
        <span>{shown}</span>
      </p>
    )
  })
}
