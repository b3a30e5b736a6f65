import { glyphsFile } from '../../shared/domain/labels/glyphs.ts'
import { exampleIds } from '../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { Deleted } from '../../shared/domain/kernel/fields.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import { latinLibraryFile } from '../../shared/domain/search/latin.ts'
import { phoneLibraryFile } from '../../shared/domain/search/spellings.ts'
import { Board, BoardQuery, readBoard } from '../../shared/domain/shipments/board.ts'
import { listShipments } from '../../shared/domain/shipments/list.ts'
import { ShipmentFilter } from '../../shared/domain/shipments/filter.ts'
import { NewShipment, Shipment, ShipmentChange } from '../../shared/domain/shipments/record.ts'
import {
  bookShipment,
  changeShipment,
  deleteShipment,
  readShipment,
} from '../../shared/domain/shipments/shipments.ts'
import {
  staffRoles,
  managerRoles,
  bookingRoles,
  roles,
  handlingRoles,
} from '../../shared/domain/kernel/roles.ts'
import { Cancellation, cancelShipment } from '../../shared/domain/shipments/cancel.ts'
import { bookReturn, NewReturn } from '../../shared/domain/shipments/returns.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'search', 'verification']
export const table: TableRights = {
  tenant: [
    'GetItem',
    'BatchGetItem',
    'Query',
    'Query gsi1',
    'Query gsi2',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
  ],
  tracking: ['GetItem', 'PutItem', 'DeleteItem'],
  package: ['PutItem'],
  limits: ['UpdateItem'],
  outbox: ['PutItem'],
  quotas: ['UpdateItem'],
}
/** Assets that the bundle needs. */
export const files = [placesFile, phoneLibraryFile, glyphsFile, latinLibraryFile]

export const routes = [
  listRoute('GET /api/v1/shipments', {
    summary: 'List or find shipments, newest first',
    description:
      'With `reference`, `tracking_id`, `package_code`, `phone` or `q` it finds shipments as they are at this moment; without, the index may lag behind a change by a second. The results of `q` and of a part of a phone number are sorted by what they are found by, the newest first of each; `late` lists the oldest first, unless it narrows a search. Filters combine, so a page may be short while there is a next one.',
    roles: staffRoles,
    query: ShipmentFilter,
    reply: Shipment,
    list: ({ ctx, query, page }) => listShipments(ctx, query, page),
  }),
  route('POST /api/v1/shipments', {
    summary: 'Book a shipment',
    description:
      'The shipment is RECEIVED, and can be followed by its `tracking_id` at once. `packages` registers as many packages with it, each with an equal part of its weight; others are added later. Publishes `shipment.status_changed`. At a warehouse, see `receiveParcel`. 409 if another shipment has the `reference`; the error names its id.',
    example: { status: 'RECEIVED', packages_count: 0 },
    roles: bookingRoles,
    body: NewShipment,
    reply: Shipment,
    status: 201,
    refuses: ['not_found'],
    decide: ({ ctx, body }) => bookShipment(ctx, body),
  }),
  route('GET /api/v1/shipments/{id}', {
    summary: 'Read a shipment',
    description: 'The status follows from the packages, unless a user has set a later one.',
    roles,
    reply: Shipment,
    read: ({ ctx, params }) => readShipment(ctx, params.id),
  }),
  route('PUT /api/v1/shipments/{id}', {
    summary: 'Change fields of a shipment',
    description:
      'Changes the fields that the body names. `status` may move forward, or to RETURNED before delivery; only a manager moves it back; else 409. DELIVERED and RETURNED take the open packages along. `metadata` is replaced as a whole; 409 if another shipment has the `reference`. A changed status publishes `shipment.status_changed`.',
    roles: handlingRoles,
    body: ShipmentChange,
    reply: Shipment,
    decide: ({ ctx, params, body }) => changeShipment(ctx, params.id, body),
  }),
  route('DELETE /api/v1/shipments/{id}', {
    summary: 'Delete a shipment with its packages',
    description:
      'Deletes its packages and its public tracking too, and its `reference` is free. 409 while a bag holds one of the packages, or still counts one that has arrived, while one has an open case, and after a hand-over, whose proof is kept. Its return no longer names it. Publishes `package.event_created` with SHIPMENT_DELETED, which names who did.',
    example: { id: exampleIds.shipment, message: 'The shipment is deleted' },
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteShipment(ctx, params.id),
  }),
  route('POST /api/v1/shipments/{id}/return', {
    operationId: 'bookReturn',
    summary: 'Book the shipment that brings a shipment back',
    description:
      'From the recipient to the sender, with the places the other way round, and free unless a price is given. Its e-mails are in English unless `language` is given: that of the first shipment is its recipient’s. The two name each other: `return_of`, `return_id`. A shipment has one return; a second one is a 409. The status of the first shipment stays.',
    roles: bookingRoles,
    body: NewReturn,
    reply: Shipment,
    status: 201,
    location: '/api/v1/shipments/{id}',
    refuses: ['stale'],
    decide: ({ ctx, params, body }) => bookReturn(ctx, params.id, body),
  }),
  route('POST /api/v1/shipments/{id}/cancel', {
    operationId: 'cancelShipment',
    summary: 'Cancel a shipment that has not left',
    description:
      'The shipment and its packages become RETURNED, with `cancelled_at`. Packages in open bags are taken out; a payment of which nothing was received becomes CANCELLED, the price stays, and nothing is refunded. It keeps its tracking, reference and history, and is not late. Cancelling it again changes nothing. 409 if it was delivered or returned, once a package has travelled or is in a closed bag, and if it has a return. A manager who corrects its status takes the cancellation back. Publishes `shipment.status_changed`, and `package.event_created` with SHIPMENT_CANCELLED.',
    example: { status: 'RETURNED', payment_status: 'CANCELLED', cancelled_at: '2026-11-23T09:20:01.000Z' },
    roles: bookingRoles,
    body: Cancellation,
    reply: Shipment,
    refuses: ['stale'],
    decide: ({ ctx, params, body }) => cancelShipment(ctx, params.id, body),
  }),
  route('GET /api/v1/shipments/board', {
    summary: 'Shipments by status, with counts',
    description:
      'A column for each status, in the order of the journey, with the newest shipments of each. Counts are exact up to 1,000.',
    roles: staffRoles,
    query: BoardQuery,
    reply: Board,
    read: ({ ctx, query }) => readBoard(ctx, query),
  }),
]

export const handler = lambda(routes)
