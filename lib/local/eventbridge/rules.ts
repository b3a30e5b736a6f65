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
const firstPause = 200

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
      return { target, tries: 1 + (RetryPolicy?.MaximumRetryAttempts ?? 185) }
    })
    return [{ matches: patternOf(JSON.stringify(EventPattern)), targets }]
  })
  return (event) => {
    const called = rules.filter(({ matches }) => matches(event)).flatMap(({ targets }) => targets)
    return Promise.all(called.map(({ target, tries }) => deliver(target, JSON.stringify(event), tries)))
  }
}

async function deliver(target: LambdaFunction, event: string, tries: number): Promise<void> {
  for (let n = 1; n <= tries; n++) {
    const answer = await target.invoke(event)
    if (typeof answer === 'object') return
    await new Promise((done) => setTimeout(done, firstPause * 2 ** n).unref())
  }
}
