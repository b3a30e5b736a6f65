import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { flightTexts } from '../flights/record.ts'
import { timelineTexts } from '../timeline/timeline-events.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity, expiryAfter } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { bagStatuses } from '../bags/status.ts'
import { Id, Timestamp, idOf } from '../kernel/fields.ts'
import { flightStatuses } from '../flights/status.ts'
import { NoShowCause, noShowTexts } from '../couriers/no-show-record.ts'
import { staffRoles, managerRoles, roles, type Role } from '../kernel/roles.ts'
import { ValidationResult } from '../scans/record.ts'
import { ShipmentStatus, shipmentTexts } from '../shipments/record.ts'

interface FeedType {
  /** A description for readers of the reference. */
  about: string
  /** The roles that may read the event: those that may read the records it names. */
  roles: readonly Role[]
  /** The scope with which an API key may read those records. */
  scope: string
  data: z.ZodLazy<z.ZodObject>
}
const moved = <S extends z.ZodType>(status: S) => ({
  status: status.meta(commonTexts.status),
  previous_status: status
    .nullable()
    .meta({ description: 'The status before; null for a new record', examples: [null] }),
})

/**
 * The events that are published by the feed, webhooks and sockets. An event holds no personal data, only ids that
 * authorised callers can look up.
 */
export const feedTypes = {
  'shipment.status_changed': {
    about: 'A shipment is booked (previous_status is null), or its status changes',
    roles,
    scope: 'shipments:read',
    data: lazySchema(() =>
      z.object({
        shipment_id: idOf('shipment'),
        tracking_id: z.string().meta(shipmentTexts.trackingId),
        ...moved(ShipmentStatus),
      }),
    ),
  },
  'package.event_created': {
    about:
      'A timeline event is added to packages of a shipment. An event of a bag is published once for each shipment inside',
    roles,
    scope: 'packages:read',
    data: lazySchema(() =>
      z.object({
        shipment_id: idOf('shipment'),
        package_ids: z.array(Id).meta({
          description: 'The packages that it happened to; none for the shipment itself',
          examples: [[exampleIds.package]],
        }),
        bag_id: Id.nullable().meta({
          description: 'The bag that it happened to, or that they went into or came out of; or null',
          examples: [exampleIds.bag],
        }),
        flight_id: Id.nullable().meta({
          description: 'The flight of that bag, or null',
          examples: [exampleIds.flight],
        }),
        event_id: Id.meta(commonTexts.eventId),
        event_type: z.string().meta(timelineTexts.eventType),
        actor_id: Id.optional().meta(timelineTexts.actorId),
        occurred_at: Timestamp.meta(commonTexts.occurredAt),
        location: z.string().meta(timelineTexts.location),
        description: z.string().meta(timelineTexts.description),
        status_applied: z
          .boolean()
          .nullable()
          .meta({ description: 'Of a scan: whether it changed the status; else null', examples: [true] }),
      }),
    ),
  },
  'bag.status_changed': {
    about: 'A bag is opened (previous_status is null), or its status changes',
    roles,
    scope: 'bags:read',
    data: lazySchema(() =>
      z.object({
        bag_id: idOf('bag'),
        ...moved(z.enum(bagStatuses)),
        courier_id: idOf('courier').nullable(),
        flight_id: idOf('flight').nullable(),
      }),
    ),
  },
  'flight.status_changed': {
    about: 'A flight is scheduled (previous_status is null), or its status changes',
    roles,
    scope: 'flights:read',
    data: lazySchema(() =>
      z.object({
        flight_id: idOf('flight'),
        flight_number: z.string().meta(flightTexts.flightNumber),
        ...moved(z.enum(flightStatuses)),
      }),
    ),
  },
  'courier.no_show': {
    about: 'A no-show of a courier is recorded',
    roles: staffRoles,
    scope: 'couriers:read',
    data: lazySchema(() =>
      z.object({
        courier_id: idOf('courier'),
        no_show_id: idOf('noShow'),
        flight_id: idOf('flight').nullable(),
        cause: NoShowCause.meta(noShowTexts.cause),
      }),
    ),
  },
  'scan.rejected': {
    about: 'A scanned QR code is not valid',
    roles: managerRoles,
    scope: 'scans:read',
    data: lazySchema(() =>
      z.object({
        scan_id: idOf('scan'),
        user_id: idOf('user'),
        validation_result: ValidationResult.meta({
          description: 'Why the label is not valid',
          examples: ['hmac_invalid'],
        }),
      }),
    ),
  },
} as const satisfies Record<string, FeedType>
type FeedTypeName = keyof typeof feedTypes
export const feedTypeNames = Object.keys(feedTypes) as FeedTypeName[]

/** The event types that a role may read. */
export const typesFor = (role: Role) =>
  feedTypeNames.filter((name) => (feedTypes[name].roles as readonly Role[]).includes(role))

