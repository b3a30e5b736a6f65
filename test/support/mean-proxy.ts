import { askedOf } from './mean-proxy-access.ts'
import { ownersOnly, type Access } from '../../lib/local/access.ts'
import { chance } from './mean-proxy-chance.ts'
import { cloud } from './mean-proxy-cloud.ts'
import { denied } from './mean-proxy-refusals.ts'
import { recorder } from './mean-proxy-record.ts'
import { schemas } from './mean-proxy-schema.ts'
import { listen } from './mean-proxy-server.ts'
import { connect } from './mean-proxy-wire.ts'

/** How probable each fault is, 0 to 1. DynamoDB is free to do every one of them, and the emulator does none. */
export interface Faults {
  /** A write, or a transaction, is cancelled because another transaction holds an item of it. */
  conflict: number
  /** The call is carried out and its answer never arrives. */
  lost: number
  /** The call is not carried out: a server error, or throttling. */
  refusedBefore: number
  /** An index query sees the index as it was up to 2 s ago. */
  stale: number
  /** A query's page is shorter than its limit, or empty, and there is more. */
  short: number
  /** A batch of which some keys were not processed. */
  unprocessed: number
}
export const mean: Faults = {
  ...{ conflict: 0.15, lost: 0.06, refusedBefore: 0.03 },
  ...{ stale: 0.3, short: 0.3, unprocessed: 0.2 },
}
export const kind: Faults = { conflict: 0, lost: 0, refusedBefore: 0, stale: 0, short: 0, unprocessed: 0 }

/** A recorded call. Times are in milliseconds, of the proxy's own clock. */
export interface Call {
  operation: string
  index?: string
  startedAt: number
  endedAt: number
  /** The capacity units it consumed; 0 where nothing was carried out. */
  units: number
  /** How many writes a transaction has. */
  writes?: number
}

/** The longest chain of calls of which each began after the one before had ended: what a request waits for. */
export function inSequence(calls: Call[]): number {
  let [length, ended] = [0, -Infinity]
  // Of all that could come next, the one that ends first leaves most room.
  for (const call of calls.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < ended) continue
    length++
    ended = call.endedAt
  }
  return length
}

export interface MeanProxy {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a proxy that stands between the AWS SDK and the emulator at `upstream` and does what the cloud does at its
 * worst. Without faults it changes nothing but this: it refuses, as AWS does, to start a query outside its own range.
 */
export async function startMeanProxy(options: {
  upstream: string
  seed?: number
  faults?: Faults
  port?: number
  /** Who may do what; anybody may do anything without. */
  access?: Access
}): Promise<MeanProxy> {
  const { upstream, seed = 1, faults = mean, port = 0, access = ownersOnly } = options
  const emulator = connect(upstream)
  const luck = chance(seed, faults)
  const tape = recorder(emulator.forward)
  const { answer, dropNext } = cloud(luck, tape.forward, schemas(emulator.forward))

  const controls: Controls = {
    faults: luck.setOdds,
    record: tape.start,
    recorded: tape.stop,
    stats: luck.struck,
    dropNext: ([operation, n]) => dropNext(operation, n),
  }
  const server = await listen(port, async (request) => {
    if (request.path === controlPath) {
      const { action, argument } = JSON.parse(request.text) as { action: keyof Controls; argument: never }
      return { status: 200, headers: {}, text: JSON.stringify(controls[action](argument) ?? null) }
    }
    if (!request.operation) return emulator.forward(request)
    const token = String(request.headers['x-amz-security-token'])
    for (const asked of askedOf(request)) {
      const refusal = access.refusal(token, asked)
      if (refusal !== undefined) return denied(refusal)
    }
    return tape.note(request, () => answer(request))
  })
  return {
    url: server.url,
    async stop() {
      await server.close()
      emulator.close()
    },
  }
}

const controlPath = '/__mean'
interface Controls {
  faults: (to: Faults) => void
  record: () => void
  recorded: () => Call[]
  stats: () => Record<keyof Faults, number>
  dropNext: (next: [operation: string, n: number]) => void
}

/** Controls a proxy, in whatever process it runs. */
export function meanControl(url: string) {
  const ask = async <Action extends keyof Controls>(
    action: Action,
    argument?: Parameters<Controls[Action]>[0],
  ) => {
    const response = await fetch(url + controlPath, {
      method: 'POST',
      body: JSON.stringify({ action, argument }),
    })
    if (!response.ok) throw new Error(`The mean proxy cannot ${action}: ${await response.text()}`)
    return (await response.json()) as ReturnType<Controls[Action]>
  }
  return {
    faults: (faults: Faults) => ask('faults', faults),
    /** From now on calls are recorded, and each answer is held back a little. */
    record: () => ask('record'),
    /** Ends the recording and answers its calls, in the order in which they ended. */
    recorded: () => ask('recorded'),
    /** How often each fault has struck. */
    stats: () => ask('stats'),
    /** The next `n` calls of the operation, as 'TransactWriteItems', are carried out and their answers lost. */
    dropNext: (operation: string, n = 1) => ask('dropNext', [operation, n]),
  }
}
