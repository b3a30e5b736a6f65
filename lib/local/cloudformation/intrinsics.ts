import { nestedStackName, nestedStackType, resourcesOf, type Assembly } from './assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { accountId, arn, attribute, reference, region, type Urls } from './names.ts'

type Substitution = [string, Record<string, unknown>]

/** Resolves the intrinsic functions in a value of the template of `stack`. */
export type Resolve = (value: unknown, stack: string) => unknown

/**
 * CloudFormation's intrinsic functions, resolved to local names and URLs. Values are resolved on demand, so unused
 * ones may contain unsupported functions. Throws StartupError for an unsupported function or an unknown name.
 */
export function intrinsics(assembly: Assembly, urls: Urls = {}): Resolve {
  const functions: Record<string, (argument: unknown, stack: string) => unknown> = {
    Ref: (name, stack) => ref(String(name), stack),
    'Fn::GetAtt': (path, stack) => {
      const [logicalId = '', ...name] = typeof path === 'string' ? path.split('.') : (path as string[])
      return getAtt(logicalId, name.join('.'), stack)
    },
    'Fn::Join': (argument, stack) => {
      const [delimiter, values] = argument as [string, unknown]
      return (resolve(values, stack) as unknown[]).join(delimiter)
    },
    'Fn::Split': (argument, stack) => {
      const [delimiter, source] = argument as [string, unknown]
      return String(resolve(source, stack)).split(delimiter)
    },
    'Fn::Select': (argument, stack) => {
      const [index, values] = resolve(argument, stack) as [number | string, unknown[]]
      return values[Number(index)]
    },
    'Fn::Sub': (argument, stack) => {
      const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as Substitution
      return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
        if (literal) return `\${${name}}`
        if (name in variables) return String(resolve(variables[name], stack))
        const [logicalId = '', ...rest] = name.split('.')
        return String(rest.length > 0 ? getAtt(logicalId, rest.join('.'), stack) : ref(name, stack))
      })
    },
    'Fn::GetStackOutput': (argument, stack) => {
      const { StackName, OutputName } = resolve(argument, stack) as Record<'StackName' | 'OutputName', string>
      return getStackOutput(StackName, OutputName, stack)
    },
    'Fn::FindInMap': (argument, stack) => {
      const [map, first, second] = resolve(argument, stack) as [string, string, string]
      const value = assembly.templates.get(stack)?.Mappings?.[map]?.[first]?.[second]
      if (value === undefined)
        throw new StartupError(`Stack ${stack} has no mapping ${map}.${first}.${second}.`)
      return value
    },
  }

  /** The nested stacks, as resources of their parents. */
  const parents = new Map(
    resourcesOf(assembly, nestedStackType).map((resource) => [
      nestedStackName(resource.stack, resource.logicalId),
      resource,
    ]),
  )
  const find = (logicalId: string, stack: string) =>
    assembly.resources.find((resource) => resource.stack === stack && resource.logicalId === logicalId)

  function ref(name: string, stack: string): unknown {
    const pseudo: Record<string, string | undefined> = {
      'AWS::Region': region,
      'AWS::AccountId': accountId,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stack}/local`,
      'AWS::NoValue': undefined,
    }
    if (name in pseudo) return pseudo[name]
    const resource = find(name, stack)
    if (resource?.type === 'AWS::Lambda::Alias') {
      const { FunctionName, Name } = resource.properties
      return arn('lambda', `function:${String(resolve(FunctionName, stack))}:${String(Name)}`)
    }
    if (resource) return reference(resource, urls)
    const parameter = assembly.templates.get(stack)?.Parameters?.[name]
    const parent = parents.get(stack)
    const given = (parent?.properties['Parameters'] as Record<string, unknown> | undefined)?.[name]
    if (parent && given !== undefined) return resolve(given, parent.stack)
    if (parameter?.Default !== undefined) return parameter.Default
    throw new StartupError(`Stack ${stack} refers to ${name}, which cannot be resolved locally.`)
  }

  function getAtt(logicalId: string, name: string, stack: string): string {
    const resource = find(logicalId, stack)
    if (resource?.type === nestedStackType)
      return String(getStackOutput(nestedStackName(stack, logicalId), name.replace('Outputs.', ''), stack))
    if (resource) return attribute(resource, name, urls)
    throw new StartupError(`Stack ${stack} has no resource ${logicalId}, of which it uses ${name}.`)
  }

  function getStackOutput(stack: string, name: string, readingStack: string): unknown {
    const output = assembly.templates.get(stack)?.Outputs?.[name]
    if (output) return resolve(output.Value, stack)
    throw new StartupError(`Stack ${readingStack} reads the output ${name} of ${stack}, which has none.`)
  }

  function resolve(value: unknown, stack: string): unknown {
    if (Array.isArray(value))
      return value.map((item) => resolve(item, stack)).filter((item) => item !== undefined)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [first] = entries
    if (first && entries.length === 1 && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      const intrinsic = functions[first[0]]
      if (intrinsic) return intrinsic(first[1], stack)
      throw new StartupError(`Stack ${stack} uses ${first[0]}, which the local cloud does not support.`)
    }
    return Object.fromEntries(
      entries.map(([key, item]) => [key, resolve(item, stack)]).filter(([, item]) => item !== undefined),
    )
  }
  return resolve
}
