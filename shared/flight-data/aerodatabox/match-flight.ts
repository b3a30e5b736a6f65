import type { FlightInQuestion } from '../../domain/flights/report.ts'
import { plainNumber } from '../../domain/flights/plain-number.ts'
import { FlightContract, type Movement } from './contract.ts'

const twelveHours = 43_200_000

/**
 * The flight of a response that matches: number, airports, and the nearest schedule within twelve hours. If
 * codeshares match equally, the operating airline's. `hasInvalidCandidate` is true if an invalid record may be the flight; invalid
 * records of other flights are ignored.
 */
export function matchFlight(flight: FlightInQuestion, sent: readonly unknown[]) {
  const read = sent.map((record) => ({ record, ...FlightContract.safeParse(record) }))
  const distance = ({ departure }: FlightContract) =>
    departure.scheduledTime
      ? Math.abs(Date.parse(departure.scheduledTime) - Date.parse(flight.scheduled_departure))
      : Infinity
  const [found] = read
    .flatMap(({ data }) => (data && isSame(flight, data) && distance(data) <= twelveHours ? [data] : []))
    .sort((one, other) => distance(one) - distance(other) || rank(one) - rank(other))
  return {
    found,
    hasInvalidCandidate: read.some(({ success, record }) => !success && mayBeSame(flight, record)),
  }
}

const rank = ({ codeshareStatus }: FlightContract) => (codeshareStatus === 'IsCodeshared' ? 1 : 0)

function isSame(flight: FlightInQuestion, contract: FlightContract): boolean {
  const isAirport = (code: string, { airport: { iata, icao } }: Movement) => [iata, icao].includes(code)
  return (
    numbersOf(contract).includes(plainNumber(flight.flight_number)) &&
    isAirport(flight.departure_airport, contract.departure) &&
    isAirport(flight.arrival_airport, contract.arrival)
  )
}

/** SU1234 is also AFL1234: responses use the airline's IATA code even for a request with the ICAO code. */
function numbersOf({ number, airline }: FlightContract): string[] {
  const alias = airline && number.startsWith(airline.iata) && airline.icao + number.slice(airline.iata.length)
  return alias ? [number, plainNumber(alias)] : [number]
}

/** An invalid record belongs to another flight only if its number differs. */
function mayBeSame(flight: FlightInQuestion, record: unknown): boolean {
  const { data } = FlightContract.unwrap().pick({ number: true }).safeParse(record)
  return data === undefined || data.number === plainNumber(flight.flight_number)
}
