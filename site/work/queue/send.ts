import { idempotencyHours } from '../../../shared/core/idempotency.ts'
import { courierApi } from '../../../shared/client/api.ts'
import type { TokenSource } from '../../../shared/client/http/token.ts'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { accessToken, claimsOf } from '../../staff/api/session.ts'
import type { Entry, Outcome, Reference } from './entry.ts'
import { operations, problemOf, type Sending } from './operations.ts'
import { entriesOf, update } from './store.ts'

/** The timeout of a request, in milliseconds: photos are sent over slow networks. */
const timeout = 60_000
/** The milliseconds within which a request is repeated under its Idempotency-Key: an hour less than the service keeps it. */
const repeatableFor = (idempotencyHours - 1) * 3600 * 1000

/** How sending ended: nothing is left, it goes on after `seconds`, or the user has to sign in. */
export type Sent = { state: 'empty' } | { state: 'later'; seconds: number } | { state: 'signedOut' }

/**
 * Sends the waiting entries of a user in their order, each once: one tab at a time, with the answer stored before the next
 * request. `onChange` is called after each.
 */
export const sendAll = (user: string, onChange: () => void): Promise<Sent> =>
  navigator.locks.request('queue', async () => {
    for (;;) {
      const { entries } = await entriesOf(user)
      const batch = nextBatch(entries)
      if (batch.length === 0) return { state: 'empty' }
      const token = await tokenOf(user)
      if (token === undefined) return { state: 'signedOut' }
      const tried = batch.map((entry) => ({ tried_at: new Date().toISOString(), ...entry }))
      await update(tried)
      const outcomes = await outcomesOf(tried, entries, (refused) => (refused ? tokenOf(user, refused) : token))
      await update(tried.map((entry, n) => after(entry, outcomes[n])))
      onChange()
      const waits = outcomes.flatMap((outcome) => ('later' in outcome ? outcome.later : []))
      if (waits.length > 0) return { state: 'later', seconds: Math.max(...waits) }
    }
  })

/**
 * The access token of the user whose entries are sent; undefined if there is no session, or if it is another's by now.
 * Requests go out with it, or not at all. Throws what `fetch` throws.
 */
async function tokenOf(user: string, refused?: string): Promise<string | undefined> {
  const token = await accessToken(refused)
  return token !== undefined && claimsOf(token).sub === user ? token : undefined
}

/** The first waiting entry, and those after it that one request takes. */
function nextBatch(entries: readonly Entry[]): Entry[] {
  const [first, ...others] = entries.filter(({ state }) => state === 'waiting')
  if (!first) return []
  const { batch } = operations[first.kind]
  if (!batch) return [first]
  const key = batch.key as (input: Entry['input']) => string
  const belongs = (entry: Entry) => entry.kind === first.kind && key(entry.input) === key(first.input)
  const end = others.findIndex((entry) => !belongs(entry))
  return [first, ...(end === -1 ? others : others.slice(0, end))].slice(0, batch.size)
}

async function outcomesOf(
  batch: readonly Entry[],
  all: readonly Entry[],
  token: TokenSource,
): Promise<Outcome[]> {
  const [{ kind, tried_at = '' }] = batch as [Entry]
  const operation = operations[kind]
  if (operation.needsKey && Date.now() - Date.parse(tried_at) > repeatableFor)
    return [{ refused: { status: 0, detail: '' } }]
  const sending: Sending = {
    api: courierApi({
      baseUrl: location.origin,
      token,
      fetch: (request) =>
        fetch(request, {
          cache: 'no-store',
          credentials: 'omit',
          signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]),
        }),
    }),
    resolve: (reference, field) => answerOf(reference, field, all),
  }
  try {
    return await (operation.send as (entries: readonly Entry[], sending: Sending) => Promise<Outcome[]>)(
      batch,
      sending,
    )
  } catch (error) {
    return batch.map(() => outcomeOf(error))
  }
}

/**
 * A refusal is final; without an answer, or with one that is not about the request, it is sent again. The guesses at a code are used
 * up for that code, whenever it is sent.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof CourierError)) return { later: 5 }
  const { status, reason, retryAfter = 10 } = error
  if (reason === 'handover_code_guesses_used_up') return { refused: problemOf(error) }
  if (status === 401 || status === 408 || status === 429 || status > 499) return { later: retryAfter }
  return { refused: problemOf(error) }
}

/** Throws CourierError if the entry that it is of was refused. */
function answerOf(reference: Reference, field: string, all: readonly Entry[]): string {
  if (typeof reference === 'string') return reference
  const answer = all.find(({ id }) => id === reference.entry)?.answer as Record<string, unknown> | undefined
  const value = answer?.[field]
  if (typeof value === 'string') return value
  throw new CourierError({ status: 424, headers: new Headers() }, { detail: '' })
}

function after(entry: Entry, outcome: Outcome | undefined): Entry {
  if (!outcome || 'later' in outcome) return entry
  if ('refused' in outcome) return { ...entry, state: 'refused', problem: outcome.refused }
  // A photo that was sent is not needed any more, and is large.
  const input = entry.kind === 'photo' ? { ...entry.input, blob: new Blob() } : entry.input
  return { ...entry, input, state: 'done', answer: outcome.done } as Entry
}
