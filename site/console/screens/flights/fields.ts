import type { FieldOptions } from '../../../staff/form/field.tsx'
import { words } from './words.ts'

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

/** The labels of a flight's fields; `couriers` are those who can travel with it. */
export const flightFields = (couriers: ReadonlyMap<string, string>): Record<string, FieldOptions> => ({
  flight_number: { label: words.number },
  airline: { label: words.airline },
  departure_airport: { label: words.from },
  arrival_airport: { label: words.to },
  scheduled_departure: { label: words.departure },
  scheduled_arrival: { label: words.arrival },
  max_weight_kg: { label: words.capacity },
  courier_id: { label: words.courier, choiceName: (id) => couriers.get(id) ?? '—' },
})
