import * as z from 'zod'
import type { TableRights } from '../../shared/db/rights.ts'
import { FeedFilter, listEvents } from '../../shared/domain/events/feed.ts'
import { FeedEvent } from '../../shared/domain/events/record.ts'
import { DaysQuery, readDays, StatisticsDay } from '../../shared/domain/statistics/days.ts'
import { socketTicket, SocketTicket } from '../../shared/auth/tickets.ts'
import { staffRoles, roles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** The events of a company, for followers, and how many of them there were. */
export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'Query'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/events', {
    summary: 'List the events of the company, oldest first',
    description:
      'The feed goes back 30 days. Events of one record are in order. Each event’s number is one more than the previous one’s.',
    roles: staffRoles,
    query: FeedFilter,
    reply: FeedEvent,
    list: ({ ctx, query, page }) => listEvents(ctx, query, page),
  }),
  route('POST /api/v1/realtime/ticket', {
    operationId: 'createRealtimeTicket',
    summary: 'Get a ticket that opens a socket, once and within 30 seconds',
    description:
      'Connect to `url` with `?ticket=…`, and subscribe; /asyncapi.json describes the rest. The connection lasts as long as the token.',
    roles,
    reply: SocketTicket,
    status: 201,
    location: '{url}',
    read: ({ ctx }) => socketTicket(ctx),
  }),
  route('GET /api/v1/statistics/days', {
    operationId: 'getStatistics',
    summary: 'Shipments by day: booked, delivered, on time, returned',
    description:
      'Every day of the period, in the company’s time zone (UTC if none is set), oldest first: at most 92, and without `from` two weeks. Counts are exact whatever the number of shipments, and follow a booking, a change of status or a correction within seconds; a deleted shipment is not counted. A shipment is delivered on time if its delivery, by the last event, was not after the `estimated_delivery` of its public tracking at that moment. A shipment of before version 1.0.0 counts from its next change of status.',
    roles: staffRoles,
    query: DaysQuery,
    reply: z.array(StatisticsDay),
    read: ({ ctx, query }) => readDays(ctx, query),
  }),
]

export const handler = lambda(routes)
