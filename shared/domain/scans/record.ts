import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { digest } from '../../db/keys.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { asSigned, labelTextOf } from '../kernel/scanned-code.ts'
import {
  cleaned,
  decimal,
  Id,
  optional,
  storedText,
  text,
  Timestamp,
  CreatedAt,
  TenantId,
  idOf,
  verbatim,
} from '../kernel/fields.ts'
import { droppingUnusable, ifUsable, warningsAs } from '../kernel/usable.ts'

/** Descriptions of fields that several schemas share. */
export const scanTexts = {
  latitude: { description: 'Where the phone was, in degrees', examples: [41.6692] },
  longitude: { description: 'Where the phone was, in degrees', examples: [44.9547] },
  locationAccuracy: { description: 'The accuracy of the position, in metres', examples: [12] },
  appVersion: { description: 'The version of the app', examples: ['2.3.0'] },
  platform: { description: 'The phone’s system', examples: ['android'] },
  qrCode: {
    description: 'The code below the QR code, or all of the QR code’s content',
    examples: ['PKG-7K2M9QX4TB'],
  },
}

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
export const ScannableEntity = lazySchema(() =>
  z
    .object({
      tenant_id: TenantId,
      type: z.enum(['package', 'bag']).meta({ description: 'The kind of entity', examples: ['package'] }),
      qr_code: z
        .string()
        .meta({ description: 'A package’s code, or a bag’s label', examples: ['PKG-7K2M9QX4TB'] }),
      weight: z.number().meta(commonTexts.weight),
      status: z.string().meta({ description: 'The current status', examples: ['IN_WAREHOUSE'] }),
    })
    .meta({ id: 'Labelled' }),
)

/** How much of a code that is not a label is stored, in characters. */
const shownText = 100
/** A text from a label that can be stored. */
export const word = verbatim(100).min(1)
/**
 * The content of a scanned code, also as the text that a scanner sends, and a digest of all of it, which distinguishes codes.
 */
export const Carried = z
  .unknown()
  .nonoptional()
  .transform((given) => {
    const read = contentOf(given)
    const { t, i, c, v } = (read ?? {}) as Record<string, unknown>
    const wordOf = (given: unknown) => word.safeParse(given).data ?? null
    return {
      t: wordOf(t),
      i: wordOf(i),
      c: typeof c === 'string' ? c : null,
      v: typeof v === 'number' ? v : null,
      print: print(read),
      /** What was read, if it is not a label. */
      text:
        typeof given === 'string' && typeof read === 'string'
          ? cleaned(given).slice(0, shownText).toWellFormed()
          : null,
    }
  })
