import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../functions/index.ts'
import type { Route } from '../../shared/http/routing/route.ts'
import type { Answer } from '../support/api/answer.ts'
import { faults, type Fault } from '../support/scenarios/fault-proxy.ts'
import { openLane, type Lane } from '../support/scenarios/lane.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { openIdProvider, type OpenIdProvider } from '../support/oauth/openid-provider.ts'
import { seed, size, report } from '../support/suite/proof.ts'
import { scenariosOn } from '../support/scenarios/all.ts'
import { seconds } from '../support/suite/time.ts'

/** The service asks the client to retry: it is busy, or a request with the same idempotency key is still in progress. */
const retryable = [503, 504]
/**
 * The status that a client may get when it repeats, without a key, a request that was carried out and whose
 * response was lost.
 */
const repetitionStatus: Record<string, number> = {
  'PUT /api/v1/shipments/{id}': 412,
  // A sign-in state and a code work once: the user starts again.
  'GET /api/v1/auth/oauth/{provider}/callback': 400,
  'GET /api/v1/auth/oauth/custom/{name}/callback': 400,
  'POST /api/v1/auth/register': 400,
  'POST /auth/email/verify': 400,
  'POST /auth/email/reset-password': 400,
  'POST /auth/email/accept-invitation': 400,
  'DELETE /api/v1/bags/{id}/packages/{package_id}': 404,
  'DELETE /api/v1/users/me': 403,
  // The session that asks has ended, too.
  'DELETE /api/v1/users/me/sessions': 401,
  'DELETE /api/v1/users/me/sessions/{id}': 401,
  'POST /api/v1/unloadings/{id}/close': 409,
  'DELETE /api/v1/users/{id}/sessions/{session_id}': 404,
  ...Object.fromEntries(
    ['api-keys', 'bags', 'contacts', 'flights', 'shipments', 'packages', 'webhooks'].map((noun) => [
      `DELETE /api/v1/${noun}/{id}`,
      404,
    ]),
  ),
}

/** `npm run test:rest` tests a sample of the routes, and `npm run proof` all. ROUTE selects routes by a part of the key. */
const { ROUTE } = process.env
if (ROUTE !== undefined && !routes.some(({ key }) => key.includes(ROUTE)))
  throw new Error(`No route contains ROUTE=${ROUTE}`)

/** Whether a path is of what travels; the other half of the routes is of accounts, records and integrations. */
export const isOfParcels = (path: string) =>
  /^\/api\/v1\/(shipments|packages|bags|flights|scans?|scan-events?|warehouse|unloadings)\b/.test(path)

/**
 * Injects each fault into each backend call of each writing request of these routes, which are of `what`. The request must
 * still succeed; if its function is killed, the client's retry must. Its effect must exist once and completely.
 */
export function injectFaults(what: string, isOf: (route: Route) => boolean): void {
  let identities: OpenIdProvider
  let lanes: Lane[]
  beforeAll(async () => {
    identities = await openIdProvider()
    lanes = []
    for (let n = 0; n < 4; n++) lanes.push(await openLane(identities))
  })
  afterAll(() => Promise.all([identities.stop(), ...lanes.map((lane) => lane.stop())]))

  const random = seededRandom(seed)
  const writing = routes.filter((route) => (route.kind === 'decide' || route.kind === 'act') && isOf(route))
  const seen = { cells: 0, killed: 0, retries: 0, calls: 0 }

  const tried =
    ROUTE === undefined
      ? random.sample(writing, size(7, writing.length))
      : writing.filter(({ key }) => key.includes(ROUTE))

  test('every writing route has a scenario', async () => {
    const known = Object.keys(scenariosOn(lanes[0]!))
    const missing = writing.map(({ key }) => key).filter((key) => !known.includes(key))
    expect(missing, 'add a scenario for each to a file of test/support/scenarios').toEqual([])
  })

  describe.each(tried.map((route) => [route.key, route] as const))('%s', (key, route) => {
    test('succeeds and takes effect once, whichever fault is injected', { timeout: seconds(600) }, async () => {
      const calls = await callsWithoutFault(lanes[0]!)
      const cells = calls.flatMap(({ operation }, n) =>
        faults
          .filter((fault) => fault !== 'a conflict' || /^(TransactWrite|Update|Put|Delete)Item/.test(operation))
          .map((fault) => ({ at: n + 1, fault, name: `call ${n + 1}, ${operation}: ${fault}` })),
      )
      const chosen = random.sample(cells, size(2, cells.length))
      const all = lanes.map(async (lane) => {
        for (let cell = chosen.pop(); cell; cell = chosen.pop()) await injectFault(lane, cell)
      })
      // After a failure, start no further cases, and wait for the running ones before the next test uses their lanes.
      try {
        await Promise.all(all)
      } finally {
        chosen.length = 0
        await Promise.allSettled(all)
      }
      seen.calls += calls.length
    })

    /** The calls of the request without a fault. */
    async function callsWithoutFault(lane: Lane) {
      const { act, after } = await stage(lane)
      lane.proxy.plan()
      const answer = await act()
      const calls = [...lane.proxy.calls()]
      expect(calls.length, 'the request calls a backend').toBeGreaterThan(0)
      expect(answer.status, answer.text).toBe(route.status)
      await after(answer, false)
      return calls
    }

    async function injectFault(lane: Lane, { at, fault, name }: { at: number; fault: Fault; name: string }) {
      const { act, after } = await stage(lane)
      lane.proxy.plan({ at, fault })
      lane.repeat(randomUUID())
      const first = await Promise.race([act(), lane.proxy.killed()])
      const [injected, calls] = [lane.proxy.injected(), lane.proxy.calls().length]
      let answer: Answer
      if (first === 'killed') {
        await lane.restart()
        answer = await act()
        seen.killed++
      } else answer = first
      lane.proxy.plan()
      let again = first === 'killed'
      // Retry while the response asks for it.
      for (; retryable.includes(answer.status); again = true) {
        // After a killed function, its idempotency key stays reserved for a while.
        lane.pass(Number(answer.headers['retry-after'] ?? 1))
        answer = await act()
        seen.retries++
      }
      lane.repeat(undefined)
      // Cached data, such as an identity provider's keys, may have saved the call with the fault.
      if (calls < at) return
      expect(injected, `${name}: the fault was injected, in ${calls} calls`).toBeGreaterThan(0)
      expect([route.status, repetitionStatus[key]], `${name}: ${answer.text}`).toContain(answer.status)
      await after(answer, again).catch((error: unknown) => {
        throw new Error(`${name}: the state after the request is wrong`, { cause: error })
      })
      seen.cells++
    }

    async function stage(lane: Lane) {
      const scenario = scenariosOn(lane)[key]
      if (!scenario) throw new Error(`Add a scenario for ${key} to test/support/scenarios`)
      lane.begin()
      lane.repeat(undefined)
      lane.proxy.plan()
      return scenario()
    }
  })

  test('the number of injected faults is reported', () => {
    report(
      'Faults',
      `Of ${what}, no acknowledged write is lost, no effect is duplicated or partial, and a retry converges`,
      `${tried.length} writing routes, ${seen.calls} backend calls, ${seen.cells} faults, ${seen.killed} of them kills of the function; the client retried ${seen.retries} times`,
    )
  })
}
