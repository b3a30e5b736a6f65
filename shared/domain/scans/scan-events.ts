import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { scanTexts } from './record.ts'
import { timelineTexts } from '../timeline/timeline-events.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { ValidationError } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, optional, ScannedText, Timestamp, idOf } from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { cutTo, droppingUnusable, ifUsable, warningsAs } from '../kernel/usable.ts'
import { bagTexts } from '../bags/record.ts'
import { bagStatuses } from '../bags/status.ts'
import { packageTexts } from '../packages/record.ts'
import { packageStatuses } from '../packages/status.ts'
import type { ScanDetails } from '../timeline/timeline-events.ts'
import type { WarehouseRecord } from '../warehouses/record.ts'

/** The fields of a scan. Those that a phone may leave out are dropped if they cannot be used: the scan is recorded. */
export const scanEventFields = () => ({
  qr_code: ScannedText.meta(scanTexts.qrCode),
  warehouse_id: idOf('warehouse'),
  event_type: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'Capitals, digits and _, as PACKAGE_SCANNED')
    .meta(timelineTexts.eventType),
  photo_url: ifUsable(
    optional(z.url({ protocol: /^https$/, error: 'A URL that begins with https://' }).max(2000)),
  ).meta({ description: 'A photo of the scan', examples: ['https://photos.example/scan.jpg'] }),
  evidence: ifUsable(
    optional(
      z.object({
        actor_id: ifUsable(optional(Id)).meta({
          description: 'Who scanned, if not the user of the request',
          examples: [exampleIds.user],
        }),
        notes: ifUsable(optional(cutTo(1000))).meta(commonTexts.notes),
      }),
    ),
  ).meta({ description: 'Further details of the scan' }),
  occurred_at: optional(Instant).meta(commonTexts.occurredAt),
})

export const ScanEvent = lazySchema(() =>
  droppingUnusable(z.object(scanEventFields())).meta({
    id: 'ScanEvent',
    examples: [
      {
        qr_code: 'PKG-7K2M9QX4TB',
        warehouse_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        event_type: 'PACKAGE_SCANNED',
        evidence: { notes: 'Corner dented' },
      },
    ],
  }),
)

const resultFields = () => ({
  event_id: Id.meta(commonTexts.eventId),
  event_type: z.string().meta(timelineTexts.eventType),
  timestamp: Timestamp.meta(commonTexts.timestamp),
  warehouse_current: z.string().meta({ description: 'The code of the warehouse', examples: ['TBS-1'] }),
  next_actions: z.array(z.string()).meta(commonTexts.nextActions),
  status_applied: z.boolean().meta(timelineTexts.statusApplied),
  warnings: warningsAs('photo_url: A URL that begins with https://'),
})
const PackageScanResult = lazySchema(() =>
  z
    .object({
      ...resultFields(),
      package_id: idOf('package'),
      qr_code: z.string().optional().meta(packageTexts.qrCode),
      status: z.enum(packageStatuses).meta(commonTexts.status),
    })
    .meta({ id: 'PackageScanResult' }),
)
const BagScanResult = lazySchema(() =>
  z
    .object({
      ...resultFields(),
      bag_id: idOf('bag'),
      label: z.string().optional().meta(bagTexts.label),
      status: z.enum(bagStatuses).meta(commonTexts.status),
    })
    .meta({ id: 'BagScanResult' }),
)
/** The result for the label that was scanned: a package's, or a bag's. */
export const ScanEventResult = lazySchema(() =>
  z.union([PackageScanResult, BagScanResult]).meta({ id: 'ScanEventResult' }),
)

/** A scan, and the phone that recorded it if it did so by itself. */
export type ScanInput = z.output<typeof ScanEvent> & { device_id?: string }

/** How far a scan's time may be ahead of the service's, in milliseconds: clocks of phones differ. */
const maxAhead = 300_000
/** How long a phone may be without a connection, in seconds. */
export const maxAge = 30 * 24 * 3600

/**
 * Throws ValidationError for a time of a phone that is more than 30 days ago, or more than five minutes ahead; or before the
 * booking, if that is given.
 */
export function expectRecent({ now }: TenantContext, occurred_at: string, booked_at?: string): void {
  const at = Date.parse(occurred_at)
  const age = now.getTime() - at
  const isBooked = booked_at === undefined || at >= Date.parse(booked_at)
  if (age >= -maxAhead && age <= maxAge * 1000 && isBooked) return
  throw new ValidationError({
    loc: ['body', 'occurred_at'],
    msg: `At most 30 days ago, ${booked_at === undefined ? '' : 'after the booking, '}and not in the future; check the clock of the phone`,
    type: 'value_error',
  })
}

/**
 * The fields that a scan adds to its event. Its time is no earlier than the creation of the scanned record, and at most five minutes
 * ahead.
 */
export function scanDetails(
  { now }: TenantContext,
  { created_at }: { created_at: string },
  warehouse: Pick<WarehouseRecord, 'id' | 'code'>,
  {
    occurred_at,
    photo_url,
    evidence,
    device_id,
  }: Pick<ScanInput, 'occurred_at' | 'photo_url' | 'evidence' | 'device_id'>,
): ScanDetails & { timestamp: string; location: string } {
  const at = occurred_at === undefined ? now.getTime() : Date.parse(occurred_at)
  const bounded = Math.min(now.getTime() + maxAhead, Math.max(Date.parse(created_at), at))
  return {
    timestamp: new Date(bounded).toISOString(),
    location: warehouse.code,
    warehouse_id: warehouse.id,
    photo_url,
    notes: evidence?.notes,
    scanned_by: evidence?.actor_id,
    device_id,
  }
}
