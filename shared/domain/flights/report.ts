import type { Make } from '../../config/secrets.ts'
import type { FlightRecord } from './record.ts'
import type { FlightStatus } from '../states/flight.ts'

/** What a flight-data provider is asked about. */
export type FlightInQuestion = Pick<
  FlightRecord,
  'flight_number' | 'departure_airport' | 'arrival_airport' | 'scheduled_departure'
>

/** What a provider says of a flight; what it does not say is left out. Moments are in UTC. */
export interface FlightReport {
  /** The provider's own word for the status. */
  provider_status: string
  estimated_departure?: string
  estimated_arrival?: string
  actual_departure?: string
  actual_arrival?: string
  /** Of the departure. */
  terminal?: string
  gate?: string
}

/** A source of flight data. To add one, implement this in a folder of shared/flight-data and name it in its index.ts. */
export interface FlightProvider {
  name: string
  /** The status that the provider's word stands for; undefined for a word that leaves the status as it is. */
  statusOf(word: string): FlightStatus | undefined
  /**
   * Undefined for an unknown flight. Throws bad_gateway if the provider fails or responds with invalid data, and
   * gateway_timeout if it does not respond in time.
   */
  report(flight: FlightInQuestion): Promise<FlightReport | undefined>
}

/** Makes the provider of the secret `flightdata`; undefined where that holds no key, so that there is none. */
export type FlightProviderOf = Make<{ key: string }, FlightProvider | undefined>