/** The scope of the feed, by which a key reads all events. */
const feedScope = 'events:read'
/** Whether an API key with these scopes may hear of records that another scope is for; a user has none. */
export const mayHear = (scopes: readonly string[] | undefined, scope: string) =>
  !scopes || scopes.includes(scope) || scopes.includes(feedScope)

const variants = () =>
  feedTypeNames.map((name) =>
    z
      .object({
        id: Id.meta({
          description: 'The same for each delivery, so that duplicates are recognised',
          examples: [exampleIds.event],
        }),
        number: z
          .int()
          .min(1)
          .meta({ description: 'Its position in the feed of the company', examples: [1] }),
        type: z.literal(name).meta({ description: 'What happened' }),
        timestamp: Timestamp.meta({
          description: 'When it was recorded',
          examples: ['2026-11-23T09:20:01.000Z'],
        }),
        data: feedTypes[name].data
          .unwrap()
          .meta({ id: `${schemaName(name)}Data` })
          .meta({ description: 'The subject: ids and statuses, no personal data' }),
      })
      .meta({ id: schemaName(name) }),
  )
/** `shipment.status_changed` is described by the schema ShipmentStatusChanged. */
export const schemaName = (type: string) =>
  type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
type Variant = {
  [N in FeedTypeName]: {
    id: string
    number: number
    type: N
    timestamp: string
    data: z.output<(typeof feedTypes)[N]['data']>
  }
}[FeedTypeName]

/** A published event; its `data` depends on its `type`. */
export const FeedEvent = lazySchema(() =>
  z.discriminatedUnion('type', variants() as [VariantSchema, ...VariantSchema[]]).meta({ id: 'FeedEvent' }),
) as unknown as z.ZodType<Variant>
type VariantSchema = ReturnType<typeof variants>[number]
export type FeedEvent = Variant
/** An event without a number. */
export type UnsequencedEvent = FeedEvent extends infer E
  ? E extends FeedEvent
    ? Omit<E, 'number'>
    : never
  : never

const subjects = ['shipment_id', 'bag_id', 'flight_id', 'courier_id', 'scan_id']
/** The subject of an event; events of one subject stay in order. */
export function subjectOf(data: object): string {
  const ids = data as Record<string, string | undefined>
  return ids[subjects.find((name) => ids[name] !== undefined) ?? ''] ?? ''
}

/** In days. */
const kept = 30
const after30Days = (timestamp: string) => expiryAfter(kept, new Date(timestamp))

/**
 * The feed, in the order of its numbers; it goes back 30 days. A partition takes 1,000 write units per second (DynamoDB
 * developer guide, "Partitions and data distribution"), and an event costs two. So blocks of consecutive numbers take
 * turns in several partitions.
 */
export const feed = entity({
  noun: 'Event',
  schema: FeedEvent,
  ref: lazySchema(() => z.object({ number: z.int() })),
  fields: {
    plain: ['id', 'number', 'type', 'timestamp', 'data'],
  },
  key: ({ number }) => ({ pk: partitionOf(number), sk: numbered(number) }),
  expires: ({ timestamp }) => after30Days(timestamp),
})
const [feedPartitions, blockSize] = [8, 64]
const blockOf = (number: number) => Math.floor((number - 1) / blockSize)
const partitionOf = (number: number) => `FEED#${blockOf(number) % feedPartitions}`
const numbered = (number: number) => `N#${String(number).padStart(12, '0')}`
/** The number of the event at a position of the feed. */
export const numberOf = ({ sk }: { sk: string }) => Number(sk.slice(2))
/** The queries for the events after one number, up to another: one for each block. */
export const feedBetween = (after: number, last: number) =>
  Array.from({ length: blockOf(last) - blockOf(after + 1) + 1 }, (_, n) => {
    const first = (blockOf(after + 1) + n) * blockSize + 1
    const [from, to] = [Math.max(first, after + 1), Math.min(first + blockSize - 1, last)]
    return { partition: partitionOf(from), from: numbered(from), to: numbered(to), limit: blockSize }
  })
/** The queries for the oldest event after a number, in each partition. */
export const oldestAfter = (number: number) =>
  Array.from({ length: feedPartitions }, (_, n) => ({
    partition: `FEED#${n}`,
    from: numbered(number + 1),
    to: 'N#~',
    limit: 1,
  }))

const SequencedEvent = lazySchema(() => z.object({ id: Id, number: z.int(), timestamp: Timestamp }))
/** Marks an event as sequenced: it is not numbered again, and its id leads to its position. */
export const sequencedEvents = entity({
  noun: 'Event',
  schema: SequencedEvent,
  ref: pick(SequencedEvent, 'id'),
  fields: {
    plain: ['id', 'number', 'timestamp'],
  },
  key: ({ id }) => ({ pk: `FED#${id}`, sk: 'FED' }),
  expires: ({ timestamp }) => after30Days(timestamp),
})
