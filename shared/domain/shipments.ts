import * as z from 'zod'
import { atLeast, below, contains, equals, holds, all, type Condition } from '../db/conditions.ts'
import type { Plan } from '../db/settle.ts'
import { entity, Page, type Position } from '../db/table.ts'
import { conflict, forbidden } from '../errors.ts'
import { newTrackingId } from './codes.ts'
import type { TenantContext } from './context.ts'
import {
  amount,
  defaulted,
  differences,
  Id,
  kilograms,
  name,
  optional,
  text,
  Timestamp,
  toDecimal,
  toGrams,
  toKilograms,
  toMinor,
} from './fields.ts'
import { managers } from './roles.ts'
import { mayMove, shipmentStatuses } from './shipment-status.ts'

const ShipmentStatus = z.enum(shipmentStatuses)
const PaymentStatus = z.enum([
  'PENDING',
  'UNPAID',
  'PARTIALLY_PAID',
  'PAID',
  'REFUNDED',
  'FAILED',
  'CANCELLED',
  'COD',
])

const phone = name
const address = text(500)
const details = {
  sender_name: name,
  sender_phone: phone,
  sender_address: address,
  recipient_name: name,
  recipient_phone: phone,
  recipient_address: address,
  origin: name,
  destination: name,
  description: text(2000),
}
const facts = {
  id: Id,
  tracking_id: z.string(),
  status: ShipmentStatus,
  payment_status: PaymentStatus,
  tenant_id: Id,
  origin_company_id: Id,
  ...details,
  packages_count: z.int(),
  delivered_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** A shipment as clients read it: weight in kilograms, price as a decimal amount. */
export const Shipment = z.object({ ...facts, weight: z.number(), price: z.number() }).meta({ id: 'Shipment' })

export const NewShipment = z
  .object({
    ...details,
    sender_address: defaulted(address, ''),
    recipient_address: defaulted(address, ''),
    description: defaulted(details.description, ''),
    weight: kilograms,
    price: defaulted(amount, 0),
    payment_status: defaulted(PaymentStatus, 'PENDING'),
  })
  .meta({
    id: 'NewShipment',
    examples: [
      {
        sender_name: 'Anna Petrova',
        sender_phone: '+79161234567',
        sender_address: 'Tverskaya 1, Moscow',
        recipient_name: 'Giorgi Beridze',
        recipient_phone: '+995599123456',
        recipient_address: 'Rustaveli 12, Tbilisi',
        origin: 'Moscow',
        destination: 'Tbilisi',
        description: 'Documents and a present',
        weight: 2.5,
        price: 49.9,
        payment_status: 'PENDING',
      },
    ],
  })

const changeable = {
  ...details,
  weight: kilograms,
  price: amount,
  payment_status: PaymentStatus,
  status: ShipmentStatus,
}
export const ShipmentChange = z
  .object(
    Object.fromEntries(Object.entries(changeable).map(([field, schema]) => [field, optional(schema)])) as {
      [F in keyof typeof changeable]: z.ZodOptional<(typeof changeable)[F]>
    },
  )
  .meta({ id: 'ShipmentChange', examples: [{ recipient_phone: '+995599765432', payment_status: 'PAID' }] })

/** A shipment as it is stored: grams and minor units; `search` is what `q` looks through. */
const ShipmentRecord = z.object({
  ...facts,
  weight_g: z.int(),
  price_minor: z.int(),
  version: z.int(),
  search: z.string(),
})
type ShipmentRecord = z.output<typeof ShipmentRecord>

export const shipments = entity({
  noun: 'Shipment',
  schema: ShipmentRecord,
  ref: z.object({ id: Id }),
  key: ({ id }) => ({ pk: `SHIP#${id}`, sk: 'SHIP' }),
  index: ({ id, status, created_at }) => ({
    gsi1: { pk: 'SHIP', sk: `${created_at}#${id}` },
    gsi2: { pk: `SHIP#${status}`, sk: `${created_at}#${id}` },
  }),
})

const view = ({ weight_g, price_minor, ...record }: ShipmentRecord) => ({
  ...record,
  weight: toKilograms(weight_g),
  price: toDecimal(price_minor),
})
type ShipmentView = ReturnType<typeof view>

type Searched = Pick<ShipmentRecord, 'tracking_id' | 'sender_name' | 'recipient_name'>
const searchText = ({ tracking_id, sender_name, recipient_name }: Searched) =>
  [tracking_id, sender_name, recipient_name].join('\n').toLowerCase()

/** Books a shipment, and enters its tracking id in the directory in the same transaction. */
export function bookShipment(
  { actor, table, now, newId }: TenantContext,
  { weight, price, ...input }: z.output<typeof NewShipment>,
): Promise<Plan<ShipmentView>> {
  const moment = now.toISOString()
  const tracking_id = newTrackingId()
  const record: ShipmentRecord = {
    ...input,
    id: newId(),
    tracking_id,
    status: 'RECEIVED',
    tenant_id: actor.tenant_id,
    origin_company_id: actor.company_id,
    weight_g: toGrams(weight),
    price_minor: toMinor(price),
    packages_count: 0,
    delivered_count: 0,
    created_at: moment,
    updated_at: moment,
    version: 1,
    search: searchText({ ...input, tracking_id }),
  }
  const writes = [table.create(shipments, record), table.enter('tracking', tracking_id, record.id)]
  return Promise.resolve({ writes, result: view(record) })
}

/** Throws "Shipment not found". */
export const readShipment = async ({ table }: TenantContext, id: string) =>
  view(await table.get(shipments, { id }))

/**
 * Merges the fields named. Throws not found, stale (If-Match), a conflict where the status may not move so, and
 * forbidden where a warehouse changes more than status and weight.
 */
export async function changeShipment(
  { actor, table, now, expectVersion }: TenantContext,
  id: string,
  { weight, price, ...input }: z.output<typeof ShipmentChange>,
): Promise<Plan<ShipmentView>> {
  const current = await table.get(shipments, { id })
  expectVersion(current.version)
  const change = differences(current, {
    ...input,
    weight_g: weight === undefined ? undefined : toGrams(weight),
    price_minor: price === undefined ? undefined : toMinor(price),
  })
  const fields = Object.keys(change)
  if (fields.length === 0) return { writes: [], result: view(current) }
  if (actor.role === 'warehouse' && fields.some((field) => field !== 'status' && field !== 'weight_g'))
    throw forbidden('A warehouse changes a shipment’s status and weight only')
  if (change.status && !mayMove(current.status, change.status, managers.includes(actor.role)))
    throw conflict(`A shipment that is ${current.status} cannot become ${change.status}`)
  const { write, record } = table.revise(shipments, current, {
    ...change,
    updated_at: now.toISOString(),
    search: searchText({ ...current, ...change }),
  })
  return { writes: [write], result: view(record) }
}

export const ShipmentFilter = z.object({
  status: optional(ShipmentStatus),
  payment_status: optional(PaymentStatus),
  tracking_id: optional(text(40)),
  q: optional(text(200)),
  created_from: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
  created_to: optional(z.iso.datetime({ offset: true }).or(z.iso.date())),
})

/** Newest first. A tracking id finds its one shipment through the directory, however many there are. */
export async function listShipments(
  { table }: TenantContext,
  { status, payment_status, tracking_id, q, created_from, created_to }: z.output<typeof ShipmentFilter>,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<ShipmentView>> {
  const from = created_from && new Date(created_from).toISOString()
  // A day as the upper bound means the whole day.
  const to =
    created_to &&
    (created_to.length === 10 ? `${created_to}T23:59:59.999Z` : new Date(created_to).toISOString())
  const filters: Condition[] = [
    ...(payment_status ? [equals('payment_status', payment_status)] : []),
    ...(q ? [contains('search', q.toLowerCase())] : []),
  ]
  if (tracking_id) {
    const id = await table.entered('tracking', tracking_id)
    const found = id === undefined ? undefined : await table.find(shipments, { id })
    const rest = [
      ...filters,
      ...(status ? [equals('status', status)] : []),
      ...(from ? [atLeast('created_at', from)] : []),
      ...(to ? [below('created_at', `${to}~`)] : []),
    ]
    return new Page(found && holds(all(...rest), found) ? [view(found)] : [])
  }
  const records = await table.list(shipments, {
    index: status ? 'gsi2' : 'gsi1',
    partition: status ? `SHIP#${status}` : 'SHIP',
    newestFirst: true,
    ...page,
    ...(from && { from }),
    ...(to && { to: `${to}~` }),
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
  return records.map(view)
}
