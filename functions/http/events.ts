import * as z from 'zod'
import type { TableRights } from '../../shared/db/rights.ts'
import { AuditFilter, listAudit } from '../../shared/domain/audit/list.ts'
import { AuditEntry } from '../../shared/domain/audit/record.ts'
import { AuditHead, AuditSegment } from '../../shared/domain/audit/segment-record.ts'
import { listHeads, listSegments, SegmentFilter } from '../../shared/domain/audit/segments.ts'
import { FeedFilter, listEvents } from '../../shared/domain/events/feed.ts'
import { FeedEvent } from '../../shared/domain/events/record.ts'
import { DaysQuery, readDays, StatisticsDay } from '../../shared/domain/statistics/days.ts'
import { socketTicket, SocketTicket } from '../../shared/auth/tickets.ts'
import { managerRoles, staffRoles, roles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

/** What happened in a company: its events, for followers, how many of them there were, and who caused what. */
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
  listRoute('GET /api/v1/audit', {
    operationId: 'listAuditEntries',
    summary: 'List who changed what and who read files, newest first',
    description:
      'One entry for each change: who made it, from where, and the fields before and after. Personal data and secrets are masked. Sign-ins have entries, also refused ones, and reads of files: photos, labels, proofs of delivery, exports. Entries are written with the change itself, and kept for 400 days.',
    roles: managerRoles,
    query: AuditFilter,
    reply: AuditEntry,
    pageSize: 50,
    list: ({ ctx, query, page }) => listAudit(ctx, query, page),
  }),
  listRoute('GET /api/v1/audit/heads', {
    operationId: 'listAuditHeads',
    summary: 'List the heads of closed segments of the audit log, newest first',
    description:
      'Seconds after they were written, entries are in a closed segment. Its head commits to all of its entries, and to the segments before. Keep a head outside of the service: `courier audit verify --since <number>:<hash>` then proves that no entry up to it was changed or removed since.',
    roles: managerRoles,
    reply: AuditHead,
    pageSize: 50,
    list: ({ ctx, page }) => listHeads(ctx, page),
  }),
  listRoute('GET /api/v1/audit/segments', {
    operationId: 'listAuditSegments',
    summary: 'List closed segments of the audit log with their hashes, oldest first',
    roles: managerRoles,
    query: SegmentFilter,
    reply: AuditSegment,
    pageSize: 20,
    list: ({ ctx, query, page }) => listSegments(ctx, query, page),
  }),
]

export const handler = lambda(routes)
