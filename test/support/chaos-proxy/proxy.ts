import { accessRequestsOf } from './access.ts'
import { unrestrictedAccess, type AccessControl } from '../../../lib/local/iam/access.ts'
import type { Call } from './calls.ts'
import { faultInjector } from './faults/injector.ts'
import { faultyEmulator } from './faults.ts'
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
 * Starts a proxy between the AWS SDK and the emulator at `upstream`. It injects the faults that DynamoDB may cause. Even
 * without faults, it refuses queries that start outside their range or name attributes that their index does not project, as
 * AWS does and not every emulator.
 */
export async function startChaosProxy(options: {
  upstream: string
  seed?: number
  faults?: Faults
  port?: number
  /** Decides which calls are allowed. Default: all calls. */
  access?: AccessControl
}): Promise<ChaosProxy> {
  const { upstream, seed = 1, faults = allFaults, port = 0, access = unrestrictedAccess } = options
  const emulator = connect(upstream)
  const injector = faultInjector(seed, faults)
  const { forward, start, stop, record } = recorder(emulator.forward)
  const { answer, dropNext } = faultyEmulator(injector, forward, schemas(emulator.forward))

  const controls: Controls = {
    faults: injector.setProbabilities,
    record: start,
    recorded: stop,
    stats: injector.injected,
    dropNext: ([operation, n]) => dropNext(operation, n),
  }
  const server = await listen(port, async (request) => {
    if (request.path === controlPath) {
      const { action, argument } = JSON.parse(request.text) as { action: keyof Controls; argument: never }
      return { status: 200, headers: {}, text: JSON.stringify(controls[action](argument) ?? null) }
    }
    if (!request.operation) return emulator.forward(request)
    const token = String(request.headers['x-amz-security-token'])
    for (const accessRequest of accessRequestsOf(request)) {
      const reason = access.denialReason(token, accessRequest)
      if (reason !== undefined) return denied(reason)
    }
    return record(request, () => answer(request))
  })
  return {
    url: server.url,
    async stop() {
      await server.close()
      emulator.close()
    },
  }
}

const controlPath = '/__chaos'
interface Controls {
  faults: (to: Faults) => void
  record: () => void
  recorded: () => Call[]
  stats: () => Record<keyof Faults, number>
  dropNext: (next: [operation: string, n: number]) => void
}

/** Controls a proxy over HTTP, so that it may run in another process. */
export function chaosControl(url: string) {
  const ask = async <Action extends keyof Controls>(
    action: Action,
    argument?: Parameters<Controls[Action]>[0],
  ) => {
    const response = await fetch(url + controlPath, {
      method: 'POST',
      body: JSON.stringify({ action, argument }),
    })
    if (!response.ok) throw new Error(`The chaos proxy failed to ${action}: ${await response.text()}`)
    return (await response.json()) as ReturnType<Controls[Action]>
  }
  return {
    faults: (faults: Faults) => ask('faults', faults),
    /** Starts to record calls. Each answer is delayed a little during the recording. */
    record: () => ask('record'),
    /** Stops the recording and returns its calls in the order in which they ended. */
    recorded: () => ask('recorded'),
    /** How often each fault was injected. */
    stats: () => ask('stats'),
    /** Carries out the next `n` calls of the operation, such as 'TransactWriteItems', and drops their answers. */
    dropNext: (operation: string, n = 1) => ask('dropNext', [operation, n]),
  }
}
