import { QueryClient } from '@tanstack/preact-query'
import { courierApi } from '../../../shared/client/api.ts'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { common } from '../messages/common.ts'
import { refusalOf } from '../messages/refusals.ts'
import { answered } from './answered.ts'
import { accessToken, endSession } from './session.ts'
import { stepUp } from './step-up.ts'

/** In milliseconds. */
const timeout = 20_000

/** The API as the signed-in user. A request that is refused even with a new token ends the session. */
export const api = courierApi({
  baseUrl: location.origin,
  token: accessToken,
  stepUp,
  fetch: (request) =>
    answered(request, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]),
    }),
})

/** Whether the same read may succeed later. */
const isTransient = (error: unknown) => !(error instanceof CourierError) || error.status > 499

/** The cache of reads, kept while a screen that shows them is open. Reads are repeated only when they may succeed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      gcTime: 300_000,
      retry: (failures, error) => failures < 3 && isTransient(error),
    },
  },
})
queries.getQueryCache().subscribe(({ query }) => {
  const error: unknown = query.state.error
  if (error instanceof CourierError && error.status === 401) endSession()
})

/** Whether a read of this screen has failed and may succeed now: it may have missed a change. */
export const someReadFailed = () =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => state.status === 'error' && isTransient(state.error))

/** The reasons of responses that name none: those of the gateway itself, and of an earlier version of the service. */
const reasonOf: Readonly<Record<number, string>> = {
  401: 'not_authenticated',
  403: 'role_not_permitted',
  412: 'record_changed',
  429: 'too_many_requests',
  503: 'service_busy',
}

/** The text of an error for the user. */
export function messageOf(error: unknown): string {
  if (!(error instanceof CourierError)) return navigator.onLine ? common.failing : common.offline
  const { status, detail, reason = reasonOf[status], params } = error
  const { text, isKnown } = refusalOf({ detail, reason, params })
  return isKnown || status < 500 ? text : common.failing
}
