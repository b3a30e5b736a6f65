import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../functions/index.ts'
import type { Answer } from '../support/api/answer.ts'
import { faults, type Fault } from '../support/scenarios/fault-proxy.ts'
import { openLane, type Lane } from '../support/scenarios/lane.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { openIdProvider, type OpenIdProvider } from '../support/oauth/openid-provider.ts'
import { seed, size, report } from '../support/suite/proof.ts'
import { scenariosOn } from '../support/scenarios/all.ts'

// Each call that a writing request makes to a backend meets each fault. The request succeeds nevertheless, or, where its
// function dies, the client's retry does; and what it did is there once and whole.
let identities: OpenIdProvider
let lanes: Lane[]
beforeAll(async () => {
  identities = await openIdProvider()
  lanes = []
  for (let n = 0; n < 4; n++) lanes.push(await openLane(identities))
})
afterAll(() => Promise.all([identities.stop(), ...lanes.map((lane) => lane.stop())]))

/** The service is busy, or another of the client's own requests is still under way. */
const comeAgain = [503, 504]
/**
 * The status that a client may get when it repeats, without a key, a request that was carried out and whose
 * response was lost.
 */
const goneAgain: Record<string, number> = {
  'PUT /api/v1/shipments/{id}': 412,
  // A state is good once, and a code; the person begins anew.
  'GET /api/v1/auth/oauth/{provider}/callback': 400,
  'GET /api/v1/auth/oauth/custom/{name}/callback': 400,
  'POST /api/v1/auth/register': 400,
  'POST /auth/email/verify': 400,
  'POST /auth/email/reset-password': 400,
  'POST /auth/email/accept-invitation': 400,
  'DELETE /api/v1/bags/{id}/packages/{package_id}': 404,
  ...Object.fromEntries(
    ['bags', 'flights', 'shipments', 'packages', 'users/me/sessions', 'webhooks'].map((noun) => [
      `DELETE /api/v1/${noun}/{id}`,
      404,
    ]),
  ),
}

const random = seededRandom(seed)
const writing = routes.filter(({ kind }) => kind === 'decide' || kind === 'act')
const seen = { cells: 0, killed: 0, again: 0, calls: 0 }

/** `npm test` tries some of the routes, the same ones each time; `npm run proof` tries all. ROUTE has part of one's key. */
const { ROUTE } = process.env
const tried =
  ROUTE === undefined
    ? random.sample(writing, size(14, writing.length))
    : writing.filter(({ key }) => key.includes(ROUTE))

test('every writing route has a scenario', async () => {
  const known = Object.keys(scenariosOn(lanes[0]!))
  const missing = writing.map(({ key }) => key).filter((key) => !known.includes(key))
  expect(missing, 'add a scenario for each to a file of test/support/scenarios').toEqual([])
})

describe.each(tried.map((route) => [route.key, route] as const))('%s', (key, route) => {
  test('counts once and succeeds, whatever befalls its calls', { timeout: 600_000 }, async () => {
    const made = await without(lanes[0]!)
    const cells = made.flatMap(({ operation }, n) =>
      faults
        .filter((fault) => fault !== 'a conflict' || /^(TransactWrite|Update|Put|Delete)Item/.test(operation))
        .map((fault) => ({ at: n + 1, fault, name: `call ${n + 1}, ${operation}: ${fault}` })),
    )
    const chosen = random.sample(cells, size(2, cells.length))
    // The clients of S3 and SQS are one for all lanes.
    const free = made.every(({ service }) => service === 'dynamodb') ? [...lanes] : [lanes[0]!]
    const all = free.map(async (lane) => {
      for (let cell = chosen.pop(); cell; cell = chosen.pop()) await strike(lane, cell)
    })
    // After the first failure no other begins, and those under way end before the next test takes their lanes.
    await Promise.all(all).finally(() => {
      chosen.length = 0
      return Promise.allSettled(all)
    })
    seen.calls += made.length
  })

  /** The calls that the request makes where nothing befalls it. */
  async function without(lane: Lane) {
    const { act, after } = await stage(lane)
    lane.proxy.plan()
    const answer = await act()
    const made = [...lane.proxy.calls()]
    expect(made.length, 'it calls something').toBeGreaterThan(0)
    expect(answer.status, answer.text).toBe(route.status)
    await after(answer, false)
    return made
  }

  async function strike(lane: Lane, { at, fault, name }: { at: number; fault: Fault; name: string }) {
    const { act, after } = await stage(lane)
    lane.proxy.plan({ at, fault })
    lane.repeat(randomUUID())
    const first = await Promise.race([act(), lane.proxy.killed()])
    const [struck, made] = [lane.proxy.injected(), lane.proxy.calls().length]
    let answer: Answer
    if (first === 'killed') {
      await lane.restart()
      answer = await act()
      seen.killed++
    } else answer = first
    lane.proxy.plan()
    // The response asked the client to retry.
    let again = first === 'killed'
    for (; comeAgain.includes(answer.status); again = true) {
      // A retry after a crashed function may find its reservation until that expires.
      lane.pass(Number(answer.headers['retry-after'] ?? 1))
      answer = await act()
      seen.again++
    }
    lane.repeat(undefined)
    // What is kept from before, such as an identity provider's keys, is not asked for again.
    if (made < at) return
    expect(struck, `${name}: the fault struck, in ${made} calls`).toBeGreaterThan(0)
    expect([route.status, goneAgain[key]], `${name}: ${answer.text}`).toContain(answer.status)
    await after(answer, again).catch((error: unknown) => {
      throw new Error(`${name}: afterwards`, { cause: error })
    })
    seen.cells++
  }

  async function stage(lane: Lane) {
    const scenario = scenariosOn(lane)[key]
    if (!scenario) throw new Error(`add to test/support/scenarios what must hold after ${key}`)
    await lane.begin()
    lane.repeat(undefined)
    lane.proxy.plan()
    return scenario()
  }
})

test('all of it was tried', () => {
  report(
    'Faults',
    'No acknowledged write is lost, no effect is duplicated or partial, and a retry converges',
    `${tried.length} writing routes, ${seen.calls} backend calls, ${seen.cells} faults, ${seen.killed} of them kills of the function; the client retried ${seen.again} times`,
  )
})
