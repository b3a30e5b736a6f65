import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import type { RefusalCode } from '../../core/errors.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { Flight, type FlightResponse } from './record.ts'

const word = z.string().nullable()
/** The outcome of a synchronisation. */
const Outcome = lazySchema(() =>
  z.object({
    synced: z.boolean(),
    provider: word,
    provider_status: word,
    changes: z.array(z.object({ field: z.string(), old: word, new: word }).meta({ id: 'FlightFieldChange' })),
    synced_at: Timestamp.nullable(),
    message: z.string(),
  }),
)
export type Outcome = z.output<typeof Outcome>

/**
 * A flight after a synchronisation. `cached`: the provider was not called, since the last result is less than a
 * minute old.
 */
export const FlightSync = lazySchema(() =>
  Flight.unwrap()
    .extend({ ...Outcome.unwrap().shape, cached: z.boolean() })
    .meta({ id: 'FlightSync' }),
)

const Failure = lazySchema(() =>
  z.object({
    /** Milliseconds since 1970: requests that arrived before it fail with the same error. */
    at: z.int(),
    code: z.string().transform((code) => code as RefusalCode),
    message: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
)

/**
 * The synchronisations of a flight. The attempt in this item is the lease to call the provider, so that many
 * concurrent requests make one call. A separate item, so that it does not change the flight's version.
 */
const SyncRecord = lazySchema(() =>
  z.object({
    flight_id: Id,
    /** The current attempt, or the last one. */
    attempt: Id,
    /** When the attempt's lease expires, unless it ended before (milliseconds since 1970). */
    asks_until: z.int(),
    /** The attempt that ended last, and its outcome. */
    ended: Id.optional(),
    failure: Failure.optional(),
    /** The last outcome that was no failure, and its time. */
    last: Outcome.optional(),
    answered_at: Timestamp.optional(),
    /** The provider that last knew the flight, and when. */
    known: z.object({ by: z.string(), at: Timestamp }).optional(),
    version: z.int(),
  }),
)
export type SyncRecord = z.output<typeof SyncRecord>

export const syncs = entity({
  noun: 'Synchronisation',
  schema: SyncRecord,
  ref: pick(SyncRecord, 'flight_id'),
  key: ({ flight_id }) => ({ pk: `FLIGHT#${flight_id}`, sk: 'SYNC' }),
})

export const toSyncResponse = (
  { version: _version, ...flight }: FlightResponse,
  outcome: Outcome,
  cached = false,
) => ({
  ...flight,
  ...outcome,
  cached,
})
export type SyncResponse = ReturnType<typeof toSyncResponse>
