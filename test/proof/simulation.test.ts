import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assembly } from '../support/in-process/context.ts'
import { actor, openCompany } from '../support/simulation/journey.ts'
import { expectInvariants } from '../support/simulation/invariants.ts'
import { openWorld } from '../support/simulation/world.ts'
import { report, seed as firstSeed, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

// People of one company work at once, while everything fails that can fail on AWS. A seed decides all of it, and repeats it.
const seeds = Number(process.env.SIMULATIONS ?? size(12, 1000))
const [actors, steps] = [4, 8]
// The first simulation also loads what the functions need. What it finds is not part of a test.
beforeAll(() => simulate(0).then(undefined, () => undefined))
afterAll(() => vi.useRealTimers())

/**
 * Simulates a seed with a new company of a new service, whose caches are empty. Returns its story; an error has the part of the
 * people and faults in its message.
 */
async function simulate(seed: number): Promise<readonly string[]> {
  const world = await openWorld(assembly())
  const company = await openCompany(world)
  let story: readonly string[] = []
  try {
    await world.simulate(seed, (scheduler) => {
      story = scheduler.story
      return Array.from({ length: actors }, (_, n) => actor(world, company, scheduler, `actor ${n + 1}`, steps))
    })
    await expectInvariants(world, company)
  } catch (error) {
    const failure = error as Error
    const repeat = `Seed ${seed} (SEED=${seed} SIMULATIONS=1 repeats it)`
    failure.message = [`${repeat}: ${failure.message}`, ...story.filter((line) => line.includes(' '))].join(
      '\n',
    )
    throw failure
  }
  return story
}

test(
  `nothing is lost, doubled or out of order in ${seeds} simulations`,
  { timeout: seconds(size(120, 1200)) },
  async () => {
    let turns = 0
    for (let n = 0; n < seeds; n++) turns += (await simulate(firstSeed + n)).length
    expect(turns).toBeGreaterThan(seeds * actors * steps)
    report(
      'Simulation',
      'Nothing is lost, doubled or out of order under all faults at once',
      `${seeds} seeds, ${actors} people with ${steps} steps each, ${turns} turns`,
    )
  },
)

test('a seed repeats its story', async () => {
  /** Ids, codes, and the keys made of them are of the company. */
  const plain = (story: readonly string[]) =>
    story.map((line) =>
      line
        .replace(/(put|update|delete|check) [^,]+?(, |: \w+$)/g, '$1$2')
        .replace(/[\da-f-]{36}|(PKG|TRK)-\w+/g, '…'),
    )
  for (let n = 0; n < size(3, 30); n++) {
    const [first, again] = [await simulate(firstSeed + n), await simulate(firstSeed + n)]
    expect(plain(again)).toEqual(plain(first))
  }
})
