import type { Failure } from './journey.ts'
import type { Judgement } from './conditions.ts'
import type { Result } from './run.ts'
import type { Step } from './step.ts'
import { stepNames, steps } from './steps.ts'

const marks = { passed: '✓', failed: '✗', skipped: '-', 'not reached': '-' } as const
const width = Math.max(...stepNames.map(({ length }) => length))

export const judgementLine = ({ verdict, text }: Judgement) =>
  `${{ allowed: '✓', denied: '✗', unknown: '-' }[verdict]} ${text}`

/** The lines of a step: one, or with a failure also the response, its meaning, and where to look. */
export function linesOf({ step, outcome, milliseconds, failure, reason }: Result): string[] {
  const row: Step = steps[step]
  const name = `${marks[outcome]} ${step.padEnd(width)}`
  if (outcome === 'skipped' || outcome === 'not reached') return [`${name} ${outcome}: ${reason ?? ''}`]
  const line = `${name} ${String(milliseconds).padStart(6)} ms  ${row.does}`
  return failure
    ? [line, `    ${answerOf(failure)}`, `    Not proven: ${row.proves}`, `    ${cureOf(row, failure)}`]
    : [line]
}

function answerOf({ request, status, request_id, detail }: Failure): string {
  const answer = status === undefined ? 'no response' : String(status)
  return `${request ?? 'No request'}: ${answer}, ${detail}${request_id === undefined ? '' : ` (X-Request-Id ${request_id})`}`
}

/** Where to look: `query` is the runbook's function. */
function cureOf({ look: { runbook, functions, stack } }: Step, { request_id }: Failure): string {
  const section = `docs/operations/runbook.md#${runbook.toLowerCase().replaceAll(' ', '-')}`
  const [first] = functions
  if (first === undefined) return `Look at the stack ${stack}; ${section}`
  const filter = request_id === undefined ? 'level = "ERROR"' : `request_id = "${request_id}"`
  return `Look at ${functions.join(', ')} of ${stack}: query ${first} 'filter ${filter}'; ${section}`
}

/** The last line. */
export function summaryOf(results: readonly Result[]): string {
  const of = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome)
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  const counts = (['passed', 'failed', 'skipped', 'not reached'] as const)
    .map((outcome) => `${of(outcome).length} ${outcome}`)
    .filter((count) => !count.startsWith('0 '))
  return `${counts.join(', ')} in ${seconds.toFixed(1)} s`
}
