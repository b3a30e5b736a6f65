import { expectAlike } from './alike.ts'
import { runner, type Contender, type Milliseconds } from './boot.ts'
import { bareSdk, bundlePeers, peersOf } from './contenders.ts'
import { openScene } from './scene.ts'
import { inTurn, median, over, spread, type Run, type Section } from './table.ts'

/**
 * Measures the time of a request in a warm process, compared with the SDK's call alone for the same item. Each contender
 * has its own process. They run in turn, one at a time.
 */
export async function warm({ say, short, assembly }: Run): Promise<Section> {
  const [rounds, times, warmUp] = short ? [1, 2, 1] : [31, 100, 1000]
  await bundlePeers()
  await using scene = await openScene(assembly)
  const { bundle, environment } = scene.fn('shipments')
  const us: Contender = { name: 'ours', bundle, environment }
  const [sdk, peers] = [bareSdk(environment), peersOf('ours', environment)]
  say('checking that all contenders behave alike')
  await expectAlike(scene, us, { peers, callsAlone: [sdk] })

  await using processes = new AsyncDisposableStack()
  const run = (one: Contender) => ({
    name: one.name,
    process: processes.use(runner(one)),
    create: [] as Milliseconds[],
    read: [] as Milliseconds[],
  })
  const base = run(sdk)
  const runs = [base, run(us), ...peers.map(run)]
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
    for (const kind of kinds)
      for (const each of inTurn(runs, round)) {
        const seen = await each.process.round(scene[kind], round === 0 ? warmUp : times)
        if (round > 0) each[kind].push(seen)
      }
  }

  const cells = (each: typeof base, kind: Kind, measure: keyof Milliseconds) => {
    const [all, alone] = [each, base].map((one) => one[kind].map((round) => round[measure])) as [
      number[],
      number[],
    ]
    return [median(all).toFixed(2), spread(over(all, alone))]
  }
  const table = (kind: Kind) => [
    [kind, 'CPU ms', 'CPU × bare SDK', 'ms', '× bare SDK'],
    ...runs.map((each) => [each.name, ...cells(each, kind, 'cpu'), ...cells(each, kind, 'wall')]),
  ]
  return {
    about: `${times} requests after ${warmUp} to warm up, one after the other, ${rounds} rounds in turn: milliseconds per request, of CPU time (user and system, all threads) and elapsed. The bare SDK sends the same command with the same item and does nothing else. All use one token: this service caches a verified token until it expires, the others verify it each time. Medians, quartiles in brackets.`,
    tables: kinds.map(table),
  }
}

const kinds = ['create', 'read'] as const
type Kind = (typeof kinds)[number]
