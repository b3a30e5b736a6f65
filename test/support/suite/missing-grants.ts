import { globSync } from 'node:fs'
import type { AccessDecision } from '../../../lib/local/iam/access.ts'

/** A function's name in functions/. */
export const nameOf = (caller: string) => /-(\w+)Function/.exec(caller)?.[1] ?? caller

/** The place in the sources where a permission is granted. */
export function grantPlace(caller: string, action: string): string {
  const [service = ''] = action.split(':')
  const lists: Record<string, string> = {
    dynamodb: 'table',
    s3: 'buckets',
    secretsmanager: 'secrets',
    sqs: 'queues',
  }
  const list = lists[service]
  return list === undefined || nameOf(caller) === 'rotation'
    ? 'lib/stacks'
    : `\`${list}\` of ${globSync(`functions/**/${nameOf(caller)}.ts`)[0] ?? 'functions'}`
}

/** The message for a missing permission, with the file in which to grant it. */
export const missingGrant = ({ caller, action, resource, context }: Omit<AccessDecision, 'allowedBy'>) =>
  `The role of ${nameOf(caller)} does not allow ${action} on ${resource} ${JSON.stringify(context ?? {})}. Grant it in ${grantPlace(caller, action)}.`
