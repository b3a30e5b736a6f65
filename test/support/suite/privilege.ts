import { callersOf, type Caller, type AccessDecision } from '../../../lib/local/iam/access.ts'
import { resourcesOf, type Assembly } from '../../../lib/local/cloudformation/assembly.ts'
import { eventSourcesOf } from '../../../lib/local/event-source-mappings/event-sources.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { physicalName } from '../../../lib/local/cloudformation/names.ts'
import { evaluate, type AccessRequest, type Statement } from '../../../lib/local/iam/policy.ts'
import { partitions } from '../../../shared/db/keys.ts'

/** An authorized or refused call, with the number of calls of its kind. */
export interface Use extends Omit<AccessDecision, 'allowedBy'> {
  times: number
  refused: number
}

/** Records one call for each combination of caller, action, resource and partitions. */
export function callRecorder() {
  const uses = new Map<string, Use>()
  return {
    uses: () => [...uses.values()],
    record({ allowedBy, ...call }: AccessDecision) {
      const kind = `${call.caller} ${kindOf(call)}`
      const use = uses.get(kind) ?? { ...call, times: 0, refused: 0 }
      uses.set(kind, use)
      use.times++
      if (allowedBy.length === 0) use.refused++
    },
  }
}

/** A call's action, resource and partitions, without the ids of objects, connections and items. */
export function kindOf({ action, resource, context = {} }: AccessRequest): string {
  const where = resource
    .replace(/^(arn:aws:s3:::[^/]+\/).+/, '$1*')
    .replace(/[A-Z]+\/@connections\/.+/, '*/@connections/*')
  const keys = (context[leadingKeys] ?? []).map(partitionOf)
  return [action, where, ...new Set(keys)].join(' ')
}
export const leadingKeys = 'dynamodb:LeadingKeys'
const partitionOf = (key: string) => Object.values(partitions).find((prefix) => key.startsWith(prefix)) ?? key

/** The smallest unit that a role grants: one action on one resource, and in one partition if partitions are restricted. */
export interface Grant {
  caller: string
  statement: Statement
}
export const describeGrant = ({ statement: { actions, resources, conditions } }: Grant) =>
  [
    ...actions,
    ...resources,
    ...conditions
      .filter(([operator, key]) => (key === leadingKeys && operator !== 'Null') || key === 'kms:ViaService')
      .flatMap(([, , v]) => v),
  ].join(' ')

/** The grants of the functions' roles, split into the smallest units. */
export const grantsOf = (callers: Iterable<Caller>): Grant[] =>
  [...callers].flatMap(({ name, statements = [] }) =>
    statements.flatMap((whole) =>
      whole.actions.flatMap((action) =>
        whole.resources.flatMap((resource) =>
          narrowed(whole).map((conditions) => ({
            caller: name,
            statement: { ...whole, actions: [action], resources: [resource], conditions },
          })),
        ),
      ),
    ),
  )

function narrowed({ conditions }: Statement): Statement['conditions'][] {
  const keys = conditions.find(([operator, key]) => key === leadingKeys && operator !== 'Null')
  if (!keys) return [conditions]
  const [operator, key, values] = keys
  return values.map((value) => [...conditions.filter((one) => one !== keys), [operator, key, [value]] as const])
}

/** The grants that no call needs. */
export const unusedOf = (
  grants: readonly Grant[],
  calls: readonly Pick<Use, keyof AccessRequest | 'caller'>[],
) =>
  grants.filter(
    ({ caller, statement }) =>
      !calls.some((call) => call.caller === caller && evaluate([statement], call).allowed),
  )

/** The roles of an assembly's functions, and the calls that AWS makes with them, such as to read event sources. */
export function rolesOf(assembly: Assembly) {
  const resolve = intrinsics(assembly)
  const { streams, queues } = eventSourcesOf(assembly, resolve)
  const platformCalls = [
    ...streams.flatMap(({ functionName, arn, onFailure }) => [
      ...ask(functionName, arn, streamReading),
      ...(onFailure === undefined ? [] : ask(functionName, onFailure, queueWriting)),
    ]),
    ...queues.flatMap(({ functionName, arn }) => ask(functionName, arn, queueReading)),
    ...resourcesOf(assembly, 'AWS::Lambda::Function').flatMap((resource) => {
      const name = physicalName(resource)
      const { TracingConfig, DeadLetterConfig } = resolve(
        resource.properties,
        resource.stack,
      ) as LambdaProperties
      return [
        ...(TracingConfig ? ask(name, '*', tracing) : []),
        ...(DeadLetterConfig ? ask(name, DeadLetterConfig.TargetArn, queueWriting) : []),
      ]
    }),
  ]
  const callers = [...callersOf(assembly, resolve).values()]
  return { callers, platformCalls: [...platformCalls, ...keyUses(grantsOf(callers))] }
}
interface LambdaProperties {
  TracingConfig?: unknown
  DeadLetterConfig?: { TargetArn: string }
}

/** On AWS, services use KMS keys with the role of the calling function. The local cloud does not encrypt. */
const keyUses = (grants: readonly Grant[]) =>
  grants.flatMap(({ caller, statement: { actions, resources, conditions } }) => {
    const [action = '', resource = ''] = [actions[0], resources[0]]
    if (!action.startsWith('kms:')) return []
    const via = conditions.flatMap(([, key, values]) => (key === 'kms:ViaService' ? values : []))
    const [service = 'sqs'] = via[0]?.split('.') ?? []
    const needed = grants.some(
      (one) => one.caller === caller && one.statement.actions[0]?.startsWith(`${service}:`),
    )
    return needed ? [{ caller, action, resource, context: { 'kms:ViaService': via } }] : []
  })

const ask = (caller: string, resource: string, actions: readonly string[]) =>
  actions.map((action) => ({ caller, resource, action }))

const tracing = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords']
/** Lambda developer guide, "Using an execution role", and the additional permissions that CDK grants to queue consumers. */
const streamReading = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
]
const queueReading = [
  'ReceiveMessage',
  'DeleteMessage',
  'GetQueueAttributes',
  'ChangeMessageVisibility',
  'GetQueueUrl',
].map((action) => `sqs:${action}`)
const queueWriting = ['sqs:SendMessage']
