import { apiKeysScenarios } from './api-keys.ts'
import { handoverScenarios } from './handovers.ts'
import type { Lane } from './lane.ts'
import { noticesScenarios } from './notices.ts'
import { parcelsScenarios } from './parcels.ts'
import { peopleScenarios } from './people.ts'
import { recordsScenarios } from './records.ts'
import { transfersScenarios } from './transfers.ts'
import { travelScenarios } from './travel.ts'
import { unloadingScenarios } from './unloading.ts'
import { exampleScenarios } from './example.ts'
import { fixturesOn } from './fixtures.ts'
import type { Scenarios } from './types.ts'

/** The scenarios of all writing routes. */
export function scenariosOn(lane: Lane): Scenarios {
  const on = fixturesOn(lane)
  return {
    ...exampleScenarios(on),
    ...peopleScenarios(lane, on),
    ...apiKeysScenarios(lane, on),
    ...parcelsScenarios(lane, on),
    ...travelScenarios(lane, on),
    ...recordsScenarios(lane, on),
    ...unloadingScenarios(lane, on),
    ...handoverScenarios(lane, on),
    ...noticesScenarios(lane, on),
    ...transfersScenarios(lane, on),
  }
}
