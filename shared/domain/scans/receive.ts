import * as z from 'zod'
import { printedFields, printWarnings } from '../labels/warnings.ts'
import { packageTexts } from '../packages/record.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import type { Plan } from '../../db/commit.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'
import { defaulted, idOf } from '../kernel/fields.ts'
import type { PackageRecord } from '../packages/record.ts'
import { packageStatuses } from '../packages/status.ts'
import { newShipment } from '../shipments/shipments.ts'
import { withParties } from '../shipments/parties.ts'
import { NewShipment, Shipment, shipments, shipmentTexts } from '../shipments/record.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'

/** A parcel that is handed in at a warehouse; its destination may be set later. */
export const ReceivedParcel = lazySchema(() => {
  const { origin, destination, packages: _, ...rest } = NewShipment.unwrap().shape
  const parcel = {
    ...rest,
    origin: defaulted(origin, '').meta(shipmentTexts.origin),
    destination: defaulted(destination, '').meta(shipmentTexts.destination),
  }
  return withParties(z.object(parcel)).meta({
    id: 'ReceivedParcel',
    examples: [
      {
        sender_name: 'Anna Petrova',
        sender_phone: '+79161234567',
        recipient_name: 'Giorgi Beridze',
        recipient_phone: '+995599123456',
        description: 'Documents',
        weight: 1.2,
      },
    ],
  })
})
export const Receipt = lazySchema(() =>
  z
    .object({
      shipment_id: idOf('shipment'),
      tracking_id: z.string().meta(shipmentTexts.trackingId),
      package_id: idOf('package'),
      qr_code: z.string().meta(packageTexts.qrCode),
      status: z.enum(packageStatuses).meta(commonTexts.status),
      warnings: Shipment.unwrap().shape.warnings,
    })
    .meta({ id: 'Receipt' }),
)

/** Books a received parcel: a shipment with one package of its weight. Throws "Warehouse not found" and "Contact not found". */
export async function receiveParcel(
  ctx: TenantContext,
  warehouseId: string,
  { origin, ...input }: z.output<typeof ReceivedParcel>,
): Promise<Plan<z.input<typeof Receipt>>> {
  const { warehouse, writes: opened } = await warehouseAt(ctx, warehouseId)
  const from = origin || warehouse.city || warehouse.code
  const here = { location: warehouse.code, warehouse_id: warehouse.id }
  const received = { ...input, origin: from, packages: 1 }
  const { record: shipment, contents, writes } = await newShipment(ctx, received, here)
  const [parcel] = contents as [PackageRecord]
  const warnings = printWarnings(printedFields(shipment))
  return {
    writes: [...opened, ctx.table.create(shipments, shipment), ...writes],
    result: {
      ...(warnings.length > 0 && { warnings }),
      shipment_id: shipment.id,
      tracking_id: shipment.tracking_id,
      package_id: parcel.id,
      qr_code: parcel.qr_code,
      status: parcel.status,
    },
  }
}
