import type { FieldOptions } from '../../../staff/form/field.tsx'
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

/** The labels of a flight's fields; `couriers` are those who can travel with it. */
export const flightFields = (couriers: ReadonlyMap<string, string>): Record<string, FieldOptions> => ({
  flight_number: { label: messages.number },
  airline: { label: messages.airline },
  departure_airport: { label: messages.from },
  arrival_airport: { label: messages.to },
  scheduled_departure: { label: messages.departure },
  scheduled_arrival: { label: messages.arrival },
  max_weight_kg: { label: messages.capacity },
  courier_id: { label: messages.courier, choiceName: (id) => couriers.get(id) ?? '—' },
})
