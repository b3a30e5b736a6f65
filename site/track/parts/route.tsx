import type { Tracking } from '../api/answer.ts'
import { locale } from '../state.ts'

/** Where it is sent from and to: two places with an arrow between them, in the direction of reading. */
export function Route({ tracking: { origin, destination } }: { tracking: Tracking }) {
  const { messages } = locale.value
  return (
    <dl class="route">
      <Place term={messages.from} name={origin} />
      <Place term={messages.to} name={destination} />
    </dl>
  )
}

function Place({ term, name }: { term: string; name: string }) {
  const [, city = name, airport] = /^(.+) \(([A-Z]{3})\)$/.exec(name) ?? []
  return (
    <div>
      <dt>{term}</dt>
      <dd>{city === '' ? locale.value.messages.notYetKnown : <bdi>{city}</bdi>}</dd>
      {airport !== undefined && <dd class="small">{airport}</dd>}
    </div>
  )
}
