import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'vitest'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { anyWalk, unloadingWalk } from '../../support/models/journey/steps.ts'
import { walkJourney } from '../../support/models/journey/walk.ts'
import { size } from '../../support/suite/figures.ts'
import { seconds } from '../../support/suite/time.ts'

async function walkOnce(steps: Parameters<typeof walkJourney>[0]) {
  const service = inProcess({ store: memoryStore() })
  return walkJourney(steps, service.call, await tokensOf(randomUUID(), 900, service))
}

describe('parcels, bags, flights, couriers, cases, unloadings and hand-overs behave like the model', () => {
  test.for([
    ['any steps', anyWalk, size(60, 300)],
    ['steps of warehouses', unloadingWalk, size(8, 100)],
  ] as const)('%s', { timeout: seconds(1200) }, async ([, walk, runs]) => {
    await fc.assert(fc.asyncProperty(walk, walkOnce), { numRuns: Number(process.env.MODEL_RUNS ?? runs) })
  })
})
