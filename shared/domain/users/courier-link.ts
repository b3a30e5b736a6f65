import { absent, equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { ValidationError } from '../../core/errors.ts'
import { couriers } from '../couriers/record.ts'
import { users, type UserRecord } from './record.ts'
import { statusOf } from './status.ts'

/**
 * Users with the role courier are linked to a courier; others are not. The courier's record names the user, so that a
 * courier has one user who is invited or active. Returns the user's field and the writes of the link. Throws "Courier not
 * found", and ValidationError if no courier is given or it is linked to another user.
 */
export async function linkCourier(
  table: TenantTable,
  user: Omit<UserRecord, 'courier_id'>,
  courier_id: string | undefined,
): Promise<{ courier_id: string | undefined; writes: Write[] }> {
  if (user.role !== 'courier') return { courier_id: undefined, writes: [] }
  if (courier_id === undefined) throw wrongCourier('Field required', 'missing')
  const courier = await table.get(couriers, { id: courier_id })
  const { id, user_id } = courier
  if (!mayActAsCourier(user)) return { courier_id: id, writes: [] }
  if (user_id === user.id)
    return { courier_id: id, writes: [table.conditionCheck(couriers, courier, equals('user_id', user_id))] }
  const other = user_id === undefined ? undefined : await table.find(users, { id: user_id })
  if (other?.courier_id === id && mayActAsCourier(other))
    throw wrongCourier('This courier is linked to another user; deactivate that user first', 'value_error')
  const when = user_id === undefined ? absent('user_id') : equals('user_id', user_id)
  const link = table.patchUnread(couriers, courier, { set: { user_id: user.id } }, { when })
  // The other user must not become active again meanwhile.
  const unchanged = other && table.conditionCheck(users, other, equals('version', other.version))
  return { courier_id: id, writes: [link, ...(unchanged ? [unchanged] : [])] }
}

const mayActAsCourier = (user: Omit<UserRecord, 'courier_id'>) =>
  user.role === 'courier' && ['ACTIVE', 'INVITED'].includes(statusOf(user))

const wrongCourier = (msg: string, type: string) =>
  new ValidationError({ loc: ['body', 'courier_id'], msg, type })
