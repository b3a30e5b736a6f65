import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff'
import { resolver, type Generations } from './resolve.ts'
import type { Resource, Resources, Stacks, Template } from './template.ts'

export interface Change {
  logicalId: string
  impact: ResourceImpact
  before: Resource | undefined
  after: Resource | undefined
}
interface Deployed {
  generationsOf: (stack: string) => Generations
  stacks: Stacks
}

/**
 * The changes of a stack's resources, `before` as they are resolved. Which properties are updated by replacement is known by the CDK CLI's comparison
 * (AWS's resource specification); it compares resolved values here. What refers to a replaced resource changes too, so this
 * is repeated until nothing more is replaced.
 */
export function changesOf(
  stack: string,
  before: Resources,
  after: Template,
  { generationsOf, stacks }: Deployed,
): { changes: Change[]; generations: Generations; resolved: Resources } {
  const then = generationsOf(stack)
  let generations = then
  for (;;) {
    const now = (name: string) => (name === stack ? generations : generationsOf(name))
    const resolved = resolver(stack, now, stacks)(after.Resources) as Resources
    // An output must not refer to what does not exist either.
    resolver(stack, now, stacks)(Object.values(after.Outputs ?? {}).map(({ Value }) => Value))
    const changes = compare(before, resolved)
    const replaced = changes.filter(
      ({ impact, logicalId }) => isReplaced(impact) && generations[logicalId] === then[logicalId],
    )
    if (replaced.length === 0) return { changes, generations, resolved }
    generations = {
      ...generations,
      ...Object.fromEntries(replaced.map(({ logicalId }) => [logicalId, (then[logicalId] ?? 0) + 1])),
    }
  }
}

/** A replacement that depends on the value counts as one. */
export const isReplaced = (impact: ResourceImpact) =>
  impact === ResourceImpact.WILL_REPLACE || impact === ResourceImpact.MAY_REPLACE

function compare(before: Resources, after: Resources): Change[] {
  const changes: Change[] = []
  fullDiff({ Resources: before }, { Resources: after }).resources.forEachDifference((logicalId, change) => {
    if (change.changeImpact === ResourceImpact.NO_CHANGE) return
    changes.push({ logicalId, impact: change.changeImpact, before: before[logicalId], after: after[logicalId] })
  })
  return changes
}
