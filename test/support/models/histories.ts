import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { caller } from '../api/client.ts'
import type { Operation } from './linearise.ts'
import { emailsTo } from '../mail/mailbox.ts'
import type { Exchange, Exchanged, Guess, Loaded, Loading } from './registers.ts'
import { add, addCourier, newTenant, openBag, password, schedule, book, type Tenant } from '../api/tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** A random integer from 0 to `n` - 1, the same each time for the same seed. */
export type Below = (n: number) => number
/** One of this many answers is lost. */
const lostOneIn = 8

/** Records requests and their answers. */
function recording<I, O>(below: Below) {
  const history: Operation<I, O>[] = []
  return {
    history,
    async record(input: I, ask: () => Promise<O>): Promise<O | undefined> {
      const lost = below(lostOneIn) === 0
      const began = performance.now()
      const answer = await ask()
      const output = lost ? undefined : answer
      history.push({ input, output, began, ended: performance.now() })
      return output
    },
  }
}

/** Runs concurrent clients, which together perform `steps` actions. */
async function runClients(clients: number, steps: number, act: () => Promise<unknown>): Promise<void> {
  let remaining = steps
  const client = async () => {
    while (remaining-- > 0) await act()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Clients that share a session exchange its old and new refresh tokens, both concurrently and much later. */
export async function familyHistory(below: Below, clients: number) {
  const tenant = await newTenant()
  const { history, record } = recording<Exchange, Exchanged>(below)
  const tokens = [tenant.refresh_token]
  const keys = [undefined, undefined, randomUUID(), randomUUID()]
  await runClients(clients, 14, async () => {
    // After two seconds, a repeated exchange counts as reuse, no longer as a race.
    if (below(6) === 0) await pause(2050)
    const token = below(4) === 0 ? tokens[below(tokens.length)]! : tokens.at(-1)!
    const key = keys[below(keys.length)]
    const input: Exchange =
      below(40) === 0 ? { token, ends: true } : { token, ...(key !== undefined && { key }) }
    const answer = await record(input, async () => {
      const { status, body } = await tenant.call(`POST /api/v1/auth/${input.ends ? 'logout' : 'refresh'}`, {
        body: { refresh_token: token },
        headers: input.key === undefined ? {} : { 'idempotency-key': input.key },
      })
      return { status, ...(status === 200 && !input.ends && { token: body.refresh_token as string }) }
    })
    if (answer?.token !== undefined && !tokens.includes(answer.token)) tokens.push(answer.token)
  })
  return { first: tenant.refresh_token, history }
}

/** Clients load one flight with three bags and five packages, and change its capacity. */
export async function flightHistory(below: Below, clients: number, tenant: Tenant) {
  const limit = 6 + below(8)
  const [flight, courier, shipment] = await Promise.all([
    schedule(tenant, { max_weight_kg: limit }),
    addCourier(tenant),
    book(tenant),
  ])
  const bags = await Promise.all([1, 2, 3].map(async () => (await openBag(tenant)).id as string))
  const weights: Record<string, number> = {}
  for (let n = 0; n < 5; n++) {
    const weight = 1 + below(6)
    weights[(await add(tenant, shipment.id, { weight })).id] = weight
  }
  const one = (of: readonly string[]) => of[below(of.length)]!
  const { history, record } = recording<Loading, Loaded>(below)
  const inputs: (() => Request)[] = [
    () => ({ do: 'assign', bag: one(bags) }),
    () => ({ do: 'pack', bag: one(bags), package: one(Object.keys(weights)) }),
    () => ({ do: 'pack', bag: one(bags), package: one(Object.keys(weights)) }),
    () => ({ do: 'unpack', bag: one(bags), package: one(Object.keys(weights)) }),
    () => ({ do: 'limit', kilograms: 3 + below(14) }),
    () => ({ do: 'read' }),
  ]
  await runClients(clients, 16, async () => {
    const input = inputs[below(inputs.length)]!()
    await record(input, () => load(tenant, { flight: flight.id, courier: courier.id }, input))
  })
  return { limit, weights, history: history.flatMap(withWeighing) }
}

/** A package is added or removed at one moment, and the response shows the bag at a moment after it. */
function withWeighing(operation: Operation<Loading, Loaded>): Operation<Loading, Loaded>[] {
  const { input, output } = operation
  if (!('package' in input) || output?.kilograms === undefined) return [operation]
  return [
    { ...operation, output: { status: output.status } },
    { ...operation, input: { do: 'weigh', bag: input.bag } },
  ]
}

type Request = Exclude<Loading, { do: 'weigh' }>
async function load(tenant: Tenant, ids: { flight: string; courier: string }, input: Request): Promise<Loaded> {
  const flight = `/api/v1/flights/${ids.flight}`
  const bag = 'bag' in input ? `/api/v1/bags/${input.bag}` : ''
  if (input.do === 'assign') {
    const body = { courier_id: ids.courier, flight_id: ids.flight }
    return { status: (await tenant.send(`POST ${bag}/assign-courier`, { body })).status }
  }
  if (input.do === 'limit')
    return { status: (await tenant.send(`PUT ${flight}`, { body: { max_weight_kg: input.kilograms } })).status }
  if (input.do === 'read') {
    const { status, body } = await tenant.send(`GET ${flight}/status`)
    return { status, kilograms: body.available_weight_kg }
  }
  const method = input.do === 'pack' ? 'POST' : 'DELETE'
  const { status, body } = await tenant.send(`${method} ${bag}/packages/${input.package}`)
  return { status, ...(status === 200 && { kilograms: body.total_weight_kg as number }) }
}

/** Clients guess both codes of one user. Returns a separate history for each code. */
export async function codeHistories(below: Below, clients: number) {
  const { email } = await newTenant()
  const call = caller()
  const purposes = {
    verification: { ask: 'send-verification', use: 'verify', more: {} },
    reset: { ask: 'send-reset-password', use: 'reset-password', more: { new_password: `${password}, new` } },
  }
  const parts = await Promise.all(
    Object.values(purposes).map(async ({ ask, use, more }) => {
      expect((await call(`POST /auth/email/${ask}`, { body: { email } })).status).toBe(200)
      return { use, more, ...recording<Guess, number>(below) }
    }),
  )
  const good = await codesOf(email)
  const guess = async (which: number, right: boolean) => {
    const { use, more, record } = parts[which]!
    const code = right ? good[which]! : 'WRONG000'
    await record({ right }, async () => {
      const answer = await call(`POST /auth/email/${use}`, { body: { email, code, ...more } })
      return answer.status
    })
  }
  // Sometimes the first four guesses are wrong, and then all clients send right codes, which write to the same user.
  if (below(2) === 0) {
    for (let n = 0; n < 4; n++) await Promise.all([guess(0, false), guess(1, false)])
    await Promise.all(Array.from({ length: clients }, (_, n) => guess(n % 2, true)))
  } else await runClients(clients, 13, () => guess(below(2), below(3) === 0))
  return parts.map(({ history }) => history)
}

/** The codes in both e-mails to an address: to verify it, and to reset the password. */
async function codesOf(to: string): Promise<string[]> {
  return waitFor(
    async () => {
      const emails = await emailsTo({ to })
      return [/confirm/i, /password/i].map((topic) => {
        const found = emails.filter(({ subject }) => topic.test(subject))
        expect(found).toHaveLength(1)
        return /^[0-9A-HJKMNP-TV-Z]{8}$/m.exec(found[0]!.body.text)![0]
      })
    },
    { timeout: seconds(20), interval: 100 },
  )
}
