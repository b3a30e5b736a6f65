import type * as z from 'zod'
import { bookingRoles, staffRoles, type Role } from '../kernel/roles.ts'
import { NewShipment, Shipment } from '../shipments/record.ts'
import type { ColumnFields } from './columns.ts'
import type { TransferKind } from './record.ts'

interface Importable {
  /** What a row is parsed by, as the body of the request that adds one record. */
  schema: z.ZodLazy<z.ZodObject>
  /** Its fields that are numbers. */
  numbers: readonly string[]
  roles: readonly Role[]
}
export const importable = {
  shipments: { schema: NewShipment, numbers: ['weight', 'price'], roles: bookingRoles },
} as const satisfies Record<TransferKind, Importable>

interface Exportable {
  /** What a record is written as. */
  schema: z.ZodLazy<z.ZodObject>
  roles: readonly Role[]
}
export const exportable = {
  shipments: { schema: Shipment, roles: staffRoles },
} as const satisfies Record<TransferKind, Exportable>

/** The fields that columns of an import can fill. */
export function columnFields(kind: TransferKind): ColumnFields {
  const { schema, numbers }: Importable = importable[kind]
  const { shape } = schema.unwrap()
  const names = Object.keys(shape)
  return {
    ...{ names, numbers },
    required: names.filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success),
    records: names.filter((name) => name === 'metadata'),
  }
}
