import type { Answer } from '../api/answer.ts'

export interface Scenario {
  act(): Promise<Answer>
  /** `again`: it was asked more than once, and the answer is to the last time. */
  after(answer: Answer, again: boolean): Promise<void>
}
/** By route: sets the stage, and gives the act and what must hold after it. */
export type Scenarios = Record<string, () => Promise<Scenario>>
