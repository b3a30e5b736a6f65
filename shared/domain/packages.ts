import type * as z from 'zod'
import { any, contains, equals } from '../db/conditions.ts'
import type { Plan } from '../db/settle.ts'
import type { Page, Position } from '../db/table.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { newPackageCode } from './codes.ts'
import type { TenantContext } from './context.ts'
import { events, happening, newestEvents, type EventName, type EventRecord } from './events.ts'
import { differences, Id, toGrams } from './fields.ts'
import { moveTo } from './machine.ts'
import {
  codePointers,
  mostPackages,
  packagePointers,
  packages,
  packagesOf,
  view,
  type NewPackage,
  type PackageChange,
  type PackageRecord,
  type PackageView,
} from './package-record.ts'
import { comesFromBag, packageMachine, type PackageStatus } from './package-status.ts'
import { qrSigner } from './qr.ts'
import { managers } from './roles.ts'
import { recounted } from './shipment-progress.ts'
import { shipments } from './shipment-record.ts'
import { isFinal, total } from './shipment-status.ts'

const shown = async ({ secret }: Pick<TenantContext, 'secret'>) => view(await secret('qr', qrSigner))

/** Adds a package. Throws not found, and a conflict where the shipment is full or its way has ended. */
export async function addPackage(
  ctx: TenantContext,
  shipmentId: string,
  { weight, ...input }: z.output<typeof NewPackage>,
): Promise<Plan<PackageView>> {
  const { table, actor, now, newId } = ctx
  const shipment = await table.get(shipments, { id: shipmentId })
  if (isFinal(shipment.status)) throw conflict(`A shipment that is ${shipment.status} takes no more packages`)
  if (total(shipment.counts) >= mostPackages)
    throw conflict(`A shipment holds at most ${mostPackages} packages; book another one`)
  const moment = now.toISOString()
  const at = { id: newId(), shipment_id: shipment.id, qr_code: newPackageCode() }
  const record: PackageRecord = {
    ...input,
    ...at,
    tenant_id: actor.tenant_id,
    status: 'CREATED',
    weight_g: toGrams(weight),
    created_at: moment,
    updated_at: moment,
    version: 1,
  }
  const writes = [
    table.create(packages, record),
    table.create(packagePointers, at),
    table.create(codePointers, at),
    table.create(events, happening(ctx, shipment, 'PACKAGE_CREATED', { package_id: at.id })),
    table.revise(shipments, shipment, recounted(shipment, [{ to: record.status }], now)).write,
  ]
  return { writes, result: (await shown(ctx))(record) }
}

/** A page of a shipment's packages, newest first. Throws "Shipment not found". */
export async function listPackages(
  ctx: TenantContext,
  shipmentId: string,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<PackageView>> {
  const id = Id.safeParse(shipmentId).data ?? ''
  const [records] = await Promise.all([
    ctx.table.list(packages, { ...packagesOf(id), ...page }),
    ctx.table.get(shipments, { id }),
  ])
  return records.map(await shown(ctx))
}

/** Throws "Package not found". */
export async function readPackage(ctx: TenantContext, id: string): Promise<PackageView> {
  const record = await ctx.table.get(packages, await ctx.table.get(packagePointers, { id }))
  return (await shown(ctx))(record)
}

/**
 * Merges the fields named; a change of status is the event that leads there. Throws not found, stale (If-Match), a
 * conflict where no move leads to the status, and forbidden where a warehouse changes more than status and weight.
 */
export async function changePackage(
  ctx: TenantContext,
  id: string,
  { weight, ...input }: z.output<typeof PackageChange>,
): Promise<Plan<PackageView>> {
  const { table, actor, now } = ctx
  const at = await table.get(packagePointers, { id })
  const [current, shipment] = await Promise.all([
    table.get(packages, at),
    input.status && table.find(shipments, { id: at.shipment_id }),
  ])
  ctx.expectVersion(current.version)
  const weight_g = weight === undefined ? undefined : toGrams(weight)
  const change = differences(current, { ...input, weight_g })
  const sign = await shown(ctx)
  const fields = Object.keys(change)
  if (fields.length === 0) return { writes: [], result: sign(current) }
  if (actor.role === 'warehouse' && fields.some((field) => field !== 'status' && field !== 'weight_g'))
    throw forbidden('A warehouse changes a package’s status and weight only')
  const { write, record } = table.revise(packages, current, {
    ...change,
    updated_at: now.toISOString(),
    ...(change.status && { taken_from: undefined }),
  })
  if (!change.status) return { writes: [write], result: sign(record) }

  if (!shipment) throw notFound('Package')
  const { status: from } = current
  const { status: to } = record
  const move = moveTo(packageMachine, from, to, managers.includes(actor.role))
  if (!move) throw conflict(refusal(from, to))
  const says = move.by && { description: `Status corrected from ${from} to ${to}` }
  const event = happening(ctx, shipment, move.on as EventName, { package_id: record.id, ...says })
  const writes = [
    write,
    table.create(events, event),
    table.revise(shipments, shipment, recounted(shipment, [{ from, to }], now)).write,
  ]
  return { writes, result: sign(record) }
}

const refusal = (from: PackageStatus, to: PackageStatus) =>
  comesFromBag(to)
    ? `A package becomes ${to} by its bag; it is ${from}`
    : `A package that is ${from} cannot become ${to}; a manager may correct it`

/** Takes a package away; what pointed to it goes too. Throws not found and stale (If-Match). */
export async function deletePackage(ctx: TenantContext, id: string) {
  const { table, now } = ctx
  const at = await table.get(packagePointers, { id })
  const [record, shipment] = await Promise.all([
    table.get(packages, at),
    table.find(shipments, { id: at.shipment_id }),
  ])
  if (!shipment) throw notFound('Package')
  ctx.expectVersion(record.version)
  const writes = [
    table.remove(packages, record),
    table.remove(packagePointers, { id: record.id }),
    table.remove(codePointers, { qr_code: record.qr_code }),
    table.revise(shipments, shipment, recounted(shipment, [{ from: record.status }], now)).write,
  ]
  return { writes, result: { id: record.id, deleted: true as const, message: 'The package is deleted' } }
}

/** What happened to a package, oldest first. Throws "Package not found". */
export async function packageEvents(ctx: TenantContext, id: string): Promise<EventRecord[]> {
  const at = await ctx.table.get(packagePointers, { id })
  const filter = any(equals('package_id', at.id), contains('packages', at.id))
  const [, newest] = await Promise.all([
    ctx.table.get(packages, at),
    ctx.table.gather(events, { ...newestEvents(at.shipment_id), filter }),
  ])
  return [...newest].reverse()
}
