import * as z from 'zod'
import { entity } from '../db/table.ts'
import { defaulted, Id, kilograms, optional, text, Timestamp, toKilograms } from './fields.ts'
import { packageStatuses } from './package-status.ts'
import { QrData, type QrSigner } from './qr.ts'

const PackageStatus = z.enum(packageStatuses)
/** An open list of short words; letter case does not tell two apart. */
const category = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'A word of up to 40 letters, digits, - and _')
const description = text(2000)

const fields = {
  id: Id,
  shipment_id: Id,
  tenant_id: Id,
  qr_code: z.string(),
  status: PackageStatus,
  category,
  description,
  created_at: Timestamp,
  updated_at: Timestamp,
}
/** A package as clients read it: weight in kilograms. */
export const Package = z
  .object({
    ...fields,
    category: z.string(),
    weight: z.number(),
    bags: z.array(Id),
    bag_history: z.array(Id),
    qr_data: QrData,
  })
  .meta({ id: 'Package' })

export const NewPackage = z
  .object({
    weight: defaulted(kilograms, 0),
    category: defaulted(category, 'general'),
    description: defaulted(description, ''),
  })
  .meta({ id: 'NewPackage', examples: [{ weight: 1.2, category: 'general', description: 'Documents' }] })

export const PackageChange = z
  .object({
    weight: optional(kilograms),
    category: optional(category),
    description: optional(description),
    status: optional(PackageStatus),
  })
  .meta({ id: 'PackageChange', examples: [{ status: 'IN_WAREHOUSE', weight: 1.25 }] })

/** A package as it is stored: weight in grams. `status` is its own word, without what its bag would add. */
const PackageRecord = z.object({
  ...fields,
  weight_g: z.int(),
  version: z.int(),
  /** The word it had before its shipment was set to DELIVERED or RETURNED by hand and took it along. */
  taken_from: PackageStatus.optional(),
})
export type PackageRecord = z.output<typeof PackageRecord>

export const packages = entity({
  noun: 'Package',
  schema: PackageRecord,
  ref: PackageRecord.pick({ shipment_id: true, id: true }),
  key: ({ shipment_id, id }) => ({ pk: `SHIP#${shipment_id}`, sk: `PKG#${id}` }),
})
/** So many packages a shipment, so that whatever moves them all is one transaction. */
export const mostPackages = 80
/** What reads a shipment's packages, newest first: their ids sort by the moment they were made. */
export const packagesOf = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'PKG#',
  to: 'PKG#~',
  newestFirst: true,
  limit: mostPackages,
})

const Pointer = PackageRecord.pick({ id: true, shipment_id: true, qr_code: true })
/** Where a package stands, by its id. */
export const packagePointers = entity({
  noun: 'Package',
  schema: Pointer,
  ref: Pointer.pick({ id: true }),
  key: ({ id }) => ({ pk: `PKG#${id}`, sk: 'PKG' }),
})
/** Where a package stands, by its code; so that no two share one. */
export const codePointers = entity({
  noun: 'Package',
  schema: Pointer,
  ref: Pointer.pick({ qr_code: true }),
  key: ({ qr_code }) => ({ pk: `QR#${qr_code}`, sk: 'QR' }),
})

/** The record as its reader sees it, with what its label shows. */
export const view = (sign: QrSigner) => (record: PackageRecord) => {
  const { weight_g, ...rest } = record
  return {
    ...rest,
    weight: toKilograms(weight_g),
    bags: [],
    bag_history: [],
    qr_data: sign('pkg', record.id),
  }
}
export type PackageView = ReturnType<ReturnType<typeof view>>
