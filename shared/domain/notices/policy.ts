import type { Write } from '../../db/requests.ts'
import type { TenantContext } from '../kernel/context.ts'
import type { Language } from '../kernel/languages.ts'
import type { NoticeSettings } from '../settings/record.ts'
import { readSettings } from '../settings/settings.ts'
import type { ShipmentStatus } from '../shipments/status.ts'
import { notices, parties, type NoticeRecord, type Party } from './record.ts'

/** The fields of a shipment that a notice needs. */
interface Noticed {
  id: string
  status: ShipmentStatus
  sender_email: string
  recipient_email: string
  language: Language
  /** The notices that it has had, as `noticeName` writes them. */
  noticed: string[]
}

/** Who gets a notice of a status, unless the company sends none. */
const always: Partial<Record<ShipmentStatus, readonly Party[]>> = {
  READY_FOR_PICKUP: ['recipient'],
  DELIVERED: parties,
}

/** The notice of a status to one party: a shipment gets it once, even if the status is corrected and reached again. */
export const noticeName = ({ status, party }: Pick<NoticeRecord, 'status' | 'party'>) => `${status}:${party}`

export const addressOf = (
  { sender_email, recipient_email }: Pick<Noticed, 'sender_email' | 'recipient_email'>,
  party: Party,
) => (party === 'sender' ? sender_email : recipient_email)

/** Who is written to at the shipment's status: those with an address, and each address once. */
export function partiesOf(shipment: Noticed, { enabled, statuses }: NoticeSettings): Party[] {
  const { status } = shipment
  const named = enabled ? (always[status] ?? (statuses.includes(status) ? (['recipient'] as const) : [])) : []
  const addresses = named.map((party) => addressOf(shipment, party).toLowerCase())
  return named.filter((_, n) => addresses[n] !== '' && addresses.indexOf(addresses[n] ?? '') === n)
}

type Writer = Pick<TenantContext, 'table' | 'now' | 'newId'>

/** New notices of the shipment's status: their records, and the writes by which they are sent. */
export function createNotices(
  { table, now, newId }: Writer,
  { id: shipment_id, status, language }: Noticed,
  to: readonly Party[],
  resent = false,
): { records: NoticeRecord[]; writes: Write[] } {
  const moment = now.toISOString()
  const records = to.map((party): NoticeRecord => ({
    id: newId(),
    shipment_id,
    status,
    party,
    language,
    state: 'PENDING',
    reason: null,
    resent,
    created_at: moment,
    updated_at: moment,
    version: 1,
  }))
  return { records, writes: records.map((record) => table.create(notices, record)) }
}

/**
 * The notices that a shipment gets with its new status: the writes, and its `noticed` after them. Settings are read only
 * if there is an address.
 */
export async function noticesOfStatus(
  ctx: Writer,
  shipment: Noticed,
): Promise<{ writes: Write[]; noticed: string[] }> {
  const { status, noticed } = shipment
  if (parties.every((party) => addressOf(shipment, party) === '')) return { writes: [], noticed }
  const { notices: settings } = await readSettings(ctx.table)
  const to = partiesOf(shipment, settings).filter((party) => !noticed.includes(noticeName({ status, party })))
  if (to.length === 0) return { writes: [], noticed }
  const { writes } = createNotices(ctx, shipment, to)
  return { writes, noticed: [...noticed, ...to.map((party) => noticeName({ status, party }))] }
}
