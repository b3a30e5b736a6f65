import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { readAssembly } from '../../../lib/local/cloudformation/assembly.ts'
import { bucketArn } from '../../../lib/local/cloudformation/names.ts'
import { report } from './figures.ts'
import { grantsOf, rolesOf, unusedOf, wordsOf, type Use } from './privilege.ts'
import { judged, rewritten } from './wildcards.ts'

/**
 * Judges what the functions of a run asked for: nothing that their roles refuse, and, where the whole suite ran, nothing
 * granted that none of it needs. Throws an Error that names each fault: the function, the action and where it is granted.
 */
export async function judgeSuite(project: TestProject, uses: readonly Use[], directory: string): Promise<void> {
  const refused = uses.filter((use) => use.refused > 0)
  const faults = refused.map(
    ({ caller, action, resource, context }) =>
      `${nameOf(caller)} asks for ${action} on ${resource} ${JSON.stringify(context ?? {})}, which its role refuses: grant it in ${placeOf(caller, action)}.`,
  )
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (!(await ranWhole(project))) return

  const { callers, brought } = rolesOf(readAssembly(directory))
  const grants = grantsOf(callers)
  const unused = unusedOf(grants, [...uses, ...brought]).map(
    (grant) =>
      `${nameOf(grant.caller)} is granted ${wordsOf(grant)}, which no test needs: take it out of ${placeOf(grant.caller, grant.statement.actions[0] ?? '')}, or test what needs it.`,
  )
  const resources = [...new Set(uses.map(({ resource }) => wholeOf(resource)))]
  const stranger = randomUUID()
  const all = uses.flatMap((use) => rewritten(use, stranger, resources))
  const { refused: refusals, left, loose } = judged(callers, [...uses, ...brought], all)
  const strange = loose.map(
    (one) => `${nameOf(one.caller)} may do ${one.action} on ${one.resource}, which it never does (${one.to}).`,
  )
  if (unused.length + strange.length > 0) throw new Error([...unused, ...strange].join('\n'))
  const calls = uses.reduce((sum, { times }) => sum + times, 0)
  report(
    'Least privilege',
    'Each role allows what its function does, and nothing more',
    `${calls} calls of ${callers.length} functions were judged by the roles of the template, of ${uses.length} kinds: 0 refused. ${grants.length} grants: 0 unused`,
  )
  report(
    'Least privilege',
    'A compromised function is limited to its own work',
    `${all.length} calls rewritten to another tenant, kind of item, resource or action: ${refusals} refused by policy, ${all.length - refusals - left.length} are the function’s own other calls, ${left.length} differ by the tenant alone, which no policy knows: there the table that is bound to a tenant stands`,
  )
}

/** A function's name in functions/. */
export const nameOf = (caller: string) => /-(\w+)Function/.exec(caller)?.[1] ?? caller
/** A bucket for what is in it: all that others may want to reach. */
const wholeOf = (resource: string) => {
  const [, bucket] = /^arn:aws:s3:::([^/]+)\//.exec(resource) ?? []
  return bucket === undefined ? resource : bucketArn(bucket, `${randomUUID()}/photo`)
}

/** Where a right is given. */
function placeOf(caller: string, action: string): string {
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
    : `\`${list}\` of functions/${nameOf(caller)}.ts`
}

/** Whether every test file ran, well, and as whole as it is in `npm test`: only then is it known what is not needed. */
async function ranWhole(project: TestProject): Promise<boolean> {
  const { vitest } = project
  const { testFiles } = await project.globTestFiles()
  const ran = vitest.state.getFiles()
  return (
    ran.length === testFiles.length &&
    project.config.testNamePattern === undefined &&
    ran.every(({ result }) => result?.state === 'pass' || result?.state === 'skip')
  )
}
