import type { FlightInQuestion } from '../../domain/flights/report.ts'
import { FlightContract, plainNumber, type Movement } from './contract.ts'

const twelveHours = 43_200_000

/**
 * The flight of an answer that is ours: number, airports, and the nearest plan within twelve hours. Of codeshare twins
 * the operator's. `spoilt` says that a record which may be ours cannot be read; it spoils none of the others.
 */
export function whichIsOurs(flight: FlightInQuestion, sent: readonly unknown[]) {
  const read = sent.map((record) => ({ record, ...FlightContract.safeParse(record) }))
  const distance = ({ departure }: FlightContract) =>
    departure.scheduledTime
      ? Math.abs(Date.parse(departure.scheduledTime) - Date.parse(flight.scheduled_departure))
      : Infinity
  const [found] = read
    .flatMap(({ data }) => (data && isSame(flight, data) && distance(data) <= twelveHours ? [data] : []))
    .sort((one, other) => distance(one) - distance(other) || rank(one) - rank(other))
  return { found, spoilt: read.some(({ success, record }) => !success && mayBe(flight, record)) }
}

const rank = ({ codeshareStatus }: FlightContract) => (codeshareStatus === 'IsCodeshared' ? 1 : 0)

function isSame(flight: FlightInQuestion, contract: FlightContract): boolean {
  const from = (code: string, { airport: { iata, icao } }: Movement) => [iata, icao].includes(code)
  return (
    numbersOf(contract).includes(plainNumber(flight.flight_number)) &&
    from(flight.departure_airport, contract.departure) &&
    from(flight.arrival_airport, contract.arrival)
  )
}

/** SU1234 is AFL1234 too: the answer has the airline's IATA code also where its ICAO code was asked for. */
function numbersOf({ number, airline }: FlightContract): string[] {
  const alias = airline && number.startsWith(airline.iata) && airline.icao + number.slice(airline.iata.length)
  return alias ? [number, plainNumber(alias)] : [number]
}

/** A record that cannot be read is another flight's only where it has another number. */
function mayBe(flight: FlightInQuestion, record: unknown): boolean {
  const { data } = FlightContract.unwrap().pick({ number: true }).safeParse(record)
  return data === undefined || data.number === plainNumber(flight.flight_number)
}
