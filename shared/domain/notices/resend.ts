import * as z from 'zod'
import { forSeconds } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext } from '../kernel/context.ts'
import { hasVerifiedManager } from '../users/verified-company.ts'
import { unverifiedCompany } from './allowance.ts'
import { addressOf, createNotices, partiesOf } from './policy.ts'
import { Notice, notices, noticesOf, type NoticeRecord } from './record.ts'
import { addressDigest, suppressionOf } from './suppression.ts'
import { readSettings } from '../settings/settings.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { updateShipment } from '../shipments/update.ts'

export const ResentNotices = lazySchema(() =>
  z
    .object({ notices: z.array(Notice).meta({ description: 'The notices that are on their way' }) })
    .meta({ id: 'ResentNotices' }),
)

/** How often a day the notices of a shipment are sent again. */
const daily = { quota: 3, window: 24 * 3600 * 1000 }

/** The notices of a shipment, newest first. Throws "Shipment not found". */
export async function listNotices(
  { table }: TenantContext,
  id: string,
  page: PageRequest,
): Promise<Page<NoticeRecord>> {
  const shipment = await table.get(shipments, { id })
  return table.list(notices, { ...noticesOf(shipment.id), newestFirst: true, ...page })
}

/**
 * Sends the notices of the shipment's status again, three times a day at most: the shipment's own version counts them, so
 * the number is exact. Throws not_found, too_many_requests, and a conflict if there is no address to write to.
 */
export async function resendNotices(
  ctx: TenantContext,
  id: string,
): Promise<Plan<z.input<typeof ResentNotices>>> {
  const { table, now } = ctx
  const shipment = await table.get(shipments, { id })
  const to = await reachable(ctx, shipment)
  const recent = shipment.resent_at.filter((moment) => Date.parse(moment) > now.getTime() - daily.window)
  const [oldest = ''] = recent.slice(-daily.quota)
  if (recent.length >= daily.quota)
    throw forSeconds(
      refused.notices_sent_again_too_often(),
      Math.ceil((Date.parse(oldest) + daily.window - now.getTime()) / 1000),
    )
  const { records, writes } = createNotices(ctx, shipment, to, { resent: true })
  const counted = await updateShipment(ctx, shipment, { resent_at: [...recent, now.toISOString()] })
  return { writes: [...counted.writes, ...writes], result: { notices: records } }
}

/** Who gets the notices of a shipment's status. Throws a conflict with the reason if no address is left. */
async function reachable({ table, actor, now }: TenantContext, shipment: ShipmentRecord) {
  const { notices: settings } = await readSettings(table)
  const named = partiesOf(shipment, settings)
  if (named.length === 0) throw refused.no_notice_to_send({ shipment_status: shipment.status })
  if (!(await hasVerifiedManager(table, actor.tenant_id))) throw unverifiedCompany()
  const suppressed = await Promise.all(
    named.map((party) => suppressionOf(table, addressDigest(addressOf(shipment, party)), now)),
  )
  const to = named.filter((_, n) => !suppressed[n])
  if (to.length > 0) return to
  throw refused.address_gets_no_notices({ suppression: suppressed[0]?.reason ?? '' })
}
