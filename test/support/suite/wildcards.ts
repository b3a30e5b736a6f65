import { evaluate, type AccessRequest } from '../../../lib/local/iam/policy.ts'
import type { Caller } from '../../../lib/local/iam/access.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { kindOf, leadingKeys, type Use } from './privilege.ts'

/** The calls that an attacker with a function's credentials would make, and the verdict on them. */
export interface Rewritten extends AccessRequest {
  caller: string
  /** What it was rewritten to. */
  to: 'another tenant' | 'another kind of item' | 'every item' | 'another resource' | 'another action'
}

/** For each service, actions that no function or few functions may call. */
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

/** A call rewritten in every way that could do harm; `resources` are those that functions use. */
export function rewritten(
  { caller, ...call }: Use,
  stranger: string,
  resources: readonly string[],
): Rewritten[] {
  const { action, resource, context = {} } = call
  const [service = ''] = action.split(':')
  const as = (to: Rewritten['to'], change: Partial<AccessRequest>) => ({
    ...asked(call),
    ...change,
    caller,
    to,
  })
  const keyed = (to: Rewritten['to'], key: string) => as(to, { context: { ...context, [leadingKeys]: [key] } })
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
    // A letter's sender is held by its address, whichever identity verifies that.
    service === 'ses'
      ? as('another resource', { context: { 'ses:FromAddress': [`${stranger}@example.com`] } })
      : as('another resource', { resource: resource.replace(/[^:/]+$/, '*') }),
    ...(forbidden[service] ?? []).map((name) => as('another action', { action: `${service}:${name}` })),
  ]
}
const asked = ({ action, resource, context }: AccessRequest): AccessRequest => ({
  action,
  resource,
  ...(context && { context }),
})

export interface Verdicts {
  refused: number
  /**
   * Calls that a policy cannot distinguish from the function's own: the table bound to a tenant prevents them.
   */
  left: Rewritten[]
  /** Allowed, though the function never asks such a thing. */
  loose: Rewritten[]
}

/** Judges what calls were rewritten to by the roles of their callers. */
export function judged(
  callers: readonly Caller[],
  uses: readonly (AccessRequest & Pick<Use, 'caller'>)[],
  all: readonly Rewritten[],
): Verdicts {
  const known = new Set(uses.map((use) => `${use.caller} ${kindOf(use)}`))
  const verdicts: Verdicts = { refused: 0, left: [], loose: [] }
  for (const one of all) {
    const statements = callers.find(({ name }) => name === one.caller)?.statements ?? []
    if (!evaluate(statements, one).allowed) verdicts.refused++
    else if (one.to === 'another tenant') verdicts.left.push(one)
    // What it may do otherwise is no harm that it did not do before.
    else if (!known.has(`${one.caller} ${kindOf(one)}`)) verdicts.loose.push(one)
  }
  return verdicts
}
