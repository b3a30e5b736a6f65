import type { Stacks, Template } from './template.ts'

/** How often each resource of a stack was replaced, by logical id. */
export type Generations = Readonly<Record<string, number>>

/** A reference to something that does not exist when a stack is created or updated. */
export class UnresolvedReference extends Error {}

/**
 * A value with what its references mean, instead of how they are written: an export, an output that is read by name, and
 * a reference within the stack are the same text if they lead to the same resource. A replaced resource gives another.
 */
export function resolver(stack: string, generationsOf: (stack: string) => Generations, stacks: Stacks) {
  const of = (owner: string, logicalId: string, attribute = '') =>
    logicalId.startsWith('AWS::')
      ? `<${logicalId}>`
      : `<${owner}/${logicalId}/${generationsOf(owner)[logicalId] ?? 0}${attribute && `.${attribute}`}>`
  const resolveIn = (owner: string) =>
    function resolve(value: unknown): unknown {
      if (Array.isArray(value)) return value.map(resolve)
      if (typeof value !== 'object' || value === null) return value
      const entries = Object.entries(value)
      const [[name, argument] = ['', undefined]] = entries.length === 1 ? entries : []
      if (name === 'Ref') return of(owner, String(argument))
      if (name === 'Fn::GetAtt') {
        const [logicalId = '', ...rest] = Array.isArray(argument) ? argument : String(argument).split('.')
        return of(owner, logicalId, rest.join('.'))
      }
      if (name === 'Fn::GetStackOutput') return outputOf(argument as { StackName: string; OutputName: string })
      if (name === 'Fn::ImportValue') return exported(String(argument))
      return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item)]))
    }

  function outputOf({ StackName, OutputName }: { StackName: string; OutputName: string }): unknown {
    const output = stacks.get(StackName)?.Outputs?.[OutputName]
    if (!output)
      throw new UnresolvedReference(`${stack} reads the output ${OutputName} of ${StackName}, which has none`)
    return resolveIn(StackName)(output.Value)
  }

  function exported(name: string): unknown {
    for (const [owner, { Outputs = {} }] of stacks)
      for (const { Value, Export } of Object.values(Outputs))
        if (Export?.Name === name) return resolveIn(owner)(Value)
    throw new UnresolvedReference(`${stack} imports ${name}, which no stack exports`)
  }
  return resolveIn(stack)
}

/** The names of the exports that a template imports. */
export const importsOf = (template: Template): string[] =>
  [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name ?? '')
