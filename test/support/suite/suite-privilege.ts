import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { readAssembly } from '../../../lib/local/cloudformation/assembly.ts'
import { bucketArn } from '../../../lib/local/cloudformation/names.ts'
import { report } from './figures.ts'
import { grantPlace, missingGrant, nameOf } from './missing-grants.ts'
import { grantsOf, rolesOf, unusedOf, describeGrant, type Use } from './privilege.ts'
import { attacksFrom, evaluateAttacks } from './wildcards.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentKey } from '../../../lib/build-cache.ts'

/**
 * Checks the calls that functions made during a run: their roles must allow all of them. When `npm test` and
 * `npm run test:rest` have run on the same code, the roles must also grant nothing that no call needs. Throws an Error that lists each violation with its function,
 * action and the place of its grant.
 */
export async function judgeSuite(
  project: TestProject,
  recorded: readonly Use[],
  directory: string,
): Promise<void> {
  const refused = recorded.filter((use) => use.refused > 0)
  if (refused.length > 0) throw new Error(refused.map(missingGrant).join('\n'))
  if (!(await ranWhole(project))) return
  const uses = callsOfAllRuns(project.name, recorded)
  if (!uses)
    return console.log('Unused permissions are found when npm test and npm run test:rest have both run.')

  const { callers, platformCalls } = rolesOf(readAssembly(directory))
  const grants = grantsOf(callers)
  const unused = unusedOf(grants, [...uses, ...platformCalls]).map(
    (grant) =>
      `${nameOf(grant.caller)} is granted ${describeGrant(grant)}, which no test needs. Remove it from ${grantPlace(grant.caller, grant.statement.actions[0] ?? '')}, or add a test that needs it.`,
  )
  const resources = [...new Set(uses.map(({ resource }) => targetOf(resource)))]
  const stranger = randomUUID()
  const attacks = uses.flatMap((use) => attacksFrom(use, stranger, resources))
  const {
    refused: refusals,
    crossTenant,
    unexpected,
  } = evaluateAttacks(callers, [...uses, ...platformCalls], attacks)
  const excessive = unexpected.map(
    (one) =>
      `The role of ${nameOf(one.caller)} allows ${one.action} on ${one.resource}, which the function never calls (${one.to}).`,
  )
  if (unused.length + excessive.length > 0) throw new Error([...unused, ...excessive].join('\n'))
  const calls = uses.reduce((sum, { times }) => sum + times, 0)
  report(
    'Least privilege',
    'Each role allows what its function does, and nothing more',
    `${calls} calls of ${uses.length} kinds by ${callers.length} functions were checked against the roles in the template: 0 refused. ${grants.length} grants: 0 unused`,
  )
  report(
    'Least privilege',
    'A compromised function is limited to its own work',
    `${attacks.length} calls were rewritten to another tenant, kind of item, resource or action: ${refusals} were refused by policy, ${attacks.length - refusals - crossTenant.length} are other calls that the function makes itself, and ${crossTenant.length} differ only in the tenant, which policies cannot check: the tenant table prevents them`,
  )
}

/** For an S3 object, an unused key in the same bucket; otherwise the resource itself. */
const targetOf = (resource: string) => {
  const [, bucket] = /^arn:aws:s3:::([^/]+)\//.exec(resource) ?? []
  return bucket === undefined ? resource : bucketArn(bucket, `${randomUUID()}/photo`)
}

/** Whether all tests of all files ran and passed. Only then is it certain that a grant is unused. */
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

/** The Vitest projects whose runs together are all tests of functions: `npm test` and `npm run test:rest`. */
const projects = ['service', 'cloud', 'rest']
const directory = join(import.meta.dirname, '../../../node_modules/.cache/calls')

/**
 * Keeps the calls that a complete run of a project recorded. Returns those of all projects, or undefined if one has not
 * been run on the current code.
 */
function callsOfAllRuns(project: string, uses: readonly Use[]): Use[] | undefined {
  const key = contentKey(['functions', 'lib', 'shared', 'site', 'test'])
  const fileOf = (name: string) => join(directory, `${name}.json`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(fileOf(project), JSON.stringify({ key, uses }))
  const runs = projects.map((name) => {
    try {
      return JSON.parse(readFileSync(fileOf(name), 'utf8')) as { key: string; uses: Use[] }
    } catch {
      return undefined
    }
  })
  return runs.every((run) => run?.key === key) ? runs.flatMap((run) => run?.uses ?? []) : undefined
}
