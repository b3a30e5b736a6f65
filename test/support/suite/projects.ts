import { globSync, readFileSync } from 'node:fs'
import { importsOf } from '../../../bin/verify/imports.ts'

const reached = new Map<string, ReadonlySet<string>>()
/** A file and all that it imports, also indirectly. */
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

/** Whether a test needs a local cloud: that of the run, whose addresses it injects, or one that it starts itself. */
const needsCloud = (file: string) =>
  [...importsAllOf(file)].some(
    (one) => one === 'lib/local/cloud.ts' || (one.startsWith('test/') && textOf(one).includes('inject(')),
  )
/** Whether a test loads CDK. */
const needsCdk = (file: string) =>
  [...importsAllOf(file)].some((one) => textOf(one).includes("from 'aws-cdk-lib"))

/**
 * The test files of each Vitest project, by what they import:
 * - `unit`: pure functions and small servers;
 * - `stack`: the CDK app, whose modules take seconds to load;
 * - `cloud`: tests against the local cloud;
 * - `rest`: files named `*.rest.test.ts`, which `npm run test:rest` runs.
 */
export function testFiles(): Record<'unit' | 'stack' | 'cloud' | 'rest', string[]> {
  const isRest = (file: string) => file.endsWith('.rest.test.ts')
  // The packages of other frameworks contain tests.
  const all = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort()
  const others = all.filter((file) => !isRest(file))
  const cloud = others.filter(needsCloud)
  const stack = others.filter((file) => !cloud.includes(file) && needsCdk(file))
  const unit = others.filter((file) => !cloud.includes(file) && !stack.includes(file))
  return { unit, stack, cloud, rest: all.filter(isRest) }
}
