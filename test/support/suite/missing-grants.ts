import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { AccessDecision } from '../../../lib/local/iam/access.ts'

/** A function's name in functions/. */
export const nameOf = (caller: string) => /-(\w+)Function/.exec(caller)?.[1] ?? caller

/** Where a right is given. */
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

/** What a function lacks, and the file that grants it. */
export const missingGrant = ({ caller, action, resource, context }: Omit<AccessDecision, 'allowedBy'>) =>
  `${nameOf(caller)} asks for ${action} on ${resource} ${JSON.stringify(context ?? {})}, which its role refuses: grant it in ${grantPlace(caller, action)}.`

/** The file in the cloud's data directory that takes a line for each refused call. */
export const refusedFile = (dataDir: string) => join(dataDir, 'refused')
