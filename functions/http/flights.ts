import { exampleIds } from '../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { FlightProgress, readProgress } from '../../shared/domain/flights/progress.ts'
import { Flight, FlightChange, NewFlight } from '../../shared/domain/flights/record.ts'
import { FlightFilter, listFlights } from '../../shared/domain/flights/search.ts'
import { flightSource } from '../../shared/domain/flights/source.ts'
import { syncFlight } from '../../shared/domain/flights/sync.ts'
import { FlightSync } from '../../shared/domain/flights/sync-record.ts'
import { changeFlight, deleteFlight, readFlight, scheduleFlight } from '../../shared/domain/flights/flights.ts'
import { managerRoles, bookingRoles, roles } from '../../shared/domain/kernel/roles.ts'
import { flightDataProvider } from '../../shared/flight-data/index.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'

export const secrets: readonly SecretName[] = ['flightdata', 'sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem', 'DeleteItem'],
  agenda: ['PutItem', 'DeleteItem'],
  limits: ['UpdateItem'],
  quotas: ['UpdateItem'],
}

/** Assets that the bundle needs. */
export const files = [placesFile]

export const routes = [
  listRoute('GET /api/v1/flights', {
    summary: 'List flights, latest departure first',
    roles,
    query: FlightFilter,
    reply: Flight,
    list: ({ ctx, query, page }) => listFlights(ctx, query, page),
  }),
  route('POST /api/v1/flights', {
    summary: 'Schedule a flight',
    description:
      'The flight is SCHEDULED with its whole capacity available. Publishes `flight.status_changed`.',
    example: { status: 'SCHEDULED', bags_count: 0, available_weight_kg: 60 },
    roles: bookingRoles,
    body: NewFlight,
    reply: Flight,
    status: 201,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => scheduleFlight(ctx, body),
  }),
  listRoute('GET /api/v1/flights/search', {
    operationId: 'searchFlights',
    summary: 'Search flights by place, day, airline, courier or capacity',
    description:
      'All criteria are optional, and letter case is ignored. `from` and `to` mean the same as `departure_airport` and `arrival_airport`; `date` is a day of the company’s time zone, which is UTC if its settings have none.',
    roles,
    query: FlightFilter,
    reply: Flight,
    list: ({ ctx, query, page }) => listFlights(ctx, query, page),
  }),
  route('GET /api/v1/flights/{id}', {
    summary: 'Read a flight',
    roles,
    reply: Flight,
    read: ({ ctx, params }) => readFlight(ctx, params.id),
  }),
  route('PUT /api/v1/flights/{id}', {
    summary: 'Change fields or the status of a flight',
    description:
      '`status` moves forward, through the statuses between. DEPARTED takes CHECKED_IN bags along and releases others; ARRIVED counts for the couriers; CANCELLED releases the bags; CANCELLED and ARRIVED are final. 409 also if `max_weight_kg` is less than what is reserved. A changed status publishes `flight.status_changed`, and `bag.status_changed` for its bags.',
    roles: bookingRoles,
    body: FlightChange,
    reply: Flight,
    decide: ({ ctx, params, body }) => changeFlight(ctx, params.id, body),
  }),
  route('DELETE /api/v1/flights/{id}', {
    summary: 'Delete a flight that has no bags',
    description: '409 while bags are assigned to it.',
    example: { id: exampleIds.flight, message: 'The flight is deleted' },
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteFlight(ctx, params.id),
  }),
  route('GET /api/v1/flights/{id}/status', {
    summary: 'Read the status of a flight: times, delay and gate',
    description: 'What the provider of flight data or a user has reported last. `source` says which.',
    roles,
    reply: FlightProgress,
    read: ({ ctx, params }) => readProgress(ctx, params.id),
  }),
  route('POST /api/v1/flights/{id}/sync', {
    summary: 'Synchronise a flight with the flight-data provider',
    description:
      'Asks the provider of flight data now, and applies what it reports; a status never moves backwards. Within 60 seconds of the last time it returns that answer with `cached`. A flight that the provider does not know, or no provider, is a 200 with `synced: false`; a provider that fails is a 502 or 504.',
    example: { id: exampleIds.flight, synced: true },
    roles: bookingRoles,
    reply: FlightSync,
    refuses: ['too_many_requests', 'bad_gateway', 'gateway_timeout'],
    act: async ({ ctx, params }) => syncFlight(ctx, params.id, await flightSource(ctx, flightDataProvider)),
  }),
]

export const handler = lambda(routes)
