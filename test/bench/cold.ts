import { expectAlike } from './alike.ts'
import { firstAnswer, pinned, type Boot, type Contender } from './boot.ts'
import { bareNode, bundlePeers, peersOf } from './contenders.ts'
import { openScene, type Request } from './scene.ts'
import { inTurn, median, over, spread, type Run, type Section } from './table.ts'

/**
 * Cold start: a fresh Node process loads a function and answers its first request, which reads the secrets
 * extension and DynamoDB. Lambda's own work before and after is not part of it.
 */
export async function cold({ say, short, assembly }: Run): Promise<Section> {
  const rounds = short ? 1 : 21
  await bundlePeers()
  await using scene = await openScene(assembly)
  const { environment } = scene.fn('shipments')
  const own = (group: string, name: string): Contender => ({ name, ...scene.fn(group) })
  const us = own('shipments', 'ours: shipments, create')
  const byGuide = peersOf('guide', environment).map(called('as its guide builds'))
  const asOurs = peersOf('ours', environment).map(called('bundled as ours'))
  say('checking that all contenders behave alike')
  await expectAlike(scene, us, { peers: [...byGuide, ...asOurs] })

  const run = (one: Contender, request: Request) => ({ one, request, boots: [] as Boot[] })
  const base = run(bareNode(environment), scene.health)
  const ours = run(us, scene.create)
  const runs = [
    base,
    ours,
    run(own('packages', 'ours: packages, read'), scene.readPackage),
    run(own('tracking', 'ours: tracking, read'), scene.track),
    ...[...byGuide, ...asOurs].map((one) => run(one, scene.create)),
  ]
  // The first round loads the files into the page cache and is not counted.
  for (let round = 0; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    for (const { one, request, boots } of inTurn(runs, round)) {
      const boot = await firstAnswer(one, request)
      if (round > 0) boots.push(boot)
    }
  }

  const answered = ({ boots }: typeof base) => boots.map(({ answered }) => answered)
  const cpu = ({ boots }: typeof base) => boots.map(({ cpu }) => cpu)
  /** For each round, the time in addition to that of bare Node. */
  const beyond = (of: typeof answered, each: typeof base) =>
    of(each).map((time, round) => time - (of(base)[round] ?? NaN))
  const ofTheirs = (of: typeof answered, each: typeof base) =>
    each === base ? '' : spread(over(beyond(of, ours), beyond(of, each)))
  const rows = runs.map((each) => [
    each.one.name,
    median(answered(each)).toFixed(0),
    spread(over(answered(each), answered(base))),
    ofTheirs(answered, each),
    median(cpu(each)).toFixed(0),
    spread(over(cpu(each), cpu(base))),
    ofTheirs(cpu, each),
  ])
  const head = ['', 'ms', '× bare Node', 'ours ÷ it', 'CPU ms', 'CPU × bare Node', 'ours ÷ it']
  return {
    about: `A fresh process${pinned ? ' on one core' : ''} loads the function and answers its first request: milliseconds since the process started, and of CPU time. Peers serve the same create with the same calls, bundled as this service is, and as their guides describe: Hono with CDK’s NodejsFunction, which leaves the SDK external, the others with their packages as installed. “Ours ÷ it” is the time of our create over bare Node, divided by that of the peer over bare Node. ${rounds} rounds in turn; medians, quartiles in brackets.`,
    tables: [[head, ...rows]],
  }
}

const called = (how: string) => (one: Contender) => ({ ...one, name: `${one.name}, ${how}` })
