import * as z from 'zod'
import { outboxWrite } from '../../db/stores/outbox.ts'
import type { Plan } from '../../db/commit.ts'
import { conflict } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { sealer } from '../../core/seal.ts'
import { codeSeconds, handoverCodes, newHandoverCode } from './code.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Timestamp } from '../kernel/fields.ts'
import { expectQuota } from '../kernel/quota.ts'
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

/** For a shipment: once a minute, and ten a day. */
const again = { name: 'handover-code-again', quota: 1, window: 60 }
const perDay = { name: 'handover-code-day', quota: 10, window: 24 * 3600 }

/**
 * Sends the recipient a fresh code; the one before is no longer valid. Throws not_found, a conflict for a shipment that has
 * ended or whose recipient has no e-mail address, and too_many_requests.
 */
export async function sendHandoverCode(
  ctx: TenantContext,
  id: string,
): Promise<Plan<z.input<typeof SentCode>>> {
  const { table, actor, now, newId, secret } = ctx
  const shipment = await table.get(shipments, { id })
  const { recipient_email: to, status } = shipment
  if (isFinal(status)) throw conflict(`The shipment is ${status}; nothing is left to hand over`)
  if (to === '')
    throw conflict(
      'The recipient has no e-mail address; set recipient_email first (PUT /api/v1/shipments/{id})',
    )
  await expectQuota(ctx, again, shipment.id, 'A code was sent a moment ago; wait a minute')
  await expectQuota(ctx, perDay, shipment.id, 'This recipient got ten codes today; try again tomorrow')
  const [company, { seal }, earlier] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    secret('sealing', sealer),
    table.find(handoverCodes, { shipment_id: shipment.id }),
  ])
  const [code, message, sent_at] = [newHandoverCode(), newId(), now.toISOString()]
  const record = {
    shipment_id: shipment.id,
    id: message,
    sealed: seal(code, message),
    sent_at,
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
      outboxWrite({ id: message, occasion: 'handover', to, posted_at: sent_at, sealed }),
    ],
    result: { sent_to: masked(to), expires_at: new Date(now.getTime() + codeSeconds * 1000).toISOString() },
  }
}

/** An address that its owner recognises: `g…@example.com`. */
const masked = (address: string) => address.replace(/^(.).*(?=@)/, '$1…')
