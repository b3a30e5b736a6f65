import { askedOf } from './access.ts'
import { unrestrictedAccess, type AccessControl } from '../../../lib/local/iam/access.ts'
import type { Call } from './calls.ts'
import { chance } from './faults/chance.ts'
import { cloud } from './faults.ts'
import { allFaults, type Faults } from './faults/odds.ts'
import { denied } from './refusals.ts'
import { recorder } from './record.ts'
import { schemas } from './schema.ts'
import { listen } from './server.ts'
import { connect } from './wire.ts'

export interface ChaosProxy {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a proxy that stands between the AWS SDK and the emulator at `upstream` and does what the cloud does at its
 * worst. Without faults it changes nothing but this: it refuses, as AWS does, to start a query outside its own range.
 */
export async function startChaosProxy(options: {
  upstream: string
  seed?: number
  faults?: Faults
  port?: number
  /** Who may do what; anybody may do anything without. */
  access?: AccessControl
}): Promise<ChaosProxy> {
  const { upstream, seed = 1, faults = allFaults, port = 0, access = unrestrictedAccess } = options
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
      const refusal = access.denialReason(token, asked)
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
export function chaosControl(url: string) {
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
