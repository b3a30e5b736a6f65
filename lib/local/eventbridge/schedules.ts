import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { invokeAsync } from '../lambda/async-invocation.ts'
import { functionNamed, type LambdaFunction } from '../lambda/functions.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { accountId, physicalName, region } from '../cloudformation/names.ts'

interface RuleProperties {
  ScheduleExpression?: string
  State?: string
  Targets?: { Arn: string; Input?: string }[]
}
/** A scheduled rule. `input` is the event as JSON; without it, EventBridge sends its own. */
export interface Schedule {
  rule: string
  everyMilliseconds: number
  targets: { functionArn: string; input?: string }[]
}

/**
 * Returns the enabled schedules in the templates (AWS::Events::Rule).
 * Throws StartupError for an expression other than a rate, such as cron(...).
 */
export const schedulesOf = (assembly: Assembly, resolve: Resolve): Schedule[] =>
  resourcesOf(assembly, 'AWS::Events::Rule').flatMap((resource) => {
    const properties = resolve(resource.properties, resource.stack) as RuleProperties
    const { ScheduleExpression: expression, State = 'ENABLED', Targets = [] } = properties
    if (expression === undefined || State !== 'ENABLED') return []
    const targets = Targets.map(({ Arn, Input }) => ({ functionArn: Arn, ...(Input && { input: Input }) }))
    return [{ rule: physicalName(resource), everyMilliseconds: parseRate(expression), targets }]
  })

const units: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** EventBridge user guide, "Rate expressions": `rate(10 minutes)`. */
function parseRate(expression: string): number {
  const [, value, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  if (value !== undefined) return Number(value) * (units[unit] ?? 0)
  throw new StartupError(
    `A schedule is ${expression}: the local cloud supports rate(<n> minutes|hours|days) only.`,
  )
}

/** Node.js fires a timer with a longer delay immediately. */
const maxTimerMilliseconds = 2 ** 31 - 1

/** Invokes the functions until disposal. Throws StartupError if the app does not have one of them. */
export function runSchedules(schedules: readonly Schedule[], functions: readonly LambdaFunction[]): Disposable {
  const timers = schedules.flatMap(({ rule, everyMilliseconds, targets }) =>
    targets.map(({ functionArn, input }) => {
      const target = functionNamed(functions, functionArn)
      if (!target) throw new StartupError(`Rule ${rule} invokes ${functionArn}, which the app does not have.`)
      const call = () => void invokeAsync(target, input ?? JSON.stringify(scheduledEvent(rule)))
      return setInterval(call, Math.min(everyMilliseconds, maxTimerMilliseconds)).unref()
    }),
  )
  return { [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)) }
}

/** EventBridge user guide, "Scheduled events". */
const scheduledEvent = (rule: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: new Date().toISOString().replace(/\.\d+/, ''),
  region,
  resources: [`arn:aws:events:${region}:${accountId}:rule/${rule}`],
  detail: {},
})
