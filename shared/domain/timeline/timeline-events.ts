import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { later, pick } from '../../core/lazy-schema.ts'
import type { TenantWork } from '../kernel/context.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { airportOf } from '../kernel/places.ts'
import type { ShipmentRecord } from '../shipments/record.ts'

interface EventType {
  /** What a recipient reads. */
  says: string
  /** Where it happens, if that follows from what it is. */
  at?: 'origin' | 'destination'
  /** Not for the public. */
  internal?: true
  /** Something that somebody has to see to. */
  exception?: true
}
/** The events there are. Their words are public: nothing personal stands in them. */
export const eventTypes = {
  SHIPMENT_CREATED: { says: 'Shipment booked', at: 'origin' },
  PACKAGE_CREATED: { says: 'Package registered', at: 'origin' },
  PACKAGE_SCANNED: { says: 'Received at the warehouse' },
  ARRIVED_AT_WAREHOUSE: { says: 'Arrived at the warehouse' },
  READY_FOR_PICKUP: { says: 'Ready for pickup', at: 'destination' },
  DELIVERED: { says: 'Delivered to the recipient', at: 'destination' },
  RETURNED: { says: 'Returned to the sender', at: 'origin' },
  ASSIGNED_TO_BAG: { says: 'Packed into a bag' },
  REMOVED_FROM_BAG: { says: 'Taken out of the bag' },
  BAG_SEALED: { says: 'Bag sealed' },
  COURIER_ASSIGNED: { says: 'Courier and flight assigned' },
  BAG_CHECKED_IN: { says: 'Checked in at the airline' },
  BAG_LOADED: { says: 'Loaded onto the flight' },
  BAG_MISSED_FLIGHT: { says: 'Waiting for another flight' },
  FLIGHT_DEPARTED: { says: 'Flight departed' },
  FLIGHT_DELAYED: { says: 'Flight delayed' },
  FLIGHT_ARRIVED: { says: 'Flight arrived' },
  FLIGHT_CANCELLED: { says: 'Flight cancelled; waiting for another one' },
  CUSTOMS_HOLD: { says: 'Held by customs', exception: true },
  CUSTOMS_CLEARED: { says: 'Cleared by customs' },
  DAMAGED: { says: 'Damage reported', exception: true },
  DELIVERY_FAILED: { says: 'Delivery attempt failed', exception: true },
  LOST: { says: 'Missing; it is being looked for' },
  PHOTO_ADDED: { says: 'Photo added', internal: true },
  LABEL_PRINTED: { says: 'Label printed', internal: true },
  STATUS_CHANGED: { says: 'Status updated' },
  STATUS_CORRECTED: { says: 'Status corrected', internal: true },
} as const satisfies Record<string, EventType>
export type EventName = keyof typeof eventTypes

/** An entry of the public timeline. */
export const PublicEvent = later(() =>
  z
    .object({ timestamp: Timestamp, event_type: z.string(), location: z.string(), description: z.string() })
    .meta({ id: 'PublicEvent' }),
)
/** An entry of a package's timeline, as the tenant's own people read it. */
export const Event = later(() =>
  PublicEvent.unwrap()
    .extend({
      id: Id,
      recorded_at: Timestamp,
      actor_id: Id.optional(),
      /** Whether a scan had an effect on the status; without one, it is what somebody said. */
      status_applied: z.boolean().optional(),
    })
    .meta({ id: 'Event' }),
)

/** An event of a package; or of its shipment, which then may name the packages it moved. */
const EventRecord = later(() =>
  Event.unwrap().extend({
    shipment_id: Id,
    package_id: Id.optional(),
    packages: z.set(Id).optional(),
    /** The bag that they went into, or came out of. */
    bag_id: Id.optional(),
    public: z.boolean(),
    /** What a scan said. */
    warehouse_id: Id.optional(),
    photo_url: z.string().optional(),
    notes: z.string().optional(),
    scanned_by: Id.optional(),
  }),
)
export type EventRecord = z.output<typeof EventRecord>

export const events = entity({
  noun: 'Event',
  schema: EventRecord,
  ref: pick(EventRecord, 'shipment_id', 'timestamp', 'id'),
  key: ({ shipment_id, timestamp, id }) => ({ pk: `SHIP#${shipment_id}`, sk: `EVENT#${timestamp}#${id}` }),
})
/** Timelines show at most so many entries, the newest. */
export const timelineLength = 200
/** What a timeline reads; `reverse` what comes, since the newest come first. */
export const newestEvents = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'EVENT#',
  to: 'EVENT#~',
  newestFirst: true,
  limit: timelineLength,
})

type Happening = Pick<TenantWork, 'actor' | 'now' | 'newId'>

/** Something that happens now: what every kind of event says of it. */
export function happened({ actor, now, newId }: Happening, event_type: EventName, location = '') {
  const { says, internal }: EventType = eventTypes[event_type]
  const moment = now.toISOString()
  return {
    id: newId(),
    event_type,
    timestamp: moment,
    recorded_at: moment,
    location,
    description: says,
    public: !internal,
    ...(actor.user_id !== undefined && { actor_id: actor.user_id }),
  }
}

/** An event of a shipment, or of one of its packages. `also` may say it in other words, or place it elsewhere. */
export function happening(
  ctx: Happening,
  shipment: Pick<ShipmentRecord, 'id' | 'origin_place' | 'destination_place'>,
  event_type: EventName,
  also: Partial<EventRecord> = {},
): EventRecord {
  const { at }: EventType = eventTypes[event_type]
  const location = at ? airportOf(shipment[`${at}_place`]) : ''
  return { ...happened(ctx, event_type, location), shipment_id: shipment.id, ...also }
}
