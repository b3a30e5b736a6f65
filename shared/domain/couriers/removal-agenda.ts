import type { Write } from '../../db/requests.ts'
import type { TenantWork } from '../kernel/context.ts'

/** The group of its entries in the agenda; those of flights are a number and a day. */
export const removalGroup = 'passports'

const hour = 3_600_000
const hoursOfWeek = 7 * 24

/**
 * Enters the company in the agenda for the next removal of passport numbers, at its hour of the week. The entry is the same
 * however often it is written. Companies are spread over the week by their ids.
 */
export function nextRemoval({ table, actor, now }: Pick<TenantWork, 'table' | 'actor' | 'now'>): Write {
  const own = Number.parseInt(actor.tenant_id.slice(-8), 16) % hoursOfWeek
  const hours = Math.floor(now.getTime() / hour)
  const ahead = hoursOfWeek - ((hours - own) % hoursOfWeek)
  const from = new Date((hours + ahead) * hour).toISOString()
  return table.putAgendaEntry({ ref: actor.tenant_id, group: removalGroup, from, until: from })
}
