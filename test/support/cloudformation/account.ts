import { changesOf, type Change } from './changes.ts'
import { UnresolvedReference, type Generations } from './resolve.ts'
import { refusedChange, refusedExports, refusedIndexes, refusedSize } from './rules.ts'
import type { Resources, Template } from './template.ts'

/**
 * An account in which templates are deployed as CloudFormation would: by its documented rules, without any resource. It
 * models what makes an update fail or lose data, not what a service refuses for other reasons.
 */
export class Account {
  readonly #stacks = new Map<string, Template>()
  /** The resources as they were resolved when the stack was created or updated: they do not follow what they refer to. */
  readonly #resources = new Map<string, Resources>()
  readonly #generations = new Map<string, Generations>()

  /**
   * Creates or updates a stack. Returns why CloudFormation refuses it, or what data would be lost: then nothing is changed.
   * `changes` are those of the resources.
   */
  deploy(stack: string, template: Template): { refusals: string[]; changes: Change[] } {
    const before = this.#stacks.get(stack)
    try {
      const generationsOf = (name: string) => this.#generations.get(name) ?? {}
      const resources = this.#resources.get(stack) ?? {}
      const { changes, generations, resolved } = changesOf(stack, resources, template, {
        generationsOf,
        stacks: this.#stacks,
      })
      const others = [...this.#stacks].filter(([name]) => name !== stack)
      const exportsOf = (one: Template | undefined, those: Generations) => ({ stack, template: one, those })
      const refusals = [
        ...refusedSize(stack, template),
        ...changes.flatMap((change) => refusedChange(stack, change)),
        ...refusedIndexes(stack, before, template),
        ...refusedExports(
          exportsOf(before, generationsOf(stack)),
          exportsOf(template, generations),
          new Map(others),
        ),
      ]
      if (refusals.length > 0) return { refusals, changes }
      this.#stacks.set(stack, template)
      this.#resources.set(stack, resolved)
      this.#generations.set(stack, generations)
      return { refusals, changes }
    } catch (error) {
      if (!(error instanceof UnresolvedReference)) throw error
      return { refusals: [error.message], changes: [] }
    }
  }

  /** Deploys stacks in this order. Returns all refusals; the first ends the deployment, as `cdk deploy` does. */
  deployAll(templates: Iterable<[string, Template]>): string[] {
    for (const [stack, template] of templates) {
      const { refusals } = this.deploy(stack, template)
      if (refusals.length > 0) return refusals
    }
    return []
  }
}
