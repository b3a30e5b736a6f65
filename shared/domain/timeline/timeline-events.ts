import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import type { Index, Key } from '../../db/keys.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { CaseKind } from '../cases/kinds.ts'
import type { TenantWork } from '../kernel/context.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { airportOf } from '../kernel/places.ts'
import type { ShipmentRecord } from '../shipments/record.ts'

/** Descriptions of fields that several schemas share. */
export const timelineTexts = {
  eventType: { description: 'What happened; new types may be added', examples: ['PACKAGE_SCANNED'] },
  location: { description: 'Where it happened: a warehouse’s code, a city or an airport', examples: ['TBS-1'] },
  description: { description: 'What happened, in words', examples: ['Scanned at TBS-1'] },
  recordedAt: { description: 'When the service learned of it', examples: ['2026-11-23T09:20:01.000Z'] },
  actorId: { description: 'The user who did it', examples: [exampleIds.user] },
  statusApplied: { description: 'Whether the scan changed the status', examples: [true] },
}

export interface EventType {
  /** The text for recipients. */
  description: string
  /** The location, if it follows from the type. */
  at?: 'origin' | 'destination'
  /** Hidden from public tracking. */
  internal?: true
  /** A scan of it opens a case of this kind. */
  opens?: CaseKind
  /** A scan of it resolves the cases that scans of this type have opened. */
  resolves?: string
}
/** The event types. Their texts are public and contain nothing personal. */
export const eventTypes = {
  SHIPMENT_CREATED: { description: 'Shipment booked', at: 'origin' },
  PACKAGE_CREATED: { description: 'Package registered', at: 'origin' },
  PACKAGE_SCANNED: { description: 'Received at the warehouse' },
  ARRIVED_AT_WAREHOUSE: { description: 'Arrived at the warehouse' },
  READY_FOR_PICKUP: { description: 'Ready for pickup', at: 'destination' },
  DELIVERED: { description: 'Delivered to the recipient', at: 'destination' },
  RETURNED: { description: 'Returned to the sender' },
  SHIPMENT_CANCELLED: { description: 'Shipment cancelled', at: 'origin' },
  ASSIGNED_TO_BAG: { description: 'Packed into a bag' },
  REMOVED_FROM_BAG: { description: 'Taken out of the bag' },
  BAG_SEALED: { description: 'Bag sealed' },
  COURIER_ASSIGNED: { description: 'Courier and flight assigned' },
  BAG_CHECKED_IN: { description: 'Checked in at the airline' },
  BAG_LOADED: { description: 'Loaded onto the flight' },
  BAG_TAKEN_OVER: { description: 'Bag taken over', internal: true },
  BAG_HANDED_OVER: { description: 'Bag handed over', internal: true },
  BAG_MISSED_FLIGHT: { description: 'Waiting for another flight' },
  FLIGHT_DEPARTED: { description: 'Flight departed' },
  FLIGHT_DELAYED: { description: 'Flight delayed' },
  FLIGHT_ARRIVED: { description: 'Flight arrived' },
  FLIGHT_CANCELLED: { description: 'Flight cancelled; waiting for another one' },
  CUSTOMS_HOLD: { description: 'Held by customs', opens: 'HOLD' },
  CUSTOMS_CLEARED: { description: 'Cleared by customs', resolves: 'CUSTOMS_HOLD' },
  DAMAGED: { description: 'Damage reported', opens: 'DAMAGE' },
  DELIVERY_FAILED: { description: 'Delivery attempt failed', opens: 'REFUSED' },
  LOST: { description: 'Missing; it is being looked for' },
  CASE_OPENED: { description: 'Case opened', internal: true },
  CASE_RESOLVED: { description: 'Case resolved', internal: true },
  PHOTO_ADDED: { description: 'Photo added', internal: true },
  LABEL_PRINTED: { description: 'Label printed', internal: true },
  STATUS_CHANGED: { description: 'Status updated' },
  STATUS_CORRECTED: { description: 'Status corrected', internal: true },
  CODE_SENT: { description: 'Code sent to a changed address', internal: true },
  DETAILS_CHANGED: { description: 'Details changed', internal: true },
  SHIPMENT_DELETED: { description: 'Shipment deleted', internal: true },
  PACKAGE_DELETED: { description: 'Package deleted', internal: true },
  EVENT_VOIDED: { description: 'Scan taken back', internal: true },
} as const satisfies Record<string, EventType>
export type EventName = keyof typeof eventTypes

