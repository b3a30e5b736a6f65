import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { readAssembly } from '../../../lib/local/cloudformation/assembly.ts'
import { bucketArn } from '../../../lib/local/cloudformation/names.ts'
import { report } from './figures.ts'
import { grantPlace, missingGrant, nameOf } from './missing-grants.ts'
import { grantsOf, rolesOf, unusedOf, wordsOf, type Use } from './privilege.ts'
import { judged, rewritten } from './wildcards.ts'

/**
 * Judges what the functions of a run asked for: nothing that their roles refuse, and, where the whole suite ran, nothing
 * granted that none of it needs. Throws an Error that names each fault: the function, the action and where it is granted.
 */
export async function judgeSuite(project: TestProject, uses: readonly Use[], directory: string): Promise<void> {
  const refused = uses.filter((use) => use.refused > 0)
  if (refused.length > 0) throw new Error(refused.map(missingGrant).join('\n'))
  if (!(await ranWhole(project))) return

  const { callers, brought } = rolesOf(readAssembly(directory))
  const grants = grantsOf(callers)
  const unused = unusedOf(grants, [...uses, ...brought]).map(
    (grant) =>
      `${nameOf(grant.caller)} is granted ${wordsOf(grant)}, which no test needs: take it out of ${grantPlace(grant.caller, grant.statement.actions[0] ?? '')}, or test what needs it.`,
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

/** A bucket for what is in it: all that others may want to reach. */
const wholeOf = (resource: string) => {
  const [, bucket] = /^arn:aws:s3:::([^/]+)\//.exec(resource) ?? []
  return bucket === undefined ? resource : bucketArn(bucket, `${randomUUID()}/photo`)
}

/** Whether every test file ran, well, and as whole as it is in `npm test`: only then is it known what is not needed. */
async function ranWhole(project: TestProject): Promise<boolean> {
  const { vitest } = project
  const { testFiles } = await project.globTestFiles()
  const ran = vitest.state.getFiles().filter(({ projectName }) => projectName === project.name)
  return (
    ran.length === testFiles.length &&
    project.config.testNamePattern === undefined &&
    ran.every(({ result }) => result?.state === 'pass' || result?.state === 'skip')
  )
}
