import { sealer } from '../../core/seal.ts'
import type { Write } from '../../db/requests.ts'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { TenantContext } from '../kernel/context.ts'
import { withheldBy } from '../notices/allowance.ts'
import { isReceived } from '../timeline/details-changed.ts'
import { tenants } from '../users/record.ts'
import type { ShipmentRecord } from './record.ts'

/** Whether a received parcel's e-mails would go to another address than before. */
export const isRedirected = (before: ShipmentRecord, after: ShipmentRecord) =>
  isReceived(before) && before.recipient_email !== '' && before.recipient_email !== after.recipient_email

/** The e-mail to the recipient's former address about that; none if the address or the company gets no more letters today. */
export async function redirectedLetter(ctx: TenantContext, before: ShipmentRecord): Promise<Write[]> {
  const { table, actor, now, newId, requestId, secret } = ctx
  const { recipient_email: to, tracking_id, language } = before
  if ((await withheldBy(ctx, to, requestId())) !== undefined) return []
  const [{ name: company }, { seal }] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    secret('sealing', sealer),
  ])
  const id = newId()
  const sealed = seal(JSON.stringify({ company, tracking_id, language }), id)
  return [outboxWrite({ id, occasion: 'redirected', to, posted_at: now.toISOString(), sealed })]
}
