import type { TenantTable } from '../../db/table.ts'
import type { Write } from '../../db/requests.ts'
import { flightMachine } from './status.ts'
import { plainNumber } from './plain-number.ts'
import type { FlightRecord } from './record.ts'

type Scheduled = Pick<
  FlightRecord,
  'id' | 'flight_number' | 'scheduled_departure' | 'scheduled_arrival' | 'status'
>

type FlightDay = Pick<FlightRecord, 'flight_number' | 'scheduled_departure'>

/** The flights with the same number and UTC day of departure, which are one flight to a provider. */
export const flightGroup = ({ flight_number, scheduled_departure }: FlightDay) =>
  `${encodeURIComponent(plainNumber(flight_number)).slice(0, 80)}/${scheduled_departure.slice(0, 10)}`

/** The agenda entry of a flight; undefined once its status is final. */
const entryOf = (flight: Scheduled) =>
  flightMachine.moves.some(({ from }) => from.includes(flight.status))
    ? {
        ref: flight.id,
        group: flightGroup(flight),
        from: flight.scheduled_departure,
        until: flight.scheduled_arrival,
      }
    : undefined

/** The writes that keep the agenda as a flight is. Each flight has at most one entry, in the hour of its departure. */
export function agendaWrites(
  table: TenantTable,
  before: Scheduled | undefined,
  after: Scheduled | undefined,
): Write[] {
  const [old, next] = [before, after].map((flight) => flight && entryOf(flight))
  if (JSON.stringify(old) === JSON.stringify(next)) return []
  return [
    ...(old && old.from !== next?.from ? [table.removeAgendaEntry(old)] : []),
    ...(next ? [table.putAgendaEntry(next)] : []),
  ]
}
