import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import type { Index, Key } from '../../db/keys.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { BagRecord } from '../bags/record.ts'
import {
  defaulted,
  Id,
  kilograms,
  optional,
  Reason,
  storedText,
  text,
  Timestamp,
  toKilograms,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'
import { defaultCategory } from './default-category.ts'
import { packageStatuses, type PackageStatus as Status } from './status.ts'
import { QrData, type QrSigner } from '../kernel/qr.ts'

/** Descriptions of fields that several schemas share. */
export const packageTexts = {
  qrCode: { description: 'The code below the QR code of the package’s label', examples: ['PKG-7K2M9QX4TB'] },
  category: { description: 'A word for what kind of goods it is, in lower case', examples: ['general'] },
}

const PackageStatus = z.enum(packageStatuses)
/** An open list of short tokens, compared without letter case. */
const category = lazySchema(() =>
  z
    .string()
    .regex(/^[A-Za-z0-9][\w-]{0,39}$/, 'A word of up to 40 letters, digits, - and _')
    .toLowerCase(),
)
const description = lazySchema(() => text(2000))

/** An exception that needs handling, and since when. */
const Exception = lazySchema(() =>
  z
    .object({
      code: z
        .string()
        .meta({ description: 'The problem, such as `PACKAGE_DAMAGED`', examples: ['PACKAGE_DAMAGED'] }),
      since: Timestamp.meta({ description: 'When it was recorded', examples: ['2026-11-23T09:20:00.000Z'] }),
      note: z
        .string()
        .meta({ description: 'The note of the worker; may be empty', examples: ['Corner dented'] }),
    })
    .meta({ id: 'Exception' }),
)

const OpenCase = lazySchema(() => Exception.unwrap().extend({ id: Id, kind: z.string() }))

const fields = () => ({
  id: idOf('package'),
  shipment_id: idOf('shipment'),
  tenant_id: TenantId,
  qr_code: z.string().meta(packageTexts.qrCode),
  status: PackageStatus.meta(commonTexts.status),
  category,
  description: storedText.meta(commonTexts.description),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
})
/** A package as clients read it: weight in kilograms. */
export const Package = lazySchema(() =>
  z
    .object({
      ...fields(),
      category: z.string().meta(packageTexts.category),
      weight: z.number().meta(commonTexts.weight),
      bags: z.array(Id).meta({ description: 'The bag that holds the package, or none', examples: [[]] }),
      bag_history: z.array(Id).meta({
        description: 'The bags that held it before, oldest first; one may have been deleted',
        examples: [[]],
      }),
      exception: Exception.nullable().meta({
        description: 'The exception that has to be handled, or null',
        examples: [null],
      }),
      qr_data: QrData.meta({ description: 'The content of the label’s QR code' }),
    })
    .meta({ id: 'Package' }),
)

export const NewPackage = lazySchema(() =>
  z
    .object({
      weight: defaulted(kilograms, 0).meta(commonTexts.weight),
      category: defaulted(category, defaultCategory).meta(packageTexts.category),
      description: defaulted(description, '').meta(commonTexts.description),
    })
    .meta({ id: 'NewPackage', examples: [{ weight: 1.2, category: 'general', description: 'Documents' }] }),
)

export const PackageChange = lazySchema(() =>
  z
    .object({
      weight: optional(kilograms).meta(commonTexts.weight),
      category: optional(category).meta(packageTexts.category),
      description: optional(description).meta(commonTexts.description),
      status: optional(PackageStatus).meta(commonTexts.status),
      /** The warehouse of arrival, for status ARRIVED. */
      warehouse_id: optional(Id).meta({
        description: 'The warehouse of arrival, for the status ARRIVED',
        examples: [exampleIds.warehouse],
      }),
      /** Why the status changes. */
      reason: optional(Reason).meta(commonTexts.reason),
    })
    .meta({ id: 'PackageChange', examples: [{ status: 'IN_WAREHOUSE', weight: 1.25 }] }),
)

const Stay = lazySchema(() =>
  z.object({
    bag_id: Id,
    from: Timestamp,
    until: Timestamp.optional(),
    /** It was taken out of the bag while that was open: no bag of its history, but the bag's events until then are its own. */
    removed: z.literal(true).optional(),
  }),
)

/** A stored package: weight in grams. `status` is its own, without its bag's. */
const PackageRecord = lazySchema(() =>
  z.object({
    ...fields(),
    weight_g: z.int(),
    version: z.int(),
    /** Its status before its shipment was set to DELIVERED or RETURNED by hand. */
    taken_from: PackageStatus.optional(),
    /**
     * The bag that counts it: the last one it was added to. The bag holds it while its own status is
     * ASSIGNED_TO_BAG.
     */
    bag_id: Id.optional(),
    /** Its weight on that bag's manifest: the current weight while the bag holds it. */
    bag_weight_g: z.int().optional(),
    /** Its own status before it was added to that bag. */
    before_bag: PackageStatus.optional(),
    /** The bags that held it, oldest first, with times: their events then are its events. */
    stays: z.array(Stay),
    /** The courier credited with its delivery. */
    delivered_by: Id.optional(),
    /** The warehouse of arrival. */
    arrived_at_warehouse: Id.optional(),
    exception: Exception.optional(),
    /** Its open cases, newest last. */
    open_cases: z.array(OpenCase).default([]),
  }),
)
export type PackageRecord = z.output<typeof PackageRecord>

export const packages = entity({
  noun: 'Package',
  schema: PackageRecord,
  ref: pick(PackageRecord, 'shipment_id', 'id'),
  fields: {
    personal: ['description'],
    internal: [
      'tenant_id',
      'created_at',
      'updated_at',
      'version',
      'taken_from',
      'bag_weight_g',
      'before_bag',
      'stays',
      'delivered_by',
    ],
    plain: [
      'id',
      'shipment_id',
      'qr_code',
      'status',
      'category',
      'weight_g',
      'bag_id',
      'arrived_at_warehouse',
      'exception',
      'open_cases',
    ],
  },
  audited: 'package',
  place: { within: { index: 'gsi1', partition: 'SHIP' }, from: 'PKG#' },
  key: ({ shipment_id, id }) => ({ pk: `SHIP#${shipment_id}`, sk: `PKG#${id}` }),
  index: ({ status, arrived_at_warehouse, updated_at, id }): Partial<Record<Index, Key>> =>
    status === 'ARRIVED' && arrived_at_warehouse
      ? { gsi2: { pk: `ARRIVED#${arrived_at_warehouse}`, sk: `${updated_at}#${id}` } }
      : {},
})
/** The maximum number of packages of a shipment, so that a change of all is one transaction. */
export const maxPackagesPerShipment = 80
/** The query for a shipment's packages, newest first: ids sort by creation time. */
export const packagesOf = (shipment_id: string) => ({
  partition: `SHIP#${shipment_id}`,
  from: 'PKG#',
  to: 'PKG#~',
  newestFirst: true,
  limit: maxPackagesPerShipment,
})

/** A pointer also names the bag, as a hint: the package's own item is authoritative. */
const Pointer = lazySchema(() =>
  PackageRecord.unwrap().pick({ id: true, shipment_id: true, qr_code: true, bag_id: true }),
)
export type Pointer = z.output<typeof Pointer>
/** The location of a package, by its id. */
export const packagePointers = entity({
  noun: 'Package',
  schema: Pointer,
  ref: pick(Pointer, 'id'),
  fields: {
    plain: ['id', 'shipment_id', 'qr_code', 'bag_id'],
  },
  key: ({ id }) => ({ pk: `PKG#${id}`, sk: 'PKG' }),
})
/** The location of a package, by its code, which is unique. */
export const codePointers = entity({
  noun: 'Package',
  schema: Pointer,
  ref: pick(Pointer, 'qr_code'),
  fields: {
    plain: ['id', 'shipment_id', 'qr_code', 'bag_id'],
  },
  key: ({ qr_code }) => ({ pk: `QR#${qr_code}`, sk: 'QR' }),
})

/** The bag that holds a package: from its addition until its own status shows that it left. */
export const containingBagId = ({ status, bag_id }: PackageRecord) =>
  status === 'ASSIGNED_TO_BAG' ? bag_id : undefined

/** The bags that held a package before, oldest first; without those out of which it was taken while they were open. */
export const bagHistory = (record: PackageRecord): string[] =>
  record.stays
    .slice(0, containingBagId(record) === undefined ? undefined : -1)
    .flatMap(({ bag_id, removed }) => (removed ? [] : [bag_id]))

/** A package's effective status: that of a bag in transit that holds it, or its own. */
export const effectiveStatus = (record: PackageRecord, bag: BagRecord | undefined): Status =>
  containingBagId(record) !== undefined && bag?.status === 'IN_TRANSIT' ? 'IN_TRANSIT' : record.status

/** The response for a package, with the signed payload of its label. `bag` is the one that holds it. */
export const toPackageResponse = (sign: QrSigner) => (record: PackageRecord, bag?: BagRecord) => {
  const { weight_g, stays, exception, version, ...rest } = record
  const held = containingBagId(record)
  return {
    ...rest,
    status: effectiveStatus(record, bag),
    weight: toKilograms(weight_g),
    bags: held === undefined ? [] : [held],
    bag_history: bagHistory(record),
    exception: exception ?? null,
    qr_data: sign('pkg', record.id),
    version: versionOf(record, bag),
  }
}
/** A package's version includes that of the bag that holds it. */
export const versionOf = (record: PackageRecord, bag: BagRecord | undefined) =>
  containingBagId(record) !== undefined && bag ? `${record.version}-${bag.version}` : `${record.version}`
export type PackageResponse = ReturnType<ReturnType<typeof toPackageResponse>>
