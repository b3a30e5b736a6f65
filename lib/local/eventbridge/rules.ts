import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { patternOf } from './pattern.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName } from '../cloudformation/names.ts'

interface RuleProperties {
  EventPattern?: object
  State?: string
  Targets?: { Arn: string; RetryPolicy?: { MaximumRetryAttempts?: number } }[]
}

/** Milliseconds, doubled before each retry of a failed invocation. */
const initialBackoff = 200

/**
 * EventBridge's default bus: invokes the functions whose rules (AWS::Events::Rule) match an event, with retries. The
 * promise of an event resolves when all functions have processed it or their retries are used up. Throws StartupError
 * for a rule whose target is not a function of the app.
 */
export function eventBus(
  assembly: Assembly,
  resolve: Resolve,
  functions: readonly LambdaFunction[],
): (event: object) => Promise<unknown> {
  const rules = resourcesOf(assembly, 'AWS::Events::Rule').flatMap((resource) => {
    const properties = resolve(resource.properties, resource.stack) as RuleProperties
    const { EventPattern, State = 'ENABLED', Targets = [] } = properties
    if (!EventPattern || State !== 'ENABLED') return []
    const targets = Targets.map(({ Arn, RetryPolicy }) => {
      const target = functions.find(({ arn }) => arn === Arn)
      if (!target)
        throw new StartupError(`Rule ${physicalName(resource)} invokes ${Arn}, which the app does not have.`)
      return { target, attempts: 1 + (RetryPolicy?.MaximumRetryAttempts ?? 185) }
    })
    return [{ matches: patternOf(JSON.stringify(EventPattern)), targets }]
  })
  return (event) => {
    const matchingTargets = rules.filter(({ matches }) => matches(event)).flatMap(({ targets }) => targets)
    return Promise.all(
      matchingTargets.map(({ target, attempts }) => deliver(target, JSON.stringify(event), attempts)),
    )
  }
}

async function deliver(target: LambdaFunction, event: string, attempts: number): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await target.invoke(event)
    if (typeof result === 'object') return
    await new Promise((done) => setTimeout(done, initialBackoff * 2 ** attempt).unref())
  }
}
