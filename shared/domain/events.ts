import * as z from 'zod'
import { entity } from '../db/table.ts'
import type { TenantContext } from './context.ts'
import { Id, Timestamp } from './fields.ts'
import { airportOf } from './places.ts'
import type { ShipmentRecord } from './shipment-record.ts'

interface EventType {
  /** What a recipient reads. */
  says: string
  /** Where it happens, if that follows from what it is. */
  at?: 'origin' | 'destination'
  /** Not for the public. */
  internal?: true
}
/** The events there are. Their words are public: nothing personal stands in them. */
const eventTypes = {
  SHIPMENT_CREATED: { says: 'Shipment booked', at: 'origin' },
  PACKAGE_CREATED: { says: 'Package registered', at: 'origin' },
  PACKAGE_SCANNED: { says: 'Received at the warehouse' },
  ARRIVED_AT_WAREHOUSE: { says: 'Arrived at the warehouse' },
  READY_FOR_PICKUP: { says: 'Ready for pickup', at: 'destination' },
  DELIVERED: { says: 'Delivered to the recipient', at: 'destination' },
  RETURNED: { says: 'Returned to the sender', at: 'origin' },
  LOST: { says: 'Missing; it is being looked for' },
  STATUS_CHANGED: { says: 'Status updated' },
  STATUS_CORRECTED: { says: 'Status corrected', internal: true },
} as const satisfies Record<string, EventType>
export type EventName = keyof typeof eventTypes

/** An entry of the public timeline. */
export const PublicEvent = z
  .object({ timestamp: Timestamp, event_type: z.string(), location: z.string(), description: z.string() })
  .meta({ id: 'PublicEvent' })
/** An entry of a package's timeline, as the tenant's own people read it. */
export const Event = PublicEvent.extend({ id: Id, recorded_at: Timestamp, actor_id: Id.optional() }).meta({
  id: 'Event',
})

/** An event of a package; or of its shipment, which then may name the packages it moved. */
const EventRecord = Event.extend({
  shipment_id: Id,
  package_id: Id.optional(),
  packages: z.set(Id).optional(),
  public: z.boolean(),
})
export type EventRecord = z.output<typeof EventRecord>

export const events = entity({
  noun: 'Event',
  schema: EventRecord,
  ref: EventRecord.pick({ shipment_id: true, timestamp: true, id: true }),
  key: ({ shipment_id, timestamp, id }) => ({ pk: `SHIP#${shipment_id}`, sk: `EVENT#${timestamp}#${id}` }),
})
/** Timelines show at most so many entries, the newest. */
const timelineLength = 200
/** What a timeline reads; `reverse` what comes, since the newest come first. */
export const newestEvents = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'EVENT#',
  to: 'EVENT#~',
  newestFirst: true,
  limit: timelineLength,
})

/** Something that happens now, for the timeline. `also` may say it in other words. */
export function happening(
  { actor, now, newId }: Pick<TenantContext, 'actor' | 'now' | 'newId'>,
  { id: shipment_id, ...shipment }: Pick<ShipmentRecord, 'id' | 'origin_place' | 'destination_place'>,
  event_type: EventName,
  also: Partial<Pick<EventRecord, 'package_id' | 'packages' | 'description'>> = {},
): EventRecord {
  const { says, at, internal }: EventType = eventTypes[event_type]
  const moment = now.toISOString()
  return {
    id: newId(),
    shipment_id,
    event_type,
    timestamp: moment,
    recorded_at: moment,
    location: at ? airportOf(shipment[`${at}_place`]) : '',
    description: says,
    public: !internal,
    actor_id: actor.user_id,
    ...also,
  }
}
