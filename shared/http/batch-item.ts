import { transact, type Plan } from '../db/commit.ts'
import { withIdempotency } from '../db/stores/idempotency.ts'
import { refused } from './refusals.ts'
import { sealer } from '../core/seal.ts'
import type { BatchItem, ItemReply, TenantContext } from '../domain/kernel/context.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { decideOnOneState } from './decide-on-one-state.ts'
import { errorReply } from './error-reply.ts'
import type { HttpRequest } from './routing/request.ts'
import { parse } from './routing/validation.ts'

/** An item is not started with less time, in milliseconds: waiting for others takes up to 3 s (shared/db/contention.ts). */
const enough = 5000

/**
 * Handles an item of a batch as a request of its own: a `ReplyToItem`. The reply is kept in the transaction of the item, under
 * its key, so that a repetition has no second effect, even if the function was killed in between. An error that a
 * repetition would get again is kept too. Input that does not match its schema is neither kept nor handled.
 */
export async function replyToItem<B, R>(
  runtime: Runtime,
  ctx: TenantContext,
  { id, path, timeLeft }: Pick<HttpRequest, 'id' | 'path' | 'timeLeft'>,
  { key, loc, keptSeconds, reply, decide, ...item }: BatchItem<B, R>,
): Promise<ItemReply> {
  const toReply = (error: unknown): ItemReply => {
    const report = (fault: unknown) => runtime.log.error('fault', { error: fault, request_id: id })
    const { status, body, headers } = errorReply(error, report)
    return {
      status,
      body,
      ...(mayPass(status) && { retry_after: Number(headers['Retry-After'] ?? waitAfterFault) }),
    }
  }
  try {
    if (timeLeft() < enough) throw refused.out_of_time()
    const body = parse('body', item.body, item.input) as B
    const table = ctx.table.forPart()
    const own = { ...ctx, table, requestId: runtime.newId }
    const decided = async (): Promise<Plan<ItemReply>> => {
      try {
        const plan = await ctx.audited(() => decideOnOneState(table, () => decide(own, body)))()
        if ('refusal' in plan) return { writes: plan.writes, result: toReply(plan.refusal) }
        return { writes: plan.writes, result: { status: 200, body: reply.parse(plan.result) } }
      } catch (error) {
        if (mayPass(errorReply(error, () => undefined).status)) throw error
        return { writes: [], result: toReply(error) }
      }
    }
    const request = { user: ctx.actor.user_id, route: `POST ${path}`, key, body, loc, keptSeconds }
    const context = { table, sealer: await runtime.secret('sealing', sealer), now: ctx.now }
    const { replayed: _, ...kept } = await transact(runtime.store, withIdempotency(context, request, decided))
    return kept
  } catch (error) {
    return toReply(error)
  }
}

/** Whether an item with this reply may succeed when it is sent again, as it is. */
const mayPass = (status: number) => status === 429 || status >= 500
/** In seconds: a fault of the service passes with another version of it, or with the cause. */
const waitAfterFault = 60
