import { afterAll, expect, test, vi } from 'vitest'
import { assembly } from '../support/in-process/context.ts'
import { actor, openCompany } from '../support/simulation/journey.ts'
import { expectInvariants } from '../support/simulation/invariants.ts'
import { openWorld } from '../support/simulation/world.ts'
import { report, seed as firstSeed, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

// People of one company work at once, while everything fails that can fail on AWS. A seed decides all of it, and repeats it.
const actors = 4
const steps = 8
afterAll(() => vi.useRealTimers())
const seeds = Number(process.env.SIMULATIONS ?? size(12, 1000))

test(
  `nothing is lost, doubled or out of order in ${seeds} simulations`,
  { timeout: seconds(size(120, 1200)) },
  async () => {
    const world = await openWorld(assembly())
    let turns = 0
    for (let n = 0; n < seeds; n++) {
      const seed = firstSeed + n
      const company = await openCompany(world)
      let story: readonly string[] = []
      try {
        story = await world.simulate(seed, (scheduler) =>
          Array.from({ length: actors }, (_, n) => actor(world, company, scheduler, `actor ${n + 1}`, steps)),
        )
        await expectInvariants(world, company)
      } catch (error) {
        const { message } = error as Error
        const told = story.filter((line) => line.includes(' ')).join('\n')
        Object.assign(error as Error, {
          message: `Seed ${seed} (SEED=${seed} SIMULATIONS=1 repeats it): ${message}\n${told}`,
        })
        throw error
      }
      turns += story.length
    }
    expect(turns).toBeGreaterThan(seeds * actors * steps)
    report(
      'Simulation',
      'Nothing is lost, doubled or out of order under all faults at once',
      `${seeds} seeds, ${actors} people with ${steps} steps each, ${turns} turns`,
    )
  },
)
