import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { wholeNumber } from '../kernel/fields.ts'
import { Shipment, shipments, toShipmentResponse } from './record.ts'
import { shipmentStatuses, titles, type ShipmentStatus } from './status.ts'

export const BoardQuery = lazySchema(() =>
  z.object({
    per_column: wholeNumber(1, 100).meta({
      description: 'How many cards a column shows; 20 if missing',
      examples: [20],
    }),
  }),
)

const Card = lazySchema(() =>
  Shipment.unwrap()
    .pick({
      id: true,
      tracking_id: true,
      status: true,
      payment_status: true,
      sender_name: true,
      recipient_name: true,
      origin: true,
      destination: true,
      weight: true,
      price: true,
      packages_count: true,
      cancelled_at: true,
      created_at: true,
      updated_at: true,
    })
    .meta({ id: 'Card' }),
)

const Column = lazySchema(() =>
  z
    .object({
      status: z.enum(shipmentStatuses).meta(commonTexts.status),
      title: z.string().meta({ description: 'The status in words', examples: ['Received'] }),
      count: z.int().min(0).meta(commonTexts.count),
      count_capped: z
        .boolean()
        .meta({ description: 'Whether there are more than `count` says', examples: [false] }),
      shipments: z.array(Card).meta({ description: 'The newest shipments' }),
      next_cursor: z.string().nullable().meta(commonTexts.nextCursor),
    })
    .meta({ id: 'BoardColumn' }),
)
export const Board = lazySchema(() =>
  z
    .object({
      columns: z.array(Column).meta({ description: 'One for each status, in the order of a journey' }),
      total: z
        .int()
        .min(0)
        .meta({ description: 'How many shipments there are in all columns', examples: [1] }),
      total_capped: z
        .boolean()
        .meta({ description: 'Whether there are more than `total` says', examples: [false] }),
      generated_at: z
        .string()
        .meta({ description: 'When the board was read', examples: ['2026-11-23T09:30:00.000Z'] }),
    })
    .meta({ id: 'Board' }),
)

/** A column's count is exact up to this number, and capped there. */
const countedTo = 1000

/**
 * Every status with its newest shipments and their number. Its queries run in parallel, the same for any number of
 * shipments. A column's `next_cursor` continues in GET /api/v1/shipments?status=….
 */
export async function readBoard(
  ctx: TenantContext,
  { per_column = 20 }: z.output<typeof BoardQuery>,
): Promise<z.input<typeof Board>> {
  const columns = await Promise.all(shipmentStatuses.map((status) => column(ctx, status, per_column)))
  return {
    columns,
    total: columns.reduce((sum, { count }) => sum + count, 0),
    total_capped: columns.some(({ count_capped }) => count_capped),
    generated_at: ctx.now.toISOString(),
  }
}

async function column({ table, cursor }: TenantContext, status: ShipmentStatus, limit: number) {
  const partition = `SHIP#${status}`
  const [page, count] = await Promise.all([
    table.list(shipments, { index: 'gsi2', partition, newestFirst: true, limit, skipUnreadable: true }),
    table.count({ index: 'gsi2', partition }, countedTo + 1),
  ])
  return {
    status,
    title: titles[status],
    count: Math.min(count, countedTo),
    count_capped: count > countedTo,
    shipments: page.records.map(toShipmentResponse),
    next_cursor: page.next ? await cursor('/api/v1/shipments', { status }, page.next) : null,
  }
}
