import { evaluate, type AccessRequest } from '../../../lib/local/iam/policy.ts'
import type { Caller } from '../../../lib/local/iam/access.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { kindOf, leadingKeys, type Use } from './privilege.ts'

/** A call that an attacker with a function's credentials might make: one of the function's own calls, rewritten. */
export interface Attack extends AccessRequest {
  caller: string
  /** What the call was rewritten to. */
  to: 'another tenant' | 'another kind of item' | 'every item' | 'another resource' | 'another action'
}

/** For each service, actions that few functions or none may call. */
const forbidden: Record<string, readonly string[]> = {
  dynamodb: [
    'Scan',
    'PartiQLSelect',
    'BatchWriteItem',
    'DeleteTable',
    'ExportTableToPointInTime',
    'DeleteItem',
  ],
  s3: ['ListBucket', 'PutBucketPolicy', 'GetObjectVersion', 'DeleteBucket', 'PutObjectAcl', 'DeleteObject'],
  secretsmanager: ['PutSecretValue', 'DeleteSecret', 'PutResourcePolicy', 'ListSecrets'],
  sqs: ['ReceiveMessage', 'PurgeQueue', 'DeleteQueue', 'SetQueueAttributes'],
  ses: ['SendRawEmail', 'SendBulkEmail', 'DeleteIdentity'],
  'execute-api': ['Invoke', 'InvalidateCache'],
}

/** Rewrites a call in every way that an attacker could exploit. `resources` are those that functions use. */
export function attacksFrom(
  { caller, ...call }: Use,
  stranger: string,
  resources: readonly string[],
): Attack[] {
  const { action, resource, context = {} } = call
  const [service = ''] = action.split(':')
  const as = (to: Attack['to'], change: Partial<AccessRequest>) => ({
    ...accessRequestOf(call),
    ...change,
    caller,
    to,
  })
  const keyed = (to: Attack['to'], key: string) => as(to, { context: { ...context, [leadingKeys]: [key] } })
  const keys = context[leadingKeys] ?? []
  const own = keys.find((key) => key.startsWith(partitions.tenant))
  const object = /^(arn:aws:s3:::[^/]+\/)[^/]+(\/.*)$/.exec(resource)
  const serviceOf = (arn: string) => arn.split(':')[2]
  return [
    ...(own === undefined
      ? []
      : [keyed('another tenant', own.replace(/^T#[^#]+/, `${partitions.tenant}${stranger}`))]),
    ...(object ? [as('another tenant', { resource: `${object[1]}${stranger}${object[2]}` })] : []),
    ...(keys.length === 0
      ? []
      : [
          ...Object.values(partitions)
            .filter((prefix) => !keys.some((key) => key.startsWith(prefix)))
            .map((prefix) => keyed('another kind of item', `${prefix}${stranger}`)),
          keyed('every item', '*'),
          keyed('every item', ''),
          as('every item', { context: {} }),
        ]),
    ...resources
      .filter((other) => serviceOf(other) === serviceOf(resource) && !resource.startsWith(other))
      .map((other) => as('another resource', { resource: other })),
    // For SES, policies restrict the sender's address, whatever the identity.
    service === 'ses'
      ? as('another resource', { context: { 'ses:FromAddress': [`${stranger}@example.com`] } })
      : as('another resource', { resource: resource.replace(/[^:/]+$/, '*') }),
    ...(forbidden[service] ?? []).map((name) => as('another action', { action: `${service}:${name}` })),
  ]
}
const accessRequestOf = ({ action, resource, context }: AccessRequest): AccessRequest => ({
  action,
  resource,
  ...(context && { context }),
})

export interface Verdicts {
  refused: number
  /**
   * Allowed calls to another tenant, which a policy cannot distinguish from the function's own. The tenant table prevents
   * them.
   */
  crossTenant: Attack[]
  /** Other allowed calls, of a kind that the function never makes. */
  unexpected: Attack[]
}

/** Evaluates the attacks by the roles of their callers. */
export function evaluateAttacks(
  callers: readonly Caller[],
  uses: readonly (AccessRequest & Pick<Use, 'caller'>)[],
  attacks: readonly Attack[],
): Verdicts {
  const known = new Set(uses.map((use) => `${use.caller} ${kindOf(use)}`))
  const verdicts: Verdicts = { refused: 0, crossTenant: [], unexpected: [] }
  for (const one of attacks) {
    const statements = callers.find(({ name }) => name === one.caller)?.statements ?? []
    if (!evaluate(statements, one).allowed) verdicts.refused++
    else if (one.to === 'another tenant') verdicts.crossTenant.push(one)
    // The function makes calls of the same kind itself, so these give an attacker nothing new.
    else if (!known.has(`${one.caller} ${kindOf(one)}`)) verdicts.unexpected.push(one)
  }
  return verdicts
}
