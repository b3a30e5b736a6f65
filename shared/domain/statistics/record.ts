import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { shipmentStatuses, type ShipmentStatus } from '../shipments/status.ts'

const Count = z.int().default(0)
const DayRecord = lazySchema(() =>
  z.object({
    /** The day, in the time zone that the company had when it was counted. */
    date: z.iso.date(),
    /** The shipments that were booked on it, by their status now. */
    ...(Object.fromEntries(shipmentStatuses.map((status) => [status, Count])) as Record<
      ShipmentStatus,
      typeof Count
    >),
    /** The shipments that ended on it, whenever they were booked. */
    delivered: Count,
    delivered_on_time: Count,
    returned: Count,
    version: z.int(),
  }),
)
export type DayRecord = z.output<typeof DayRecord>
export type Counter = Exclude<keyof DayRecord, 'date' | 'version'>

const partition = 'STATISTICS'
const dayKey = (date: string) => `DAY#${date}`
/** The counters of a tenant's day. Days without a shipment have no item. */
export const days = entity({
  noun: 'Day',
  schema: DayRecord,
  ref: pick(DayRecord, 'date'),
  fields: {
    internal: ['version'],
    plain: [
      'date',
      'RECEIVED',
      'PREPARING',
      'IN_TRANSIT',
      'CONSOLIDATING',
      'READY_FOR_PICKUP',
      'DELIVERED',
      'RETURNED',
      'delivered',
      'delivered_on_time',
      'returned',
    ],
  },
  key: ({ date }) => ({ pk: partition, sk: dayKey(date) }),
})
/** The days between two, both inclusive; at most `limit` of them. */
export const daysBetween = (from: string, to: string, limit: number) => ({
  partition,
  from: dayKey(from),
  to: dayKey(to),
  limit,
})

const CountedShipment = lazySchema(() =>
  z.object({
    id: Id,
    booked_on: z.iso.date(),
    status: z.enum(shipmentStatuses),
    /** From the shipment's record: it recognises a second delivery after a correction. */
    finished_at: Timestamp.optional(),
    /** The day on which it was delivered or returned, and whether that was by its estimated delivery. */
    finished_on: z.iso.date().optional(),
    on_time: z.boolean().optional(),
    version: z.int(),
  }),
)
export type CountedShipment = z.output<typeof CountedShipment>
/** As what a shipment is counted. It is written with the counters, so each shipment is counted once. */
export const countedShipments = entity({
  noun: 'Shipment',
  schema: CountedShipment,
  ref: pick(CountedShipment, 'id'),
  fields: {
    internal: ['version'],
    plain: ['id', 'booked_on', 'status', 'finished_at', 'finished_on', 'on_time'],
  },
  key: ({ id }) => ({ pk: `SHIP#${id}`, sk: partition }),
})
