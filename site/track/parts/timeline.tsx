import { relativeDay } from '../../shared/times.ts'
import type { Tracking } from '../api/answer.ts'
import { entriesByDay } from '../entries.ts'
import { locale, now } from '../state.ts'
import { statusMeanings } from './meaning.ts'
import { TimelineEntry } from './timeline-entry.tsx'

/** The timeline, newest first, grouped by day in the user's time zone. */
export function Timeline({ tracking }: { tracking: Tracking }) {
  const { messages } = locale.value
  const today = new Date(now.value)
  const days = entriesByDay(tracking.events, (moment) => relativeDay(locale.value, moment, today))
  return (
    <section class={`card ${statusMeanings[tracking.status].meaning}`} aria-labelledby="timeline">
      <h2 id="timeline">{messages.timeline}</h2>
      {[...days].map(([day, entries]) => (
        <div class="day" key={day}>
          <h3>{day}</h3>
          <ol class="timeline">
            {entries.map((entry, n) => (
              <TimelineEntry key={entries.length - n} entry={entry} tracking={tracking} />
            ))}
          </ol>
        </div>
      ))}
      <p class="small">{days.size > 0 ? messages.yourTime : messages.noEvents}</p>
    </section>
  )
}
