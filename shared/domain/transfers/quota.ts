import type { TenantContext } from '../kernel/context.ts'
import { expectQuota } from '../kernel/quota.ts'
import { refused } from './refusals.ts'

/** Transfers of one company run one after the other, so that many of them take days. Throws too_many_requests. */
export const countTransfer = (ctx: TenantContext) =>
  expectQuota(
    ctx,
    { name: 'transfers', quota: 60, window: 3600 },
    ctx.actor.tenant_id,
    refused.transfers_used_up(),
  )
