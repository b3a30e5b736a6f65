import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { AgendaEntry } from '../../db/keys.ts'
import type { Message } from '../../messaging/queue.ts'

/** Flights of all tenants with the same number and day of departure (see flightGroup). */
export const WatchedGroup = lazySchema(() =>
  z.object({
    group: z.string(),
    flights: z.array(z.object({ tenant_id: z.guid(), flight_id: z.guid() })),
  }),
)
export type WatchedGroup = z.output<typeof WatchedGroup>

/** The maximum number of flights of a message: 120 KB of the 256 KB that a message may have (SQS quotas). */
const maxFlights = 1000

/** A message for each group of flights, the nearest departure or arrival first. */
export function watchMessages(entries: readonly AgendaEntry[], now: Date): Message[] {
  const moment = now.getTime()
  const away = ({ from, until }: AgendaEntry) =>
    Math.min(...[from, until].map((event) => Math.abs(Date.parse(event) - moment)))
  const groups = [...Map.groupBy(entries, ({ group }) => group)].map(([group, members]) => ({
    group,
    away: Math.min(...members.map(away)),
    flights: members.map(({ tenant_id, ref }) => ({ tenant_id, flight_id: ref })),
  }))
  return groups
    .sort((a, b) => a.away - b.away)
    .flatMap(({ group, flights }) =>
      Array.from({ length: Math.ceil(flights.length / maxFlights) }, (_, part) => ({
        group,
        body: {
          group,
          flights: flights.slice(part * maxFlights, (part + 1) * maxFlights),
        } satisfies WatchedGroup,
        deduplicationId: `${now.toISOString()}/${group}/${part}`,
      })),
    )
}
