import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { inject, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { anyWalk, unloadingWalk } from '../../support/models/journey/steps.ts'
import { walkJourney } from '../../support/models/journey/walk.ts'
import { size } from '../../support/suite/figures.ts'

test('parcels, bags, flights and all else behave like the model on the engine', async () => {
  const tokens = await tokensOf(randomUUID())
  const { call } = inProcess({ dynamodb: inject('dynamodb') })
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyWalk, unloadingWalk), (steps) => walkJourney(steps, call, tokens)),
    { numRuns: size(2, 4) },
  )
})
