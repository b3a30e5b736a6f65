import { judge, type Judgement } from './conditions.ts'
import { openJourney, type JourneyOptions } from './journey.ts'
import { judgementLine, linesOf, summaryOf } from './report.ts'
import { run, type Result } from './run.ts'
import type { StepName } from './steps.ts'

export interface SmokeOptions extends JourneyOptions {
  /** The steps to run; all by default. */
  steps?: readonly StepName[]
  /** Whether to write the result as one JSON value instead of lines. */
  json?: boolean
}

/**
 * Runs a journey through a deployed stage, and writes a report. Its first line says whether DynamoDB evaluates policies
 * as expected, so the first steps' lines wait for it. Resolves to whether no step has failed.
 */
export async function smoke(
  { steps, json = false, ...journey }: SmokeOptions,
  write: (line: string) => void,
): Promise<boolean> {
  const results: Result[] = []
  let judgement: Judgement | undefined
  let waiting: string[] = []
  const flush = () => {
    if (!json) for (const line of waiting) write(line)
    waiting = []
  }
  for await (const result of run(openJourney(journey), steps)) {
    results.push(result)
    waiting.push(...linesOf(result))
    if (!judgement && (judgement = judge(results))) waiting.unshift(judgementLine(judgement))
    if (judgement) flush()
  }
  const passed = results.every(({ outcome }) => outcome !== 'failed' && outcome !== 'not reached')
  waiting.push(summaryOf(results))
  flush()
  if (json)
    write(JSON.stringify({ url: journey.url, passed, conditions: judgement, steps: results }, undefined, 2))
  return passed
}
