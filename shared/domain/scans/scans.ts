import { v5 } from 'uuid'
import type * as z from 'zod'
import { digest } from '../../db/keys.ts'
import type { Reservation } from '../../db/stores/limits.ts'
import type { Plan } from '../../db/commit.ts'
import { ValidationError } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { differences } from '../kernel/fields.ts'
import { findScannable, kindOf } from './scannable.ts'
import { isGenuine } from '../kernel/qr.ts'
import { managerRoles } from '../kernel/roles.ts'
import {
  Carried,
  scans,
  sightings,
  type NewScan,
  type Review,
  type ScanAnswer,
  type ScanRecord,
  type ValidationResult,
} from './record.ts'
import type { ScannedCode } from './scanned-code.ts'

const forged = refused.label_forged().message

/** The message that a scanner shows to its user. */
const messages = {
  valid: () => null,
  hmac_invalid: () => forged,
  wrong_tenant: () => 'This label is of another company',
  entity_not_found: () => 'The package or bag of this label does not exist, or was deleted',
  qr_decode_error: () => 'This code is not that of a label',
  rate_limited: ({ quota, endsAt }: { quota: number } & Reservation) =>
    `More than ${quota} scans in an hour; scan it again from ${endsAt.toISOString()} on`,
} satisfies Record<ValidationResult, (limit: { quota: number } & Reservation) => string | null>

type Judgement = Pick<ScanRecord, 'validation_result' | 'hmac_valid' | 'entity'>

/**
 * Records a scan and its result, which is never a refusal. The scan's id is the user's hit in the limit, so a scan
 * repeated with its id or its Idempotency-Key counts once, even if the first attempt crashed after the hit. Throws
 * ValidationError if the id was used with another body, and a conflict if another user used it.
 */
export async function recordScan(
  ctx: TenantContext,
  { scan_id, ...input }: z.output<typeof NewScan>,
): Promise<Plan<z.input<typeof ScanAnswer> & { replayed?: true }>> {
  const { table, actor, limits, settings, now } = ctx
  const id = scan_id ?? ctx.requestId()
  const { text: _text, ...qr_data } = input.qr_data
  const request = digest(JSON.stringify({ ...input, qr_data }))
  const existing = scan_id !== undefined || ctx.hasIdempotencyKey ? await table.find(scans, { id }) : undefined
  if (existing) {
    refuseAnother(existing, { user_id: actor.user_id, request }, scan_id)
    return { writes: [], result: { ...toScanAnswer(existing), replayed: true } }
  }
  const limit = { name: 'scan', quota: settings.scansPerHour, window: 3600 }
  const taken = await limits.reserve(limit, actor.user_id, now, digest(id).slice(0, 12))
  const judgement: Judgement = taken.allowed
    ? await judge(ctx, input.qr_data)
    : { validation_result: 'rate_limited', hmac_valid: false }
  const error_message = messages[judgement.validation_result]({ ...limit, ...taken })
  const record = scanRecord(ctx, { id, request, ...judgement, error_message }, input)
  return {
    writes: [table.create(scans, record), ...entityScanWrites(ctx, record)],
    result: toScanAnswer(record),
  }
}

const scanRecord = (
  { actor, now }: TenantContext,
  outcome: Judgement & Pick<ScanRecord, 'id' | 'request' | 'error_message'>,
  { qr_data, ...circumstances }: Pick<z.output<typeof NewScan>, 'qr_data'> & Partial<Circumstances>,
): ScanRecord => ({
  ...outcome,
  tenant_id: actor.tenant_id,
  user_id: actor.user_id,
  entity_type: qr_data.t,
  entity_id: qr_data.i,
  scanned_text: qr_data.text,
  latitude: circumstances.latitude ?? null,
  longitude: circumstances.longitude ?? null,
  location_accuracy: circumstances.location_accuracy ?? null,
  app_version: circumstances.app_version ?? null,
  platform: circumstances.platform ?? null,
  ...(circumstances.warnings && { warnings: circumstances.warnings }),
  reviewed: false,
  reviewed_by: null,
  reviewed_at: null,
  review_note: null,
  review_verdict: null,
  created_at: now.toISOString(),
  version: 1,
})
type Circumstances = Omit<z.output<typeof NewScan>, 'qr_data' | 'scan_id'>

