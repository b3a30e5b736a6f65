import type { TableRights } from '../../shared/db/rights.ts'
import * as z from 'zod'
import { CourierFilter, listCouriers } from '../../shared/domain/couriers/list.ts'
import {
  Courier,
  CourierChange,
  DeactivatedCourier,
  NewCourier,
  PassportRequest,
  RevealedPassport,
} from '../../shared/domain/couriers/record.ts'
import { revealPassport } from '../../shared/domain/couriers/reveal.ts'
import { CourierStats, readStats } from '../../shared/domain/couriers/stats.ts'
import { recordNoShow } from '../../shared/domain/flights/no-show.ts'
import { courierBags, courierFlights } from '../../shared/domain/couriers/trips.ts'
import { Flight } from '../../shared/domain/flights/record.ts'
import { Bag } from '../../shared/domain/bags/record.ts'
import {
  addCourier,
  changeCourier,
  deactivateCourier,
  readCourier,
} from '../../shared/domain/couriers/couriers.ts'
import { NewNoShow, NoShow } from '../../shared/domain/couriers/no-show-record.ts'
import { listNoShows } from '../../shared/domain/couriers/no-shows.ts'
import { NewRating, rateCourier, Rating } from '../../shared/domain/couriers/ratings.ts'
import { staffRoles, managerRoles, bookingRoles, roles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { phoneLibraryFile } from '../../shared/domain/search/spellings.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'

/** The only function that may open passport numbers. */
export const secrets: readonly SecretName[] = ['sealing', 'personal', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  quotas: ['UpdateItem'],
  agenda: ['PutItem'],
}

/** Assets that the bundle needs. */
export const files = [placesFile, phoneLibraryFile]

export const routes = [
  listRoute('GET /api/v1/couriers', {
    summary: 'List couriers, newest first',
    roles: staffRoles,
    query: CourierFilter,
    reply: Courier,
    list: ({ ctx, query, page }) => listCouriers(ctx, query, page),
  }),
  route('POST /api/v1/couriers', {
    summary: 'Add a courier',
    description:
      'The courier is ACTIVE. The passport number is stored encrypted; only this response has it in full, later ones have its last four characters. To let the courier sign in, invite a user with the role courier and this `courier_id`.',
    example: { status: 'ACTIVE', flights_completed: 0, packages_delivered: 0, rating: null },
    roles: bookingRoles,
    body: NewCourier,
    reply: Courier,
    status: 201,
    decide: ({ ctx, body }) => addCourier(ctx, body),
  }),
  route('GET /api/v1/couriers/{id}', {
    summary: 'Read a courier',
    roles,
    reply: Courier,
    read: ({ ctx, params }) => readCourier(ctx, params.id),
  }),
  route('PUT /api/v1/couriers/{id}', {
    summary: 'Change fields of a courier',
    description:
      'Couriers may change their own `phone` and `preferred_routes`. SUSPENDED and INACTIVE couriers get no bags, and their users no access. A masked passport number that is sent back is ignored.',
    roles: [...bookingRoles, 'courier'],
    body: CourierChange,
    reply: Courier,
    decide: ({ ctx, params, body }) => changeCourier(ctx, params.id, body),
  }),
  route('DELETE /api/v1/couriers/{id}', {
    operationId: 'deactivateCourier',
    summary: 'Deactivate a courier, who stays listed',
    description:
      'The courier becomes INACTIVE, and can be read and listed as before. PUT with ACTIVE brings them back.',
    example: { status: 'INACTIVE' },
    roles: managerRoles,
    reply: DeactivatedCourier,
    decide: ({ ctx, params }) => deactivateCourier(ctx, params.id),
  }),
  route('GET /api/v1/couriers/{id}/stats', {
    summary: 'Read the statistics of a courier',
    description:
      'Deliveries count for the courier of the last bag that counted the package. `causes` are those of no-shows. Without a rating, `rating` is 0 and `rating_count` 0.',
    roles,
    reply: CourierStats,
    read: ({ ctx, params }) => readStats(ctx, params.id),
  }),
  route('POST /api/v1/couriers/{id}/passport/reveal', {
    operationId: 'revealPassport',
    summary: 'Show the passport number of a courier in full',
    description:
      'A key needs the scope `passports:reveal`; those of couriers do not suffice. 404 with `passport_removed` if the number was removed: `passport_retention_months` in the settings says when.',
    roles: managerRoles,
    scope: 'passports:reveal',
    body: PassportRequest,
    reply: RevealedPassport,
    decide: ({ ctx, params, body }) => revealPassport(ctx, params.id, body.reason),
  }),
  listRoute('GET /api/v1/couriers/{id}/bags', {
    summary: 'List the bags of a courier, newest first',
    roles,
    reply: Bag,
    list: ({ ctx, params, page }) => courierBags(ctx, params.id, page),
  }),
  route('GET /api/v1/couriers/{id}/flights', {
    operationId: 'listCourierFlights',
    summary: 'The flights of a courier, latest departure first',
    roles,
    reply: z.array(Flight),
    read: ({ ctx, params }) => courierFlights(ctx, params.id),
  }),
  listRoute('GET /api/v1/couriers/{id}/no-shows', {
    summary: 'List the no-shows of a courier, newest first',
    roles,
    reply: NoShow,
    pageSize: 200,
    list: ({ ctx, params, page }) => listNoShows(ctx, params.id, page),
  }),
  route('POST /api/v1/couriers/{id}/no-shows', {
    operationId: 'recordNoShow',
    summary: 'Record that a courier does not take a flight',
    description:
      'One for each courier and flight. Couriers record their own, of a flight that has not departed and has a bag of theirs (else 409). Before the departure, the courier’s bags on the flight get `courier_no_show`: they need another courier. The service records MISSED_FLIGHT itself when a flight departs with none of the courier’s bags checked in. Publishes `courier.no_show`.',
    roles: [...bookingRoles, 'courier'],
    refuses: ['conflict'],
    body: NewNoShow,
    reply: NoShow,
    status: 201,
    location: '/api/v1/couriers/{courier_id}/no-shows',
    decide: ({ ctx, params, body }) => recordNoShow(ctx, params.id, body),
  }),
  route('POST /api/v1/couriers/{id}/ratings', {
    operationId: 'rateCourier',
    summary: 'Rate a courier, 1 to 5',
    description: 'The courier’s `rating` is the mean of all ratings.',
    roles: bookingRoles,
    body: NewRating,
    reply: Rating,
    status: 201,
    location: '/api/v1/couriers/{courier_id}/stats',
    decide: ({ ctx, params, body }) => rateCourier(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
