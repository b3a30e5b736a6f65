import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { ResourceImpact } from '@aws-cdk/cloudformation-diff'
import { isDeepStrictEqual } from 'node:util'
import { isReplaced, type Change } from './changes.ts'
import { importsOf, resolver, type Generations } from './resolve.ts'
import type { Resource, Stacks, Template } from './template.ts'

const spec = loadAwsServiceSpecSync()
const typeOf = (name: string) => spec.lookup('resource', 'cloudFormationType', 'equals', name)[0]

/** Types that hold data, but for logs: these are deleted with the function that wrote them. */
const holdsData = (type: string) => typeOf(type)?.isStateful === true && type !== 'AWS::Logs::LogGroup'

/** Why a change of a resource fails or loses data. */
export function refusedChange(stack: string, { logicalId, impact, before, after }: Change): string[] {
  const name = `${stack}/${logicalId}`
  const type = before?.Type ?? ''
  if (before && after && before.Type !== after.Type)
    return [
      `${name} changes its type from ${before.Type} to ${after.Type} (CloudFormation: "Update of resource type")`,
    ]
  if (isReplaced(impact)) {
    if (holdsData(type)) return [`${name} (${type}) would be replaced, and its data left behind`]
    // CloudFormation user guide, "Custom-named resources": the new one cannot have the name while the old one exists.
    const names = typeOf(type)?.primaryIdentifier ?? []
    const isKept = (property: string) =>
      property in (after?.Properties ?? {}) &&
      isDeepStrictEqual(before?.Properties?.[property], after?.Properties?.[property])
    if (names.length > 0 && names.every(isKept))
      return [`${name} (${type}) would be replaced under the same ${names.join(' and ')}`]
  }
  if (impact === ResourceImpact.WILL_DESTROY && holdsData(type))
    return [`${name} (${type}) would be deleted with its data: give it the deletion policy Retain first`]
  return []
}

/** Of these, a service takes only one with the same properties, and what is created is created before the former is deleted. */
const keys: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
  'AWS::SES::ConfigurationSet': ['Name'],
}
/** Settings of another resource: the deletion of the former one takes effect after the creation, and removes the setting. */
const settings: Record<string, string[]> = {
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SNS::TopicPolicy': ['Topics'],
  'AWS::SQS::QueuePolicy': ['Queues'],
  'AWS::SecretsManager::ResourcePolicy': ['SecretId'],
  'AWS::SecretsManager::RotationSchedule': ['SecretId'],
}

/** Why a resource cannot move to another logical id, or another stack, in one update. */
export function refusedKeys(stack: string, changes: readonly Change[]): string[] {
  const keyOf = ({ Type, Properties = {} }: Resource) => {
    const properties = keys[Type] ?? settings[Type]
    return properties && JSON.stringify([Type, ...properties.map((name) => Properties[name])])
  }
  const created = new Set(
    changes.flatMap(({ before, after }) => (after && !before ? (keyOf(after) ?? []) : [])),
  )
  return changes.flatMap(({ logicalId, before, after }) => {
    if (!before || after || !created.has(keyOf(before) ?? '')) return []
    const name = `${stack}/${logicalId} (${before.Type})`
    return before.Type in keys
      ? [`${name} is created again under another id, which is refused while it exists`]
      : [`${name} is created again under another id, and its deletion removes the setting`]
  })
}

type Exporting = { stack: string; template: Template | undefined; those: Generations }

/** An export that another stack imports may not be removed or changed (CloudFormation user guide, "Fn::ImportValue"). */
export function refusedExports(before: Exporting, after: Exporting, others: Stacks): string[] {
  const imported = new Set([...others.values()].flatMap(importsOf))
  const values = ({ stack, template, those }: Exporting) => {
    const resolve = resolver(stack, () => those, others)
    const outputs = Object.values(template?.Outputs ?? {})
    return new Map(outputs.flatMap(({ Value, Export }) => (Export ? [[Export.Name, resolve(Value)]] : [])))
  }
  const now = values(after)
  return [...values(before)].flatMap(([name, value]) =>
    !imported.has(name) || isDeepStrictEqual(now.get(name), value)
      ? []
      : [
          `${before.stack} ${now.has(name) ? 'changes' : 'removes'} the export ${name}, which another stack imports`,
        ],
  )
}

interface TableIndex {
  IndexName: string
}
const indexesOf = (template: Template | undefined, logicalId: string) =>
  new Map(
    ((template?.Resources[logicalId]?.Properties?.['GlobalSecondaryIndexes'] ?? []) as TableIndex[]).map(
      (index) => [index.IndexName, index],
    ),
  )

/**
 * An update creates or deletes at most one index of a table, and changes no other (DynamoDB API reference, UpdateTable, and
 * CloudFormation reference, AWS::DynamoDB::GlobalTable).
 */
export function refusedIndexes(stack: string, before: Template | undefined, after: Template): string[] {
  const tables = Object.entries(before?.Resources ?? {}).filter(
    ([id, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable' && id in after.Resources,
  )
  return tables.flatMap(([id]) => {
    const [then, now] = [indexesOf(before, id), indexesOf(after, id)]
    const moved = [...new Set([...then.keys(), ...now.keys()])].filter(
      (name) => then.has(name) !== now.has(name),
    )
    const changed = [...then].filter(
      ([name, index]) => now.has(name) && !isDeepStrictEqual(now.get(name), index),
    )
    return [
      ...(moved.length > 1
        ? [`${stack}/${id} creates or deletes ${moved.length} indexes at once: ${moved.join(', ')}`]
        : []),
      ...changed.map(([name]) => `${stack}/${id} changes the index ${name}; create another and delete it`),
    ]
  })
}

/** CloudFormation's quotas of a template. */
export const limits = { resources: 500, outputs: 200, parameters: 200, bytes: 1_048_576 }

/** The quotas are those of each nested stack, too. */
export function refusedSize(stack: string, { Nested = {}, ...template }: Template): string[] {
  const sizes = {
    resources: Object.keys(template.Resources).length,
    outputs: Object.keys(template.Outputs ?? {}).length,
    parameters: Object.keys(template.Parameters ?? {}).length,
    bytes: JSON.stringify(template).length,
  }
  const refused = Object.entries(limits).flatMap(([what, limit]) => {
    const size = sizes[what as keyof typeof limits]
    return size > limit ? [`${stack} has ${size} ${what}; the limit is ${limit}`] : []
  })
  return [
    ...refused,
    ...Object.entries(Nested).flatMap(([name, nested]) => refusedSize(`${stack}/${name}`, nested)),
  ]
}
