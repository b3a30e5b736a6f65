import * as z from 'zod'
import { digest } from '../../db/keys.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { decimal, Id, optional, text, Timestamp } from '../kernel/fields.ts'

export const validationResults = [
  'valid',
  'hmac_invalid',
  'wrong_tenant',
  'entity_not_found',
  'qr_decode_error',
  'rate_limited',
] as const
export type ValidationResult = (typeof validationResults)[number]
export const ValidationResult = z.enum(validationResults)

/** The entity of a valid label in its current state: weight in kilograms. */
export const ScannableEntity = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      tenant_id: Id,
      type: z.enum(['package', 'bag']),
      qr_code: z.string(),
      weight: z.number(),
      status: z.string(),
    })
    .meta({ id: 'Labelled' }),
)

/** A text from a label that can be stored. */
export const word = text(100).min(1)
/** The content of a scanned code, and a digest of all of it, which distinguishes codes. */
export const Carried = z
  .unknown()
  .nonoptional()
  .transform((read) => {
    const { t, i, c, v } = (read ?? {}) as Record<string, unknown>
    const wordOf = (given: unknown) => word.safeParse(given).data ?? null
    return {
      t: wordOf(t),
      i: wordOf(i),
      c: typeof c === 'string' ? c : null,
      v: typeof v === 'number' ? v : null,
      print: print(read),
    }
  })
function print(read: unknown): string {
  try {
    return digest(JSON.stringify(read))
  } catch {
    return 'nested too deeply to be written'
  }
}

const scanDetails = {
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
  location_accuracy: decimal(0, 1e9),
  app_version: text(100),
  platform: text(100),
}
export const NewScan = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      qr_data: Carried,
      latitude: optional(scanDetails.latitude),
      longitude: optional(scanDetails.longitude),
      location_accuracy: optional(scanDetails.location_accuracy),
      app_version: optional(scanDetails.app_version),
      platform: optional(scanDetails.platform),
      scan_id: optional(Id),
    })
    .meta({
      id: 'NewScan',
      examples: [
        {
          qr_data: {
            t: 'pkg',
            i: '018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12',
            c: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
            v: 1,
          },
          latitude: 41.6692,
          longitude: 44.9547,
          location_accuracy: 8,
          app_version: '2.4.1',
          platform: 'android',
        },
      ],
    }),
)

const reviewVerdict = z.enum(['confirmed', 'dismissed'])
const reviewNote = text(1000)
export const Review = /* @__PURE__ */ lazySchema(() =>
  z.object({ note: optional(reviewNote), verdict: optional(reviewVerdict) }).meta({
    id: 'Review',
    examples: [{ verdict: 'confirmed', note: 'The label was copied; called the police' }],
  }),
)

/** A scan as clients read it. `entity_type` and `entity_id` are the label's, null if it has none. */
export const Scan = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      id: Id,
      tenant_id: Id,
      user_id: Id,
      validation_result: ValidationResult,
      hmac_valid: z.boolean(),
      entity_type: z.string().nullable(),
      entity_id: z.string().nullable(),
      error_message: z.string().nullable(),
      entity: ScannableEntity.optional(),
      latitude: scanDetails.latitude.nullable(),
      longitude: scanDetails.longitude.nullable(),
      location_accuracy: scanDetails.location_accuracy.nullable(),
      app_version: scanDetails.app_version.nullable(),
      platform: scanDetails.platform.nullable(),
      reviewed: z.boolean(),
      reviewed_by: Id.nullable(),
      reviewed_at: Timestamp.nullable(),
      review_note: reviewNote.nullable(),
      review_verdict: reviewVerdict.nullable(),
      created_at: Timestamp,
    })
    .meta({ id: 'Scan' }),
)
/** The response to a scan that is over the limit: two fields only. */
const RateLimited = /* @__PURE__ */ lazySchema(() =>
  z
    .object({ validation_result: z.literal('rate_limited'), error_message: z.string() })
    .meta({ id: 'RateLimitedScan' }),
)
export const ScanAnswer = /* @__PURE__ */ lazySchema(() =>
  z.union([Scan, RateLimited]).meta({ id: 'ScanResult' }),
)

/** `request` is a digest of the request body. */
const ScanRecord = lazySchema(() => Scan.unwrap().extend({ request: z.string(), version: z.int() }))
export type ScanRecord = z.output<typeof ScanRecord>

export const scans = entity({
  noun: 'Scan',
  schema: ScanRecord,
  ref: pick(ScanRecord, 'id'),
  key: ({ id }) => ({ pk: `SCAN#${id}`, sk: 'SCAN' }),
  index: ({ id, user_id, created_at }) => ({
    gsi1: { pk: 'SCAN', sk: `${created_at}#${id}` },
    gsi2: { pk: `SCAN#USER#${user_id}`, sk: `${created_at}#${id}` },
  }),
})

const Sighting = /* @__PURE__ */ lazySchema(() =>
  z.object({ kind: z.string(), of: Id, created_at: Timestamp, id: Id, user_id: Id }),
)
/** A valid scan of an entity, in the entity's own partition, where it is read consistently. */
export const sightings = /* @__PURE__ */ entity({
  noun: 'Scan',
  schema: Sighting,
  ref: /* @__PURE__ */ pick(Sighting, 'kind', 'of', 'created_at', 'id'),
  key: ({ kind, of, created_at, id }) => ({ pk: `SCANNED#${kind}#${of}`, sk: `${created_at}#${id}` }),
})
export const sightingsOf = (kind: string, of: string) => ({ partition: `SCANNED#${kind}#${of}` })
