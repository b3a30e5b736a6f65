import type { Draft } from '../../../staff/form/drafts.ts'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import { useAirportZones } from '../../../staff/places/zones.ts'
import { messages } from './messages.ts'

/** The fields of a flight, in order. */
export const flightNames = [
  'flight_number',
  'airline',
  'departure_airport',
  'arrival_airport',
  'scheduled_departure',
  'scheduled_arrival',
  'max_weight_kg',
  'courier_id',
]

/** A flight's fields; `couriers` are those who can travel with it. Times are by the clocks of the airports that are entered. */
export function useFlightFields(couriers: ReadonlyMap<string, string>): Record<string, FieldOptions> {
  const { clocksAt, loading } = useAirportZones()
  const byClocksAt = (airport: string) => ({
    loading,
    clocksOf: (entered: Draft) => clocksAt(String(entered[airport] ?? '')),
  })
  return {
    flight_number: { label: messages.number },
    airline: { label: messages.airline },
    departure_airport: { label: messages.from },
    arrival_airport: { label: messages.to },
    scheduled_departure: { label: messages.departure, ...byClocksAt('departure_airport') },
    scheduled_arrival: { label: messages.arrival, ...byClocksAt('arrival_airport') },
    max_weight_kg: { label: messages.capacity },
    courier_id: { label: messages.courier, choiceName: (id) => couriers.get(id) ?? '—' },
  }
}
