import { transact, type Plan } from '../db/commit.ts'
import { withIdempotency } from '../db/stores/idempotency.ts'
import { Refusal } from '../core/errors.ts'
import { sealer } from '../core/seal.ts'
import type { Part, PartAnswer, TenantContext } from '../domain/kernel/context.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { decideOnOneState } from './decide-on-one-state.ts'
import { errorReply } from './refusals.ts'
import type { HttpRequest } from './routing/request.ts'
import { parse } from './routing/validation.ts'

/** A part is not started with less time, in milliseconds: waiting for others takes up to 3 s (shared/db/contention.ts). */
const enough = 5000

/**
 * Carries out a part of a request as a request of its own: an `AnswerPart`. The answer is kept in the
 * transaction that carries the part out, under its key, so that a repetition has no second effect, also if the function was
 * killed in between. An error that a repetition would get again is kept too. Input that does not match its schema is
 * neither kept nor carried out.
 */
export async function answerPart<B, R>(
  runtime: Runtime,
  ctx: TenantContext,
  { id, path, timeLeft }: Pick<HttpRequest, 'id' | 'path' | 'timeLeft'>,
  { key, loc, keptSeconds, reply, decide, ...part }: Part<B, R>,
): Promise<PartAnswer> {
  const toAnswer = (error: unknown): PartAnswer => {
    const report = (fault: unknown) => runtime.log.error('fault', { error: fault, request_id: id })
    const { status, body, headers } = errorReply(error, report)
    return {
      status,
      body,
      ...(mayPass(status) && { retry_after: Number(headers['Retry-After'] ?? waitAfterFault) }),
    }
  }
  try {
    if (timeLeft() < enough) throw outOfTime()
    const body = parse('body', part.body, part.input) as B
    const table = ctx.table.forPart()
    const own = { ...ctx, table, requestId: runtime.newId }
    const decided = async (): Promise<Plan<PartAnswer>> => {
      try {
        const plan = await decideOnOneState(table, () => decide(own, body))
        if ('refusal' in plan) return { writes: plan.writes, result: toAnswer(plan.refusal) }
        return { writes: plan.writes, result: { status: 200, body: reply.parse(plan.result) } }
      } catch (error) {
        if (mayPass(errorReply(error, () => undefined).status)) throw error
        return { writes: [], result: toAnswer(error) }
      }
    }
    const request = { user: ctx.actor.user_id, route: `POST ${path}`, key, body, loc, keptSeconds }
    const context = { table, sealer: await runtime.secret('sealing', sealer), now: ctx.now }
    const { replayed: _, ...answer } = await transact(runtime.store, withIdempotency(context, request, decided))
    return answer
  } catch (error) {
    return toAnswer(error)
  }
}

/** Whether a part with this answer may succeed when it is sent again, as it is. */
const mayPass = (status: number) => status === 429 || status >= 500
/** In seconds: a fault of the service passes with another version of it, or with the cause. */
const waitAfterFault = 60

const outOfTime = () =>
  new Refusal('unavailable', 'The request took too long to carry this out; send it again', {
    'Retry-After': '2',
  })
