import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { forEachParallel } from '../../core/batches.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { ReplyToItem, ItemReply, TenantContext } from '../kernel/context.ts'
import { Id, verbatim } from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { droppingUnusable } from '../kernel/usable.ts'
import { open, packageStatuses } from '../packages/status.ts'
import { scanEvent } from './record-scan.ts'
import { expectRecent, maxAge, scanEventFields, ScanEventResult } from './scan-events.ts'
import { pointersOf, scannedCode, type ScannedCode } from './scanned-code.ts'

/** The maximum number of scans of a request, and how many are recorded in parallel. */
const maxScans = 100
const atOnce = 8

/** A scan that a phone recorded. It chooses the id, by which a repetition is recognised. */
const BatchedScan = lazySchema(() =>
  droppingUnusable(
    z.object({
      ...scanEventFields(),
      scan_id: Id.meta({
        description: 'The id that the phone chose for the scan, a UUID',
        examples: [exampleIds.scan],
      }),
      occurred_at: Instant.meta({
        description: 'When it was scanned, by the clock of the phone',
        examples: ['2026-11-23T09:20:00.000Z'],
      }),
    }),
  ).meta({ id: 'BatchedScan' }),
)
const Identified = lazySchema(() =>
  z.looseObject({ scan_id: Id, warnings: z.array(z.string()).optional().catch(undefined) }),
)
/** A scan that does not match its schema gets an error of its own, so it stays as it was sent if it has an id. */
const scanAsSent = () =>
  // The document's writer asks for the value without a context.
  (
    BatchedScan.catch((context: { input: unknown } | undefined) => context?.input as never) as z.ZodType<
      z.input<typeof Identified>,
      z.input<typeof BatchedScan>
    >
  ).pipe(Identified)

export const ScanBatch = lazySchema(() =>
  z
    .object({
      device_id: verbatim(200)
        .min(1)
        .meta({ description: 'The phone, as its app calls it', examples: ['scanner-7'] }),
      events: z
        .array(scanAsSent())
        .min(1)
        .max(maxScans)
        .meta({ description: 'The scans, in the order in which they were made' }),
    })
    .meta({
      id: 'ScanBatch',
      examples: [
        {
          device_id: 'scanner-7',
          events: [
            {
              scan_id: '0192f3a4-9fa0-7123-9456-789abcdef012',
              qr_code: 'PKG-7K2M9QX4TB',
              event_type: 'PACKAGE_SCANNED',
              warehouse_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
              occurred_at: '2026-11-23T09:20:00.000Z',
            },
          ],
        },
      ],
    }),
)
type Scan = z.output<typeof ScanBatch>['events'][number]

/**
 * Records scans that were made without a connection. Each is carried out and answered by itself, in the order in which they
 * were sent where they concern one package or bag.
 */
export async function recordBatch(
  ctx: TenantContext,
  { device_id, events }: z.output<typeof ScanBatch>,
  replyToItem: ReplyToItem,
): Promise<{ results: (ItemReply & { scan_id: string })[] }> {
  const answers = new Map<Scan, ItemReply>()
  await forEachParallel(await inGroups(ctx, events), atOnce, async (scans) => {
    for (const scan of scans) answers.set(scan, await replyToItem(batchItemOf(scan, device_id)))
  })
  return {
    results: events.flatMap((scan) => {
      const answer = answers.get(scan)
      return answer ? [{ scan_id: scan.scan_id, ...answer }] : []
    }),
  }
}

const batchItemOf = (scan: Scan, device_id: string) => ({
  key: scan.scan_id,
  loc: ['body', 'scan_id'],
  // As long as a phone may send them again.
  keptSeconds: maxAge,
  input: scan,
  body: BatchedScan,
  reply: ScanEventResult,
  decide(ctx: TenantContext, { scan_id: _, ...input }: z.output<typeof BatchedScan>) {
    expectRecent(ctx, input.occurred_at)
    // The input is without the fields that they name.
    return scanEvent(ctx, { ...input, device_id, warnings: scan.warnings })
  },
})

/**
 * The scans in groups that do not concern each other: those of a shipment's packages; or, if a scan of the batch changes a
 * bag, those of the bag and of the packages in it. The pointers are hints; each scan reads the records itself.
 */
async function inGroups(ctx: TenantContext, scans: readonly Scan[]): Promise<Scan[][]> {
  const read = new Map(scans.map((scan) => [scan, readable(scan)]))
  const pointers = await pointersOf(
    ctx.table,
    [...read.values()].flatMap((one) => one?.scanned ?? []),
  )
  const pointerOf = (scan: Scan) => {
    const { label, code } = read.get(scan)?.scanned ?? {}
    return pointers.get(label?.i ?? code ?? '')
  }
  const bagOf = (scan: Scan) => {
    const label = read.get(scan)?.scanned.label
    return label?.t === 'bag' ? label.i : pointerOf(scan)?.bag_id
  }
  const changed = new Set(
    scans.flatMap((scan) => {
      const { scanned, event_type } = read.get(scan) ?? {}
      return scanned?.label?.t === 'bag' || changesBag(event_type) ? (bagOf(scan) ?? []) : []
    }),
  )
  const groupOf = (scan: Scan) => {
    const bag = bagOf(scan)
    return bag !== undefined && changed.has(bag) ? bag : (pointerOf(scan)?.shipment_id ?? bag ?? scan.scan_id)
  }
  return [...Map.groupBy(scans, groupOf).values()]
}

/** Whether a package's scan changes the bag that holds it: its status, or the number of its open packages. */
const changesBag = (event_type: string | undefined) =>
  event_type === 'BAG_LOADED' ||
  packageStatuses.some((status) => status === event_type && !open.includes(status))

/** The scanned record and the event; undefined if the scan does not match its schema or its code is not a label's. */
function readable(scan: Scan): { scanned: ScannedCode; event_type: string } | undefined {
  const { data } = BatchedScan.safeParse(scan)
  try {
    return data && { scanned: scannedCode(data.qr_code), event_type: data.event_type }
  } catch {
    return undefined
  }
}
