import type { Write } from '../../db/requests.ts'
import type { TenantWork } from '../kernel/context.ts'
import { toKilograms } from '../kernel/fields.ts'
import { masked } from '../kernel/mask.ts'
import type { PackageRecord } from '../packages/record.ts'
import { toShipmentResponse, type ShipmentRecord } from '../shipments/record.ts'
import { events, timelineEvent, type EventRecord } from './timeline-events.ts'

type Changes = NonNullable<EventRecord['changes']>
type EventContext = Pick<TenantWork, 'table' | 'actor' | 'now' | 'newId'>

/** The fields of a shipment whose changes are recorded once it was received. Contact data is masked. */
const recorded = {
  weight: undefined,
  price: undefined,
  payment_status: undefined,
  sender_name: undefined,
  sender_phone: masked.phone,
  sender_email: masked.email,
  sender_address: masked.address,
  recipient_name: undefined,
  recipient_phone: masked.phone,
  recipient_email: masked.email,
  recipient_address: masked.address,
} as const satisfies Partial<
  Record<keyof ReturnType<typeof toShipmentResponse>, ((value: string) => string) | undefined>
>

/** Whether one of its packages was scanned in, or its status was set by hand. */
export const isReceived = ({ counts, status }: ShipmentRecord) =>
  status !== 'RECEIVED' || Object.entries(counts).some(([one, count]) => one !== 'CREATED' && count > 0)

/** The event of a change of a shipment's weight, price, payment or parties, with the values before and after; none before receipt. */
export function shipmentDetailsChanged(
  ctx: EventContext,
  before: ShipmentRecord,
  after: ShipmentRecord,
): Write[] {
  if (!isReceived(before)) return []
  const [old, now] = [toShipmentResponse(before), toShipmentResponse(after)]
  const changes = Object.entries(recorded).flatMap(([name, mask]): Changes => {
    const field = name as keyof typeof recorded
    if (old[field] === now[field]) return []
    const show = (value: string | number) => (mask && typeof value === 'string' ? mask(value) : value)
    return [{ field, old: show(old[field]), new: show(now[field]) }]
  })
  return changes.length > 0 ? [detailsChanged(ctx, before, { changes })] : []
}

/** The event of a change of a package's weight; none before it was scanned in. */
export function packageWeightChanged(
  ctx: EventContext,
  shipment: ShipmentRecord,
  { id, weight_g, ...before }: Pick<PackageRecord, 'id' | 'weight_g' | 'status'>,
  to: number | undefined,
): Write[] {
  if (to === undefined || to === weight_g || before.status === 'CREATED') return []
  const changes = [{ field: 'weight', old: toKilograms(weight_g), new: toKilograms(to) }]
  return [detailsChanged(ctx, shipment, { changes, package_id: id })]
}

const detailsChanged = (ctx: EventContext, shipment: ShipmentRecord, also: Partial<EventRecord>): Write =>
  ctx.table.create(events, timelineEvent(ctx, shipment, 'DETAILS_CHANGED', also))
