import type { Write } from '../../db/requests.ts'
import type { TenantContext } from '../kernel/context.ts'
import type { Language } from '../kernel/languages.ts'
import type { NoticeSettings } from '../settings/record.ts'
import { readSettings } from '../settings/settings.ts'
import { shipmentStatuses, type ShipmentStatus } from '../shipments/status.ts'
import { notices, parties, type NoticeRecord, type NoticeStatus, type Party } from './record.ts'

/** The fields of a shipment that a notice needs. */
interface Noticed {
  id: string
  status: ShipmentStatus
  sender_email: string
  recipient_email: string
  language: Language
  cancelled_at?: string | undefined
  /** The notices that it has had, as `noticeName` writes them, and `correctedMark` if one was corrected. */
  noticed: string[]
}

/** Who gets a notice of a status, unless the company sends none. */
const always: Partial<Record<ShipmentStatus, readonly Party[]>> = {
  READY_FOR_PICKUP: ['recipient'],
  DELIVERED: parties,
}

/** The notice of a status to one party: a shipment gets it once, and again if it was corrected meanwhile. */
export const noticeName = ({ status, party }: Pick<NoticeRecord, 'status' | 'party'>) => `${status}:${party}`

export const addressOf = (
  { sender_email, recipient_email }: Pick<Noticed, 'sender_email' | 'recipient_email'>,
  party: Party,
) => (party === 'sender' ? sender_email : recipient_email)

/** Who is written to at the shipment's status: those with an address, and each address once. */
export const partiesOf = (shipment: Noticed, settings: NoticeSettings): Party[] =>
  withAddress(
    shipment,
    settings,
    always[shipment.status] ?? (settings.statuses.includes(shipment.status) ? ['recipient'] : []),
  )

function withAddress(shipment: Noticed, { enabled }: NoticeSettings, of: readonly Party[]): Party[] {
  const named = enabled ? of : []
  const addresses = named.map((party) => addressOf(shipment, party).toLowerCase())
  return named.filter((_, n) => addresses[n] !== '' && addresses.indexOf(addresses[n] ?? '') === n)
}

type Writer = Pick<TenantContext, 'table' | 'now' | 'newId'>

interface NoticeKind {
  /** Whether staff send them again. */
  resent?: boolean
  /** The status that an earlier notice to a party named, and that no longer holds. */
  corrects?: (party: Party) => NoticeStatus | null
}

const isCancelled = ({ status, cancelled_at }: Pick<Noticed, 'status' | 'cancelled_at'>) =>
  status === 'RETURNED' && cancelled_at !== undefined

/** New notices of the shipment's status: their records, and the writes by which they are sent. */
export function createNotices(
  { table, now, newId }: Writer,
  { id: shipment_id, status, cancelled_at, language }: Noticed,
  to: readonly Party[],
  { resent = false, corrects = () => null }: NoticeKind = {},
): { records: NoticeRecord[]; writes: Write[] } {
  const moment = now.toISOString()
  const records = to.map((party): NoticeRecord => ({
    id: newId(),
    shipment_id,
    status,
    cancelled: isCancelled({ status, cancelled_at }),
    corrects: corrects(party),
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

/** In `noticed` of a shipment whose status was corrected after a notice: its next ones are compared with what was sent. */
export const correctedMark = 'corrected'

/** A package that arrives at a warehouse on its way, and is packed for its next flight, goes on: nothing is taken back. */
const isTakenBack = (from: ShipmentStatus, to: ShipmentStatus) =>
  rank(to) < rank(from) && !(from === 'CONSOLIDATING' && to === 'IN_TRANSIT')
const rank = (status: ShipmentStatus) => shipmentStatuses.indexOf(status)

/**
 * The notices that a shipment gets with its new status: the writes, and its `noticed` after them. If the status `before` is
 * taken back, those who had a notice of it get one that says so. Settings are read only if there is an address.
 */
export async function noticesOfStatus(
  ctx: Writer,
  shipment: Noticed,
  before?: Pick<Noticed, 'status' | 'cancelled_at'>,
): Promise<{ writes: Write[]; noticed: string[] }> {
  const { status } = shipment
  if (parties.every((party) => addressOf(shipment, party) === ''))
    return { writes: [], noticed: shipment.noticed }
  const { notices: settings } = await readSettings(ctx.table)
  const corrected = before && isTakenBack(before.status, status) ? before : undefined
  const misled = corrected
    ? withAddress(shipment, settings, parties).filter((party) =>
        shipment.noticed.includes(noticeName({ status: corrected.status, party })),
      )
    : []
  const noticed =
    misled.length > 0
      ? [...shipment.noticed.filter((name) => rank(statusIn(name)) <= rank(status)), correctedMark]
      : shipment.noticed
  const due = partiesOf(shipment, settings).filter((party) => !noticed.includes(noticeName({ status, party })))
  const to = parties.filter((party) => due.includes(party) || misled.includes(party))
  if (to.length === 0) return { writes: [], noticed }
  const former = corrected && (isCancelled(corrected) ? ('CANCELLED' as const) : corrected.status)
  const corrects = (party: Party) => (misled.includes(party) ? (former ?? null) : null)
  const { writes } = createNotices(ctx, shipment, to, { corrects })
  return { writes, noticed: [...new Set([...noticed, ...due.map((party) => noticeName({ status, party }))])] }
}

/** The status in a `noticeName`. */
const statusIn = (name: string) => name.split(':')[0] as ShipmentStatus
