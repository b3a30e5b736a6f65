import * as z from 'zod'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Plan } from '../../db/commit.ts'
import { forSeconds } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { unverifiedCompany, withheldBy } from '../notices/allowance.ts'
import type { WithheldReason } from '../notices/record.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import { codeSeconds, handoverCodes, newHandoverCode } from './code.ts'
import type { TenantContext } from '../kernel/context.ts'
import { optional, Reason, Timestamp } from '../kernel/fields.ts'
import { masked } from '../kernel/mask.ts'
import { managerRoles } from '../kernel/roles.ts'
import { events, timelineEvent } from '../timeline/timeline-events.ts'
import { shipments } from '../shipments/record.ts'
import { isFinal } from '../shipments/status.ts'
import { tenants } from '../users/record.ts'

/** A code on its way to the recipient. */
export const SentCode = lazySchema(() =>
  z
    .object({
      sent_to: z.string().meta({
        description: 'The address, of which only its owner recognises the rest',
        examples: ['g…@example.com'],
      }),
      expires_at: Timestamp.meta({
        description: 'Until when the code works',
        examples: ['2026-11-24T09:20:00.000Z'],
      }),
    })
    .meta({ id: 'SentCode' }),
)

export const CodeRequest = lazySchema(() =>
  z
    .object({
      reason: optional(Reason).meta({
        description:
          'Of a manager: why the code goes to an address that was changed within 24 hours; stands in the timeline',
        examples: ['The recipient called from the known number'],
      }),
    })
    .meta({ id: 'HandoverCodeRequest', examples: [{}] }),
)

/** Within this time a changed address gets a code from a manager only, in milliseconds: a change may hide a theft. */
const recently = 24 * 3600 * 1000

/** The refusal of a code that may not be sent. */
function refusalOf(reason: WithheldReason) {
  if (reason === 'company_not_verified') return unverifiedCompany()
  if (reason === 'company_limit') return forSeconds(refused.company_letters_used_up(), day)
  if (reason === 'address_limit') return forSeconds(refused.address_letters_used_up(), day)
  return refused.recipient_address_stopped({ withheld: reason })
}

/** For a shipment: a code a minute, in seconds, and ten a day. A request that sent none counts for neither. */
const again = 60
const day = 24 * 3600
const perDay = 10

/**
 * Sends the recipient a fresh code; the one before is no longer valid. Throws not_found, too_many_requests, and a conflict for a
 * shipment that has ended, whose recipient has no e-mail address, or whose address was changed within 24 hours, unless a manager
 * gives a reason.
 */
export async function sendHandoverCode(
  ctx: TenantContext,
  id: string,
  { reason }: z.output<typeof CodeRequest>,
): Promise<Plan<z.input<typeof SentCode>>> {
  const { table, actor, now, newId, secret } = ctx
  const shipment = await table.get(shipments, { id })
  const { recipient_email: to, recipient_changed_at: changed, status } = shipment
  if (isFinal(status)) throw refused.nothing_to_hand_over({ shipment_status: status })
  if (to === '') throw refused.recipient_email_missing()
  const isRecent = changed !== undefined && now.getTime() - Date.parse(changed) < recently
  const isManager = managerRoles.includes(actor.role) && actor.scopes === undefined
  if (isRecent && !(isManager && reason !== undefined)) throw refused.recipient_email_changed()
  const earlier = await table.find(handoverCodes, { shipment_id: shipment.id })
  const sinceMoment = (moment: string) => (now.getTime() - Date.parse(moment)) / 1000
  const since = earlier ? sinceMoment(earlier.sent_at) : again
  if (since < again) throw forSeconds(refused.code_sent_recently(), Math.ceil(again - since))
  const ofDay = (earlier?.sent_times ?? []).filter((moment) => sinceMoment(moment) < day)
  const [oldest = ''] = ofDay.slice(-perDay)
  if (ofDay.length >= perDay)
    throw forSeconds(refused.codes_of_day_used_up(), Math.ceil(day - sinceMoment(oldest)))
  const withheld = await withheldBy(ctx, to, ctx.requestId())
  if (withheld !== undefined) throw refusalOf(withheld)
  const [company, { seal }] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    secret('sealing', sealer),
  ])
  const [code, message, sent_at] = [newHandoverCode(), newId(), now.toISOString()]
  const record = {
    shipment_id: shipment.id,
    id: message,
    sealed: seal(code, message),
    sent_at,
    sent_times: [...ofDay, sent_at],
    sent_to: masked.email(to),
    version: (earlier?.version ?? 0) + 1,
  }
  const content = {
    code,
    company: company.name,
    tracking_id: shipment.tracking_id,
    language: shipment.language,
  }
  const sealed = seal(JSON.stringify(content), message)
  return {
    writes: [
      earlier
        ? table.updateVersion(handoverCodes, earlier, { ...record, used_at: undefined }).write
        : table.create(handoverCodes, record),
      ...(isRecent
        ? [table.create(events, timelineEvent(ctx, shipment, 'CODE_SENT', { reason, notes: masked.email(to) }))]
        : []),
      outboxWrite({ id: message, occasion: 'handover', to, posted_at: sent_at, sealed }),
    ],
    result: {
      sent_to: masked.email(to),
      expires_at: new Date(now.getTime() + codeSeconds * 1000).toISOString(),
    },
  }
}