/**
 * Refuses a label that this service did not sign, where a scan changes something: the attempt is recorded like a scan, so
 * managers see it and `scan.rejected` is published. The plan's refusal is bad_request; undefined if all are genuine.
 */
export async function refuseForged(
  ctx: TenantContext,
  ...scanned: ScannedCode[]
): Promise<Plan<never> | undefined> {
  for (const { label } of scanned) {
    if (!label || (await isGenuine(ctx, label))) continue
    const qr_data = Carried.parse(label)
    // The same for a repetition, and another for each label of the request.
    const id = v5(qr_data.print, ctx.requestId())
    const judgement = { validation_result: 'hmac_invalid', hmac_valid: false, error_message: forged } as const
    const record = scanRecord(ctx, { id, request: qr_data.print, ...judgement }, { qr_data })
    const writes = (await ctx.table.find(scans, { id })) ? [] : [ctx.table.create(scans, record)]
    return { writes, refusal: refused.label_forged() }
  }
  return undefined
}

/** The order of checks: format, signature, own tenant, other tenants. */
async function judge(ctx: TenantContext, label: z.output<typeof NewScan>['qr_data']): Promise<Judgement> {
  const { t, i, c, v } = label
  if (t === null || i === null) return { validation_result: 'qr_decode_error', hmac_valid: false }
  if (!(await isGenuine(ctx, { t, i, c, v }))) return { validation_result: 'hmac_invalid', hmac_valid: false }
  const kind = kindOf(t)
  const entity = kind && (await findScannable(ctx.table, kind, i, ctx.actor))
  if (entity) return { validation_result: 'valid', hmac_valid: true, entity }
  const elsewhere =
    kind && (await ctx.elsewhere(kind, i, async (table) => (await findScannable(table, kind, i)) !== undefined))
  return { validation_result: elsewhere ? 'wrong_tenant' : 'entity_not_found', hmac_valid: true }
}

/** The write that a scan adds to its package or bag. */
function entityScanWrites({ table }: TenantContext, { entity, entity_id, ...scan }: ScanRecord) {
  if (!entity || entity_id === null) return []
  const { id, user_id, created_at } = scan
  return [table.create(sightings, { kind: entity.type, of: entity_id, id, user_id, created_at })]
}

/** The response to a scan; two fields if it was over the limit. */
const toScanAnswer = (record: ScanRecord): z.input<typeof ScanAnswer> =>
  record.validation_result === 'rate_limited'
    ? { validation_result: record.validation_result, error_message: record.error_message ?? '' }
    : record

function refuseAnother(
  existing: ScanRecord,
  { user_id, request }: Pick<ScanRecord, 'user_id' | 'request'>,
  scan_id: string | undefined,
): void {
  if (existing.user_id !== user_id) throw refused.scan_id_taken()
  if (existing.request === request) return
  throw new ValidationError({
    loc: scan_id === undefined ? ['header', 'Idempotency-Key'] : ['body', 'scan_id'],
    msg: 'This was used with another body; take a new one for a new scan',
    type: 'value_error',
  })
}

/** The caller's own scan; managers read all. Throws "Scan not found". */
export async function readScan({ table, actor }: TenantContext, id: string): Promise<ScanRecord> {
  const scan = await table.get(scans, { id })
  if (scan.user_id !== actor.user_id && !managerRoles.includes(actor.role)) throw notFound('Scan')
  return scan
}

/** Marks a scan as reviewed by a manager. Throws "Scan not found", stale (If-Match). */
export async function reviewScan(
  { table, actor, now, expectVersion }: TenantContext,
  id: string,
  { note, verdict }: z.output<typeof Review>,
): Promise<Plan<ScanRecord>> {
  const scan = await table.get(scans, { id })
  expectVersion(scan.version)
  const seen = { reviewed: true, reviewed_by: actor.user_id, review_note: note, review_verdict: verdict }
  const change = differences(scan, seen)
  if (Object.keys(change).length === 0) return { writes: [], result: scan }
  const { write, record } = table.updateVersion(scans, scan, { ...change, reviewed_at: now.toISOString() })
  return { writes: [write], result: record }
}
