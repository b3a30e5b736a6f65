import { globSync, readFileSync, statSync } from 'node:fs'
import { importsOf } from '../../../bin/verify/imports.ts'

const reached = new Map<string, ReadonlySet<string>>()
/** A file and all that it imports, directly or indirectly. */
function importsAllOf(file: string): ReadonlySet<string> {
  const found = reached.get(file) ?? new Set([file])
  if (!reached.has(file)) {
    reached.set(file, found)
    for (const one of found) for (const imported of importsOf(one)) (found as Set<string>).add(imported)
  }
  return found
}
const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** The modules that use the service in this process, or the local cloud of the run where there is one. */
const context = 'test/support/in-process/context.ts'
const switching = [
  context,
  'test/support/in-process/all-items.ts',
  'test/support/api/client.ts',
  'test/support/api/refused-calls.ts',
]
// A module that was renamed would move hundreds of tests to the local cloud, where they take ten times as long.
for (const file of switching) statSync(file)
/** Whether a test needs the service. */
const needsService = (file: string) => importsAllOf(file).has(context)
/** Whether a test replaces the clock and the timers of its process, in which others would wait for ever. */
const simulatesTime = (file: string) => importsAllOf(file).has('test/support/simulation/scheduler.ts')
/** Whether a test needs a local cloud: that of the run, whose addresses it injects, or one that it starts itself. */
const needsCloud = (file: string) =>
  [...importsAllOf(file)].some(
    (one) =>
      one === 'lib/local/cloud.ts' ||
      (one.startsWith('test/') && !switching.includes(one) && /inject\('(?!seed|uses)/.test(textOf(one))),
  )
/** Whether a test loads CDK. */
const needsCdk = (file: string) =>
  [...importsAllOf(file)].some((one) => textOf(one).includes("from 'aws-cdk-lib"))

/**
 * The test files of each Vitest project, by what they import:
 * - `unit`: pure functions and small servers;
 * - `stack`: the CDK app, whose modules take seconds to load;
 * - `service`: tests of the service in the process of the test, on a table in memory;
 * - `simulation`: the same in virtual time, each file in a process of its own;
 * - `cloud`: tests against the local cloud. With SERVICE=cloud, those of `service` too;
 * - `rest`: files named `*.rest.test.ts`, which `npm run test:rest` runs.
 */
export function testFiles(): Record<'unit' | 'stack' | 'service' | 'simulation' | 'cloud' | 'rest', string[]> {
  const isRest = (file: string) => file.endsWith('.rest.test.ts')
  // The packages of other frameworks contain tests.
  const all = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort()
  const others = all.filter((file) => !isRest(file))
  const isOnCloud = (file: string) =>
    needsCloud(file) || (process.env.SERVICE === 'cloud' && needsService(file))
  const kindOf = (file: string) =>
    simulatesTime(file)
      ? 'simulation'
      : isOnCloud(file)
        ? 'cloud'
        : needsService(file)
          ? 'service'
          : needsCdk(file)
            ? 'stack'
            : 'unit'
  const { cloud = [], service = [], simulation = [], stack = [], unit = [] } = Object.groupBy(others, kindOf)
  return { unit, stack, service, simulation, cloud, rest: all.filter(isRest) }
}
