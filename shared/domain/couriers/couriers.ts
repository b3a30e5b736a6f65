import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import {
  couriers,
  toCourierResponse,
  type CourierChange,
  type CourierRecord,
  type CourierResponse,
  type NewCourier,
} from './record.ts'
import { courierMachine, type CourierStatus } from './status.ts'
import { inE164 } from '../search/e164.ts'
import { differences } from '../kernel/fields.ts'
import { moveTo } from '../kernel/state-machine.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { isMasked, isRemoved, passports } from './passports.ts'
import { nextRemoval } from './removal-agenda.ts'
import { managerRoles, type Role } from '../kernel/roles.ts'

/** A new courier is ACTIVE. The response has the passport number as it was sent. */
export async function addCourier(
  ctx: TenantContext,
  { passport_number, ...input }: z.output<typeof NewCourier>,
): Promise<Plan<CourierResponse>> {
  const { table, actor, now, newId } = ctx
  const [id, moment] = [newId(), now.toISOString()]
  const record: CourierRecord = {
    ...input,
    ...(await inE164(table, { phone: input.phone })),
    ...(await passports(ctx)).seal(passport_number, id),
    passport_set_at: moment,
    id,
    tenant_id: actor.tenant_id,
    status: 'ACTIVE',
    flights_completed: 0,
    packages_delivered: 0,
    rating_sum: 0,
    rating_count: 0,
    created_at: moment,
    updated_at: moment,
    version: 1,
  }
  const writes = [table.create(couriers, record), nextRemoval(ctx)]
  return { writes, result: { ...toCourierResponse(record), passport_number } }
}

/** Throws "Courier not found". */
export async function readCourier(ctx: TenantContext, id: string): Promise<CourierResponse> {
  const record = await ctx.table.get(couriers, { id })
  expectOwn(ctx.actor, couriers.noun, { courier_id: record.id })
  return toCourierResponse(record)
}

/**
 * Merges the named fields; a masked passport number is not a change. The response has a new passport number as it was sent.
 * Throws not_found, stale (If-Match), a conflict for an impossible status change, and forbidden for fields that the role may
 * not change.
 */
export async function changeCourier(
  ctx: TenantContext,
  id: string,
  { passport_number, ...input }: z.output<typeof CourierChange>,
) {
  const { table, actor, now } = ctx
  const current = await table.get(couriers, { id })
  expectOwn(actor, couriers.noun, { courier_id: current.id })
  ctx.expectVersion(current.version)
  const given = passport_number !== undefined && !isMasked(passport_number) ? passport_number : undefined
  const change = {
    ...differences(current, input),
    ...(given !== undefined && (await renewed(ctx, current, given))),
  }
  const show = (record: CourierRecord) => ({
    ...toCourierResponse(record),
    ...(given !== undefined && { passport_number: given }),
  })
  if (actor.role === 'courier' && Object.keys(change).some((field) => !changedByThemselves.includes(field)))
    throw refused.courier_field_not_permitted()
  if (Object.keys(change).length === 0) return { writes: [], result: show(current) }
  if (change.status) expectMove(current.status, change.status, actor.role)
  const numbers = await inE164(table, { phone: change.phone ?? current.phone })
  const changed = { ...change, ...numbers, updated_at: now.toISOString() }
  const { write, record } = table.updateVersion(couriers, current, changed)
  return { writes: [write, ...(change.passport_sealed ? [nextRemoval(ctx)] : [])], result: show(record) }
}

/** The stored form of a passport number, unless the courier has this number. */
async function renewed(ctx: TenantContext, current: CourierRecord, number: string) {
  const { seal, open } = await passports(ctx)
  if (!isRemoved(current) && number === open(current)) return {}
  return { ...seal(number, current.id), passport_set_at: ctx.now.toISOString() }
}

const changedByThemselves = ['phone', 'preferred_routes']

function expectMove(from: CourierStatus, to: CourierStatus, role: Role) {
  if (moveTo(courierMachine, from, to, managerRoles.includes(role))) return
  if (moveTo(courierMachine, from, to, true)) throw refused.courier_status_needs_manager()
  throw refused.courier_status_not_settable({ courier_status: from, new_courier_status: to })
}

/**
 * Deactivates a courier, who stays readable and listed; repeating it changes nothing. Throws not_found and stale
 * (If-Match).
 */
export async function deactivateCourier(ctx: TenantContext, id: string) {
  const { writes, result } = await changeCourier(ctx, id, { status: 'INACTIVE' })
  return { writes, result: { ...result, message: 'The courier is deactivated' } }
}