function contentOf(given: unknown): unknown {
  const read = typeof given === 'string' ? (labelIn(given) ?? given) : given
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? asSigned(read) : read
}
/** The label in a text, if it names something. */
function labelIn(given: string): object | undefined {
  const read = JSON.parse(labelTextOf(given) ?? '{}') as Record<string, unknown>
  return word.safeParse(read['t']).success && word.safeParse(read['i']).success ? read : undefined
}
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
  app_version: verbatim(100),
  platform: verbatim(100),
}
export const NewScan = lazySchema(() =>
  droppingUnusable(
    z.object({
      qr_data: Carried.meta({
        description:
          'What the QR code holds: {t, i, c, v}, or its text as the scanner sends it. Anything else is a qr_decode_error or hmac_invalid',
        examples: [
          {
            t: 'pkg',
            i: exampleIds.package,
            c: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
            v: 1,
          },
        ],
      }),
      latitude: ifUsable(optional(scanDetails.latitude)).meta(scanTexts.latitude),
      longitude: ifUsable(optional(scanDetails.longitude)).meta(scanTexts.longitude),
      location_accuracy: ifUsable(optional(scanDetails.location_accuracy)).meta(scanTexts.locationAccuracy),
      app_version: ifUsable(optional(scanDetails.app_version)).meta(scanTexts.appVersion),
      platform: ifUsable(optional(scanDetails.platform)).meta(scanTexts.platform),
      scan_id: optional(Id).meta({
        description: 'The id that the scan is to have: a repetition counts once and gets the first answer',
        examples: [exampleIds.scan],
      }),
    }),
  ).meta({
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
export const Review = lazySchema(() =>
  z
    .object({
      note: optional(reviewNote).meta(commonTexts.note),
      verdict: optional(reviewVerdict).meta({
        description: 'Whether the result was right',
        examples: ['confirmed'],
      }),
    })
    .meta({
      id: 'Review',
      examples: [{ verdict: 'confirmed', note: 'The label was copied; called the police' }],
    }),
)

/** A scan as clients read it. `entity_type` and `entity_id` are the label's, null if it has none. */
export const Scan = lazySchema(() =>
  z
    .object({
      id: idOf('scan'),
      tenant_id: TenantId,
      user_id: Id.meta({ description: 'The user who scanned', examples: [exampleIds.user] }),
      validation_result: ValidationResult.meta({ description: 'Whether the label is valid' }),
      hmac_valid: z.boolean().meta({
        description: 'Whether the signature is right; false too if it was not checked (rate_limited)',
        examples: [true],
      }),
      entity_type: z
        .string()
        .nullable()
        .meta({ description: 'The kind in the QR code: `pkg` or `bag`', examples: ['pkg'] }),
      entity_id: z
        .string()
        .nullable()
        .meta({ description: 'The id in the QR code', examples: [exampleIds.package] }),
      error_message: z
        .string()
        .nullable()
        .meta({ description: 'The fault of the label, or null', examples: [null] }),
      scanned_text: z
        .string()
        .nullable()
        .default(null)
        .meta({
          description: 'What was scanned, if it is not a label: the first 100 characters; null for a label',
          examples: [null],
        }),
      entity: ScannableEntity.optional().meta({
        description: 'The package or bag of a valid label, in its current state',
      }),
      latitude: scanDetails.latitude.nullable().meta(scanTexts.latitude),
      longitude: scanDetails.longitude.nullable().meta(scanTexts.longitude),
      location_accuracy: scanDetails.location_accuracy.nullable().meta(scanTexts.locationAccuracy),
      app_version: scanDetails.app_version.nullable().meta(scanTexts.appVersion),
      platform: scanDetails.platform.nullable().meta(scanTexts.platform),
      warnings: warningsAs('location_accuracy: At least 0'),
      reviewed: z.boolean().meta({ description: 'Whether a manager has looked at it', examples: [false] }),
      reviewed_by: Id.nullable().meta({ description: 'The user who did so, or null', examples: [null] }),
      reviewed_at: Timestamp.nullable().meta(commonTexts.whenOrNull),
      review_note: storedText
        .nullable()
        .meta({ description: 'The note of the reviewer, or null', examples: [null] }),
      review_verdict: reviewVerdict.nullable().meta({ description: 'The verdict, or null', examples: [null] }),
      created_at: CreatedAt,
    })
    .meta({ id: 'Scan' }),
)
/** The response to a scan that is over the limit: two fields only. */
const RateLimited = lazySchema(() =>
  z
    .object({
      validation_result: z
        .literal('rate_limited')
        .meta({ description: 'Always `rate_limited`', examples: ['rate_limited'] }),
      error_message: z
        .string()
        .meta({ description: 'The problem', examples: ['More than 100 scans in an hour'] }),
    })
    .meta({ id: 'RateLimitedScan' }),
)
export const ScanAnswer = lazySchema(() => z.union([Scan, RateLimited]).meta({ id: 'ScanResult' }))

/** `request` is a digest of the request body. */
const ScanRecord = lazySchema(() => Scan.unwrap().extend({ request: z.string(), version: z.int() }))
export type ScanRecord = z.output<typeof ScanRecord>

export const scans = entity({
  noun: 'Scan',
  schema: ScanRecord,
  ref: pick(ScanRecord, 'id'),
  fields: {
    personal: ['scanned_text', 'latitude', 'longitude', 'location_accuracy', 'review_note'],
    internal: ['tenant_id', 'created_at', 'request', 'version'],
    plain: [
      'id',
      'user_id',
      'validation_result',
      'hmac_valid',
      'entity_type',
      'entity_id',
      'error_message',
      'entity',
      'app_version',
      'platform',
      'warnings',
      'reviewed',
      'reviewed_by',
      'reviewed_at',
      'review_verdict',
    ],
  },
  audited: 'scan',
  place: { index: 'gsi1', partition: 'SCAN' },
  key: ({ id }) => ({ pk: `SCAN#${id}`, sk: 'SCAN' }),
  index: ({ id, user_id, created_at }) => ({
    gsi1: { pk: 'SCAN', sk: `${created_at}#${id}` },
    gsi2: { pk: `SCAN#USER#${user_id}`, sk: `${created_at}#${id}` },
  }),
})

const Sighting = lazySchema(() =>
  z.object({ kind: z.string(), of: Id, created_at: Timestamp, id: Id, user_id: Id }),
)
/** A valid scan of an entity, in the entity's own partition, where it is read consistently. */
export const sightings = entity({
  noun: 'Scan',
  schema: Sighting,
  ref: pick(Sighting, 'kind', 'of', 'created_at', 'id'),
  fields: {
    plain: ['kind', 'of', 'created_at', 'id', 'user_id'],
  },
  key: ({ kind, of, created_at, id }) => ({ pk: `SCANNED#${kind}#${of}`, sk: `${created_at}#${id}` }),
})
export const sightingsOf = (kind: string, of: string) => ({ partition: `SCANNED#${kind}#${of}` })
