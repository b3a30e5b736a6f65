import type { Make } from '../../config/secrets.ts'
import type { FlightRecord } from './record.ts'
import type { FlightStatus } from './status.ts'

/** The flight that a provider is asked for. */
export type FlightInQuestion = Pick<
  FlightRecord,
  'flight_number' | 'departure_airport' | 'arrival_airport' | 'scheduled_departure'
>

/** A provider's report; unknown fields are omitted. Times are in UTC. */
export interface FlightReport {
  /** The provider's own word for the status. */
  provider_status: string
  estimated_departure?: string
  estimated_arrival?: string
  actual_departure?: string
  actual_arrival?: string
  /** For the departure. */
  terminal?: string
  gate?: string
}

/** A source of flight data. To add one, implement this in a folder of shared/flight-data and name it in its index.ts. */
export interface FlightProvider {
  name: string
  /** The status that the provider's word stands for; undefined for a word that leaves the status as it is. */
  statusOf(word: string): FlightStatus | undefined
  /**
   * Starts a lookup, which asks the provider once for the same number and day, however many flights it reports on. It
   * awaits `admit` before each call, and throws what that throws.
   */
  lookup(admit: () => Promise<void>): FlightLookup
}

/**
 * Undefined for an unknown flight. Throws bad_gateway if the provider fails or responds with invalid data, and
 * gateway_timeout if it does not respond in time.
 */
type FlightLookup = (flight: FlightInQuestion) => Promise<FlightReport | undefined>

/** A provider with a lookup that has begun. */
export type FlightSource = Pick<FlightProvider, 'name' | 'statusOf'> & { report: FlightLookup }

/** Creates the provider from the secret `flightdata`; undefined if the secret holds no key. */
export type FlightProviderOf = Make<{ key: string }, FlightProvider | undefined>
