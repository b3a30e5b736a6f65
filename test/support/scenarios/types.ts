import type { Answer } from '../api/answer.ts'

export interface Scenario {
  act(): Promise<Answer>
  /** Checks the state after the request. `again`: the request was repeated, and `answer` is the last response. */
  after(answer: Answer, again: boolean): Promise<void>
}
/** For each route, a function that sets up the state and returns the request and the check. */
export type Scenarios = Record<string, () => Promise<Scenario>>
