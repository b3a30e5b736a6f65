import type { Answer } from './client.ts'
import type { Lane } from './lane.ts'
import { parcelsScenarios } from './scenarios-parcels.ts'
import { peopleScenarios } from './scenarios-people.ts'
import { recordsScenarios } from './scenarios-records.ts'
import { travelScenarios } from './scenarios-travel.ts'
import { stagesOn } from './stages.ts'

export interface Scenario {
  act(): Promise<Answer>
  /** `again`: it was asked more than once, and the answer is to the last time. */
  after(answer: Answer, again: boolean): Promise<void>
}
/** By route: sets the stage, and gives the act and what must hold after it. */
export type Scenarios = Record<string, () => Promise<Scenario>>

/** For every writing route. */
export function scenariosOn(lane: Lane): Scenarios {
  const on = stagesOn(lane)
  return {
    ...peopleScenarios(lane, on),
    ...parcelsScenarios(lane, on),
    ...travelScenarios(lane, on),
    ...recordsScenarios(lane, on),
  }
}