/** An entry of the public timeline. */
export const PublicEvent = lazySchema(() =>
  z
    .object({
      timestamp: Timestamp.meta(commonTexts.timestamp),
      event_type: z.string().meta(timelineTexts.eventType),
      location: z.string().meta(timelineTexts.location),
      description: z.string().meta(timelineTexts.description),
    })
    .meta({ id: 'PublicEvent' }),
)
const value = () => z.union([z.string(), z.number()])
const FieldChange = lazySchema(() =>
  z
    .object({
      field: z.string().meta({ description: 'The name of the field', examples: ['weight'] }),
      old: value().meta({ description: 'Its value before', examples: [2.5] }),
      new: value().meta({ description: 'Its value now', examples: [0.4] }),
    })
    .meta({ id: 'FieldChange' }),
)
/** An entry of a package's timeline, for the tenant's users. */
export const Event = lazySchema(() =>
  PublicEvent.unwrap()
    .extend({
      id: Id.meta(commonTexts.eventId),
      recorded_at: Timestamp.meta(timelineTexts.recordedAt),
      actor_id: Id.optional().meta(timelineTexts.actorId),
      warehouse_id: Id.optional().meta({
        description: 'The warehouse where it happened; only if it happened in one',
        examples: [exampleIds.warehouse],
      }),
      /** Whether a scan changed the status; without that it is a report. */
      status_applied: z.boolean().optional().meta(timelineTexts.statusApplied),
      /** The event that took it back. */
      voided_by: Id.optional().meta({
        description: 'The event that took the scan back; only if one did',
        examples: [exampleIds.event],
      }),
      /** Computed when it is read. */
      undoable: z
        .boolean()
        .optional()
        .meta({
          description:
            'Whether it is a scan that can be taken back, since nothing has changed the package after it',
          examples: [true],
        }),
      /** Why people changed the status, or took a scan back. */
      reason: z
        .string()
        .optional()
        .meta({
          description: 'Why people changed the status, or took a scan back',
          examples: ['Left with the neighbour'],
        }),
      /** Whether it delivers without the proofs that the company requires. */
      override: z
        .boolean()
        .optional()
        .meta({
          description: 'Whether a manager delivered without the proofs that the settings require',
          examples: [true],
        }),
      changes: z
        .array(FieldChange)
        .optional()
        .meta({
          description:
            'The fields that were changed, with their values before and after; phones, addresses and e-mail addresses are masked',
          examples: [[{ field: 'weight', old: 2.5, new: 0.4 }]],
        }),
      /** The hand-over by which it delivers. */
      handover_id: Id.optional().meta({
        description: 'The hand-over by which it was delivered',
        examples: [exampleIds.handover],
      }),
    })
    .meta({ id: 'TimelineEvent' }),
)

const ScanDetails = lazySchema(() =>
  z.object({
    warehouse_id: Id.optional(),
    photo_url: z.string().optional(),
    notes: z.string().optional(),
    scanned_by: Id.optional(),
    /** The phone, as its app calls it. */
    device_id: z.string().optional(),
  }),
)
export type ScanDetails = z.output<typeof ScanDetails>

/** An event of a bag, which applies to the packages in it at the time. */
export const BagEvent = lazySchema(() =>
  Event.unwrap().extend({ public: z.boolean(), ...ScanDetails.unwrap().shape }),
)
export type BagEvent = z.output<typeof BagEvent>

/** The state that a void of the scan restores, as long as its package has the version that the scan left. */
const Undo = lazySchema(() =>
  z.object({
    version: z.int(),
    /** The effective status before. */
    status: z.string(),
    arrived_at_warehouse: Id.optional(),
    /** The case that the scan opened. */
    case_id: Id.optional(),
  }),
)
export type Undo = z.output<typeof Undo>

/** An event of a package, or of its shipment, which may then name the packages it moved. */
const EventRecord = lazySchema(() =>
  BagEvent.unwrap().extend({
    shipment_id: Id,
    package_id: Id.optional(),
    packages: z.set(Id).optional(),
    /** The bag that they were added to or removed from. */
    bag_id: Id.optional(),
    undo: Undo.optional(),
  }),
)
export type EventRecord = z.output<typeof EventRecord>

/** Leads to the events of shipments that were deleted, which stay. */
const deletedShipments = 'SHIP#DELETED'
export const events = entity({
  noun: 'Event',
  schema: EventRecord,
  ref: pick(EventRecord, 'shipment_id', 'timestamp', 'id'),
  fields: {
    personal: ['location', 'photo_url', 'notes'],
    internal: ['undo'],
    plain: [
      'timestamp',
      'event_type',
      'description',
      'id',
      'recorded_at',
      'actor_id',
      'status_applied',
      'voided_by',
      'undoable',
      'reason',
      'override',
      'changes',
      'handover_id',
      'public',
      'warehouse_id',
      'scanned_by',
      'device_id',
      'shipment_id',
      'package_id',
      'packages',
      'bag_id',
    ],
  },
  place: [
    { within: { index: 'gsi1', partition: 'SHIP' }, from: 'EVENT#' },
    { within: { index: 'gsi1', partition: deletedShipments }, from: 'EVENT#' },
  ],
  key: ({ shipment_id, timestamp, id }) => ({ pk: `SHIP#${shipment_id}`, sk: `EVENT#${timestamp}#${id}` }),
  index: ({ event_type, timestamp, id }): Partial<Record<Index, Key>> =>
    event_type === 'SHIPMENT_DELETED' ? { gsi1: { pk: deletedShipments, sk: `${timestamp}#${id}` } } : {},
})
/** The maximum number of timeline entries; the newest are shown. */
export const timelineLength = 200
/** The query for a timeline; reverse the result, since the newest come first. */
export const newestEvents = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'EVENT#',
  to: 'EVENT#~',
  newestFirst: true,
  limit: timelineLength,
})

type EventContext = Pick<TenantWork, 'actor' | 'now' | 'newId'>

/** The fields common to all events, at the current time. */
export function eventFields({ actor, now, newId }: EventContext, event_type: EventName, location = '') {
  const { description, internal }: EventType = eventTypes[event_type]
  const moment = now.toISOString()
  return {
    id: newId(),
    event_type,
    timestamp: moment,
    recorded_at: moment,
    location,
    description,
    public: !internal,
    ...(actor.user_id !== undefined && { actor_id: actor.user_id }),
  }
}

/** An event of a shipment, or of one of its packages. `also` overrides its text, location and other fields. */
export function timelineEvent(
  ctx: EventContext,
  shipment: Pick<ShipmentRecord, 'id' | 'origin_place' | 'destination_place'>,
  event_type: EventName,
  also: Partial<EventRecord> = {},
): EventRecord {
  const { at }: EventType = eventTypes[event_type]
  const location = at ? airportOf(shipment[`${at}_place`]) : ''
  return { ...eventFields(ctx, event_type, location), shipment_id: shipment.id, ...also }
}
