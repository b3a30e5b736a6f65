import * as z from 'zod'
import { printedFields } from './warnings.ts'
import type { Write } from '../../db/requests.ts'
import { entity, epochSeconds } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { bags, carrierOf } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { events, timelineEvent } from '../timeline/timeline-events.ts'
import { Id, toKilograms } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { packages, packagesOf, type PackageRecord } from '../packages/record.ts'
import { followWithShipment, pointerTo } from '../packages/with-bag.ts'
import { airportOf, cityOf, placeOf } from '../kernel/places.ts'
import { qrSigner } from '../kernel/qr.ts'
import { warehouses } from '../warehouses/record.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { total } from '../shipments/status.ts'

/** The parts of every label. */
export interface LabelHead {
  /** The destination: its airport's code, or '', and its city. */
  airport: string
  city: string
  /** Origin and destination, by their airports' codes where known. */
  route: string
  /** The text that people read out: a package's code, a bag's name. */
  code: string
  /** The content of the QR code. */
  qr: string
  /** The content of the Code 128, for scanners that read no QR codes; '' for none. */
  barcode: string
}

/** The content of a package's label. */
export interface Label extends LabelHead {
  tracking: string
  weight: string
  /** Which of the shipment's packages this is, oldest first, when it is printed; undefined for its only one. */
  piece: { number: number; of: number } | undefined
  /** The recipient: a name, an address of up to two lines, a phone number. */
  to: string[]
  from: string
  /** The company's own name for the shipment, if it has one. */
  reference: string
}

/** The content of a bag's label; a text is empty if it is unknown. */
export interface BagLabel extends Omit<LabelHead, 'barcode'> {
  packages: number
  weight: string
  /** The flight's number and airline. */
  flight: string
  /** The airline's tag of the check-in. */
  tag: string
  courier: string
  /** Where the bag was packed. */
  warehouse: string
}

/** A label, and its file name. */
export interface Titled<L = Label> {
  title: string
  label: L
  /** The texts of the label that users have written, by their fields. */
  fields: Record<string, string>
}

const kilograms = (grams: number) => `${toKilograms(grams)} kg`
/** The destination of a label, from places as they are shown publicly. */
const destination = (from: string, to: string) => ({
  airport: airportOf(to),
  city: cityOf(to),
  // The origin alone would read as the destination.
  route: to === '' ? '' : [airportOf(from) || from, airportOf(to) || to].filter(Boolean).join(' → '),
})

/** A label that says "1 of 1" would be wrong after another package is added, so the only one has no number. */
async function pieceOf({ table }: TenantContext, { id, counts }: ShipmentRecord, package_id: string) {
  if (total(counts) < 2) return undefined
  const all = await table.listAll(packages, packagesOf(id))
  const newer = all.findIndex((one) => one.id === package_id)
  return newer < 0 ? undefined : { number: all.length - newer, of: all.length }
}

/** The content of a package's label; printing adds a timeline event. Throws "Package not found". */
export async function printLabel(ctx: TenantContext, id: string): Promise<Titled & { writes: Write[] }> {
  const { table, secret, actor } = ctx
  const pointer = await pointerTo(table, id)
  const [{ record, shipment, bag }, last] = await Promise.all([
    followWithShipment(table, pointer),
    table.find(labelPrints, { package_id: pointer.id, user_id: actor.user_id }),
  ])
  expectOwn(actor, packages.noun, bag)
  const { origin_place, destination_place, recipient_name, recipient_phone, recipient_address } = shipment
  const label = {
    ...destination(origin_place, destination_place),
    code: record.qr_code,
    tracking: shipment.tracking_id,
    weight: kilograms(record.weight_g),
    piece: await pieceOf(ctx, shipment, record.id),
    to: [recipient_name, recipient_address, recipient_phone],
    from: shipment.sender_name,
    reference: shipment.reference ?? '',
    qr: JSON.stringify((await secret('qr', qrSigner))('pkg', record.id)),
    barcode: record.qr_code,
  }
  return {
    writes: printed(ctx, record, shipment, last),
    title: record.qr_code,
    label,
    fields: printedFields(shipment),
  }
}

/** Within this many seconds, repeated prints of a label by a user count as one. */
const oncePrinted = 600

const LabelPrint = lazySchema(() => z.object({ package_id: Id, user_id: Id, expires_at: z.int() }))
export const labelPrints = entity({
  noun: 'Label',
  schema: LabelPrint,
  ref: pick(LabelPrint, 'package_id', 'user_id'),
  fields: {
    plain: ['package_id', 'user_id', 'expires_at'],
  },
  key: ({ package_id, user_id }) => ({ pk: `PKG#${package_id}`, sk: `LABEL#${user_id}` }),
  expires: ({ expires_at }) => expires_at,
})

/** Records that a label was printed, unless it was printed a moment ago or the caller may only read. */
function printed(
  ctx: TenantContext,
  { id }: PackageRecord,
  shipment: ShipmentRecord,
  last: z.output<typeof LabelPrint> | undefined,
): Write[] {
  const { table, actor, now } = ctx
  if (actor.role === 'viewer' || (last && last.expires_at > epochSeconds(now))) return []
  const event = timelineEvent(ctx, shipment, 'LABEL_PRINTED', { package_id: id })
  const print = { package_id: id, user_id: actor.user_id, expires_at: epochSeconds(now) + oncePrinted }
  return [table.renew(labelPrints, print, now), table.create(events, event)]
}

/** The content of a bag's label. Throws "Bag not found". */
export async function bagLabel({ table, secret, actor }: TenantContext, id: string): Promise<Titled<BagLabel>> {
  const bag = await table.get(bags, { id })
  expectOwn(actor, bags.noun, bag)
  const [warehouse, sign] = await Promise.all([
    table.find(warehouses, { id: bag.warehouse_id }),
    secret('qr', qrSigner),
  ])
  const flight = bag.checked_in ?? bag.flight
  const label = {
    ...destination(placeOf(bag.origin), placeOf(bag.destination)),
    code: bag.label,
    packages: bag.total_packages,
    weight: kilograms(bag.total_weight_g),
    flight: flight ? `${flight.flight_number} ${flight.airline}` : '',
    tag: bag.checked_in?.airline_tag_code ?? '',
    courier: carrierOf(bag),
    warehouse: warehouse ? [warehouse.name || warehouse.code, warehouse.city].filter(Boolean).join(', ') : '',
    qr: JSON.stringify(sign('bag', bag.id)),
  }
  const { courier, tag, flight: number } = label
  const fields = {
    label: bag.label,
    origin: bag.origin,
    destination: bag.destination,
    courier,
    tag,
    flight: number,
    warehouse: label.warehouse,
  }
  return { title: `bag-${bag.id}`, label, fields }
}
