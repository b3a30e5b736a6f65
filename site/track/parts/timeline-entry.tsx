import { isFinal } from '../../../shared/domain/shipments/status.ts'
import { dateAndTime, timeOfDay } from '../../shared/times.ts'
import type { Tracking } from '../api/answer.ts'
import { formatPackagesOf } from '../locale.ts'
import { eventText, type Entry } from '../entries.ts'
import { locale } from '../state.ts'
import { eventMeaning } from './meaning.ts'

/** An entry: what happened, to how many of the packages if there are several, when and where. */
export function TimelineEntry({ entry, tracking }: { entry: Entry; tracking: Tracking }) {
  const { event, packages } = entry
  const { packages_count, status } = tracking
  // Nothing waits any more.
  const isPast = isFinal(status) && event.event_type === 'READY_FOR_PICKUP'
  const { meaning = '', Icon } = (isPast ? undefined : eventMeaning(event.event_type)) ?? {}
  const time = new Date(event.timestamp)
  const { place } = event
  return (
    <li class={meaning}>
      <span class="dot">{Icon && <Icon size="1em" />}</span>
      <p class="event">
        <bdi>{eventText(locale.value, event)}</bdi>
      </p>
      <p class="small">
        <time dateTime={event.timestamp} title={dateAndTime(locale.value, time)}>
          {timeOfDay(locale.value, time)}
        </time>
        {place && (
          <>
            {' · '}
            <bdi>{place}</bdi>
          </>
        )}
        {packages_count > 1 && packages.length > 0 && (
          <> · {formatPackagesOf(locale.value, packages.length, packages_count)}</>
        )}
      </p>
    </li>
  )
}
