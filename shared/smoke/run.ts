import type { Failure, Journey } from './journey.ts'
import { Skipped, type Made, type Step } from './step.ts'
import { stepNames, steps, type StepName } from './steps.ts'

export interface Result {
  step: StepName
  outcome: 'passed' | 'failed' | 'skipped' | 'not reached'
  milliseconds: number
  failure?: Failure
  /** Why it was skipped, or not reached. */
  reason?: string
}

/**
 * Runs steps one after the other, by default all; `given` is there from the beginning. A step that needs what a failed one would have made is not reached.
 * Yields the result of each.
 */
export async function* run(
  journey: Journey,
  chosen: readonly StepName[] = stepNames,
  given: Partial<Made> = {},
): AsyncGenerator<Result> {
  const made: Partial<Made> = { ...given }
  for (const name of stepNames.filter((one) => chosen.includes(one))) {
    const step: Step = steps[name]
    const missing = step.needs.find((need) => made[need] === undefined)
    if (missing) {
      yield { step: name, outcome: 'not reached', milliseconds: 0, reason: `there is no ${missing}` }
      continue
    }
    const start = performance.now()
    const ended = () => ({ step: name, milliseconds: Math.round(performance.now() - start) })
    try {
      const result = await step.run(journey, made as Made)
      if (result instanceof Skipped) yield { ...ended(), outcome: 'skipped', reason: result.reason }
      else {
        Object.assign(made, result)
        yield { ...ended(), outcome: 'passed' }
      }
    } catch (error) {
      yield { ...ended(), outcome: 'failed', failure: journey.failureOf(error) }
    }
  }
}
