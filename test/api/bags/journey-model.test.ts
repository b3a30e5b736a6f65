import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, test } from 'vitest'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { anyWalk, unloadingWalk } from '../../support/models/journey/steps.ts'
import { walkJourney } from '../../support/models/journey/walk.ts'
import { size } from '../../support/suite/figures.ts'
import { seconds } from '../../support/suite/time.ts'

let tokens: Record<Role, string>
beforeAll(async () => {
  tokens = await tokensOf(randomUUID())
})

describe('parcels, bags, flights, couriers, cases, unloadings and hand-overs behave like the model', () => {
  test.for([
    ['any steps', anyWalk, size(60, 300)],
    ['steps of warehouses', unloadingWalk, size(8, 100)],
  ] as const)('%s', { timeout: seconds(1200) }, async ([, walk, runs]) => {
    await fc.assert(
      fc.asyncProperty(walk, (steps) => walkJourney(steps, inProcess({ store: memoryStore() }).call, tokens)),
      { numRuns: Number(process.env.MODEL_RUNS ?? runs) },
    )
  })
})
