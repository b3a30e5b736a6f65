import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import type { RefusalCode } from '../../core/errors.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { Id, Timestamp } from '../kernel/fields.ts'
import { Flight, type FlightResponse } from './record.ts'

const word = z.string().nullable()
/** The outcome of a synchronisation. */
const Outcome = lazySchema(() =>
  z.object({
    synced: z.boolean().meta({ description: 'Whether the provider knew the flight', examples: [true] }),
    provider: word.meta({
      description: 'The flight-data provider, or null without one',
      examples: ['aerodatabox'],
    }),
    provider_status: word.meta({ description: 'Its word for the status, or null', examples: ['Boarding'] }),
    changes: z
      .array(
        z
          .object({
            field: z.string().meta({ description: 'The changed field', examples: ['status'] }),
            old: word.meta({ description: 'Its value before', examples: ['SCHEDULED'] }),
            new: word.meta({ description: 'Its value now', examples: ['BOARDING'] }),
          })
          .meta({ id: 'FlightFieldChange' }),
      )
      .meta({ description: 'What the report changed' }),
    synced_at: Timestamp.nullable().meta({
      description: 'When the provider answered, or null',
      examples: ['2026-11-24T13:30:00.000Z'],
    }),
    message: z.string().meta(commonTexts.message),
  }),
)
export type Outcome = z.output<typeof Outcome>

/**
 * A flight after a synchronisation. `cached`: the provider was not called, since the last result is less than a
 * minute old.
 */
export const FlightSync = lazySchema(() =>
  Flight.unwrap()
    .extend({
      ...Outcome.unwrap().shape,
      cached: z
        .boolean()
        .meta({ description: 'Whether this is the result of less than a minute ago', examples: [false] }),
    })
    .meta({ id: 'FlightSync' }),
)

const Failure = lazySchema(() =>
  z.object({
    /** Milliseconds since 1970: requests that arrived before it fail with the same error. */
    at: z.int(),
    code: z.string().transform((code) => code as RefusalCode),
    reason: z.string().default('flight_data_failed'),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
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
    /** The last successful outcome, and its time. */
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
  fields: {
    internal: ['attempt', 'asks_until', 'ended', 'failure', 'last', 'answered_at', 'known', 'version'],
    plain: ['flight_id'],
  },
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
