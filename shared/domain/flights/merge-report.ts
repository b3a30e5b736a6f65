import type { FlightRecord } from './record.ts'
import type { FlightProvider, FlightReport } from './report.ts'
import { flightMachine } from './status.ts'
import { moveTo } from '../kernel/state-machine.ts'

const minute = 60_000
const hour = 60 * minute

/** The fields that a report may change. */
export const reportedFields = [
  'status',
  'estimated_departure',
  'actual_departure',
  'estimated_arrival',
  'actual_arrival',
  'terminal',
  'gate',
] as const

/**
 * Merges a provider's report into a flight and returns the change and remarks on ignored parts. Implausible
 * values are ignored, and a status only moves forward, by the flight's state machine.
 */
export function mergeReport(
  flight: FlightRecord,
  { provider_status, terminal, gate, ...moments }: FlightReport,
  { statusOf }: Pick<FlightProvider, 'statusOf'>,
  now: Date,
): { change: Partial<FlightRecord>; remarks: string[] } {
  const change = momentsOf(flight, moments, now)
  if (terminal !== undefined) change.terminal = terminal
  if (gate !== undefined) change.gate = gate
  const implausible = (Object.keys(moments) as (keyof Moments)[]).filter(
    (field) => change[field] !== moments[field],
  )
  const remarks = implausible.length > 0 ? [`Ignored as implausible: ${implausible.join(', ')}`] : []

  const status = statusOf(provider_status)
  if (status === undefined)
    remarks.push(`The provider's status "${provider_status}" is unknown and changes nothing`)
  else if (status !== flight.status) {
    if (!moveTo(flightMachine, flight.status, status, false))
      remarks.push(`It says "${provider_status}", but the flight is ${flight.status}, and stays so`)
    else if (saysWhen(status, moments) && !saysWhen(status, change))
      remarks.push(`It says "${provider_status}" at a time that cannot be; the status stays ${flight.status}`)
    else if (hasFlown(status) && !hasLeft(flight, change, now))
      remarks.push(`It says "${provider_status}" long before the departure; the status stays ${flight.status}`)
    // Unreported times stay unknown: none is derived from the status, unlike for a flight that is changed by hand.
    else
      Object.assign(change, {
        status,
        actual_departure: change.actual_departure ?? flight.actual_departure,
        actual_arrival: change.actual_arrival ?? flight.actual_arrival,
      })
  }
  return { change, remarks }
}

type Moments = Omit<FlightReport, 'provider_status' | 'terminal' | 'gate'>
type End = 'departure' | 'arrival'

/** The plausible times of a report: near the schedule, and an arrival after the departure. */
function momentsOf(flight: FlightRecord, moments: Moments, now: Date): Partial<FlightRecord> {
  const departure = plausibleTimes(moments, 'departure', flight.scheduled_departure, now)
  const arrival = plausibleTimes(moments, 'arrival', flight.scheduled_arrival, now)
  const departed = leaves({ ...flight, ...departure })
  if (flight.actual_arrival && departed >= flight.actual_arrival) return {}
  const inOrder = [arrival.actual_arrival, arrival.estimated_arrival].every(
    (moment) => !moment || moment > departed,
  )
  const expected = inOrder ? (arrival.estimated_arrival ?? flight.estimated_arrival) : flight.estimated_arrival
  return {
    ...departure,
    ...(inOrder && arrival),
    // An estimate that lies before a delayed departure is dropped.
    ...(expected !== undefined && expected <= departed && { estimated_arrival: undefined }),
  }
}

const leaves = ({ actual_departure, estimated_departure, scheduled_departure }: FlightRecord) =>
  actual_departure ?? estimated_departure ?? scheduled_departure

/** Times within three days of the schedule; an actual time lies in the past, allowing for clock skew. */
function plausibleTimes(moments: Moments, end: End, plan: string, now: Date): Partial<FlightRecord> {
  const near = (moment: string) => Math.abs(Date.parse(moment) - Date.parse(plan)) <= 72 * hour
  const past = (moment: string) => Date.parse(moment) <= now.getTime() + 5 * minute
  const [estimated, actual] = [moments[`estimated_${end}`], moments[`actual_${end}`]]
  return {
    ...(estimated !== undefined && near(estimated) && { [`estimated_${end}`]: estimated }),
    ...(actual !== undefined && near(actual) && past(actual) && { [`actual_${end}`]: actual }),
  }
}

/** Whether the report has a time for the event that a status implies. */
const saysWhen = (
  status: FlightRecord['status'],
  { actual_departure, actual_arrival }: Partial<FlightRecord>,
) =>
  (status === 'ARRIVED' && actual_arrival !== undefined) ||
  (status === 'DEPARTED' && actual_departure !== undefined)

const hasFlown = (status: FlightRecord['status']) => status === 'DEPARTED' || status === 'ARRIVED'

/**
 * Bags that are not checked in are released for good, so a departure must be plausible: flights do not leave hours
 * early.
 */
const hasLeft = (
  { actual_departure, scheduled_departure }: FlightRecord,
  change: Partial<FlightRecord>,
  now: Date,
) =>
  (change.actual_departure ?? actual_departure) !== undefined ||
  now.getTime() > Date.parse(scheduled_departure) - 6 * hour
