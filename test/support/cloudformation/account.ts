import { changesOf, type Change } from './changes.ts'
import { inlined } from './nested.ts'
import { resolver, UnresolvedReference, type Generations } from './resolve.ts'
import { refusedChange, refusedExports, refusedIndexes, refusedKeys, refusedSize } from './rules.ts'
import type { Resources, Template } from './template.ts'

/**
 * An account in which templates are deployed as CloudFormation would: by its documented rules, without any resource. It
 * models what makes an update fail or lose data, not what a service refuses for other reasons.
 */
export class Account {
  readonly #stacks = new Map<string, Template>()
  /** The templates before the last update of each stack. */
  readonly #former = new Map<string, Template>()
  /** The resources as they were resolved when the stack was created or updated: they do not follow what they refer to. */
  readonly #resources = new Map<string, Resources>()
  readonly #generations = new Map<string, Generations>()

  /**
   * Creates or updates a stack. Returns why CloudFormation refuses it, or what data would be lost: then nothing is changed.
   * `changes` are those of the resources. Nested stacks are updated with their parent, as one operation: what a stack no
   * longer has is deleted when all else is done. So their resources are modelled as the parent's, named `Nested/LogicalId`.
   */
  deploy(stack: string, withNested: Template): { refusals: string[]; changes: Change[] } {
    const before = this.#stacks.get(stack)
    const template = inlined(withNested, (nested, logicalId) => `${nested}/${logicalId}`)
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
        ...refusedSize(stack, withNested),
        ...refusedKeys(stack, changes),
        ...changes.flatMap((change) => refusedChange(stack, change)),
        ...refusedIndexes(stack, before, template),
        ...refusedExports(
          exportsOf(before, generationsOf(stack)),
          exportsOf(template, generations),
          new Map(others),
        ),
      ]
      if (refusals.length > 0) return { refusals, changes }
      if (before) this.#former.set(stack, before)
      this.#stacks.set(stack, template)
      this.#resources.set(stack, resolved)
      this.#generations.set(stack, generations)
      return { refusals, changes }
    } catch (error) {
      if (!(error instanceof UnresolvedReference)) throw error
      return { refusals: [error.message], changes: [] }
    }
  }

  /**
   * What would keep a stack from returning to the template before its last update, as a failed update does: outputs that
   * it read and that are gone. AWS does not say whether a rollback reads them again, so it must be able to.
   */
  refusedRollback(stack: string): string[] {
    const former = this.#former.get(stack)
    try {
      resolver(stack, (name) => this.#generations.get(name) ?? {}, this.#stacks)(former?.Resources ?? {})
      return []
    } catch (error) {
      if (!(error instanceof UnresolvedReference)) throw error
      return [error.message]
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
