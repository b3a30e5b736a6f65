import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { patternOf } from './pattern.ts'
import { invokeAsync } from '../lambda/async-invocation.ts'
import { functionNamed, type LambdaFunction } from '../lambda/functions.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName } from '../cloudformation/names.ts'

interface RuleProperties {
  EventPattern?: object
  State?: string
  Targets?: { Arn: string }[]
}

/**
 * EventBridge's default bus: invokes the functions whose rules (AWS::Events::Rule) match an event. Its own retries are for
 * events that Lambda does not take, so there are none. The promise of an event resolves when all functions have processed
 * it or their retries are used up. Throws StartupError for a rule whose target is not a function of the app.
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
    const targets = Targets.map(({ Arn }) => {
      const target = functionNamed(functions, Arn)
      if (!target)
        throw new StartupError(`Rule ${physicalName(resource)} invokes ${Arn}, which the app does not have.`)
      return target
    })
    return [{ matches: patternOf(JSON.stringify(EventPattern)), targets }]
  })
  return (event) => {
    const matchingTargets = rules.filter(({ matches }) => matches(event)).flatMap(({ targets }) => targets)
    return Promise.all(matchingTargets.map((target) => invokeAsync(target, JSON.stringify(event))))
  }
}
