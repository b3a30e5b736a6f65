import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartupError } from '../../../lib/local/runtime/startup-error.ts'
import { bareExpress, bundlePeers } from '../contenders.ts'
import { openScene } from '../scene.ts'
import { inTurn, median, over, spread, type Run, type Section } from '../table.ts'

const inFlight = 32

/**
 * Measures the local cloud's throughput, compared with a server that makes the same GetItem call, and the growth of its
 * memory.
 */
export async function load({ say, short, assembly }: Run): Promise<Section> {
  const [perRound, rounds] = short ? [50, 1] : [2000, 11]
  const [enduranceRequests, step] = short ? [300, 10] : [300_000, 10_000]
  await bundlePeers()
  await using scene = await openScene(assembly)
  await using processes = new AsyncDisposableStack()
  const start = (file: string, env: NodeJS.ProcessEnv) => {
    const child = fork(file, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    processes.defer(() => void child.kill())
    return child
  }
  const client = start(join(import.meta.dirname, 'client.ts'), {})
  const { bundle, environment } = bareExpress(scene.fn('shipments').environment)
  const [{ port }] = (await once(start(bundle, environment), 'message')) as [{ port: number }]
  const { path, authorization } = scene.shipment
  const measureRate = (base: string, requests: number) =>
    rate(client, { url: base + path, authorization, requests, inFlight })
  const [ours, express] = [
    { base: scene.url, rates: [] as number[] },
    { base: `http://127.0.0.1:${port}`, rates: [] as number[] },
  ]
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    for (const { base, rates } of inTurn([ours, express], round)) {
      const perSecond = await measureRate(base, perRound)
      if (round > 0) rates.push(perSecond)
    }
  }
  const sizes: number[] = []
  for (let n = 0; n < enduranceRequests; n += step) {
    say(`${n} of ${enduranceRequests} requests`)
    await measureRate(ours.base, step)
    sizes.push(process.memoryUsage.rss() / 1e6)
  }
  const row = (name: string, { rates }: typeof ours) => [
    name,
    median(rates).toFixed(0),
    spread(over(rates, express.rates)),
  ]
  const megabytes = (n: number) => `${(sizes[n] ?? NaN).toFixed(0)} MB`
  const marks = [0, 9, 19, 29]
  return {
    about: `A shipment is read ${perRound.toLocaleString('en')} times with ${inFlight} requests in flight, by a client in a separate process, ${rounds} rounds in turn. Express returns the result of GetItem from one process; the local cloud verifies the token, throttles, invokes a function, validates item and response, and logs. Both use the same emulator. Then ${enduranceRequests.toLocaleString('en')} more requests, and the memory of the local cloud (resident, all threads).`,
    tables: [
      [['', 'requests a second', '× Express'], row('local cloud', ours), row('Express', express)],
      [
        ['requests', ...marks.map((n) => ((n + 1) * step).toLocaleString('en'))],
        ['memory', ...marks.map(megabytes)],
      ],
    ],
  }
}

/** Returns the requests per second. Throws StartupError if a status is not 200. */
async function rate(client: ChildProcess, task: object): Promise<number> {
  client.send(task)
  const [{ perSecond, statuses }] = (await once(client, 'message')) as [
    { perSecond: number; statuses: unknown[] },
  ]
  if (statuses.length !== 1 || statuses[0] !== 200)
    throw new StartupError(
      `The server responded with ${statuses.join(', ')} instead of 200. Only correct responses are measured.`,
    )
  return perSecond
}
