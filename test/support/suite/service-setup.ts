import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesise } from '../../../lib/local/cloudformation/synth.ts'
import { localSettings } from '../../../lib/local/prepare.ts'
import type { Use } from './privilege.ts'
import { testSeed } from './seed.ts'
import { testSettings } from './settings.ts'
import { judgeSuite } from './suite-privilege.ts'

/** Synthesises the app for the service in the workers' processes, and judges the roles of its functions after the tests. */
export default async function setup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'courier-service-'))
  const [assembly, uses] = [join(directory, 'assembly'), join(directory, 'uses')]
  mkdirSync(uses)
  await synthesise(assembly, { ...localSettings, ...testSettings }).done
  project.provide('seed', testSeed())
  project.provide('assembly', assembly)
  project.provide('uses', uses)
  // Simulations make no other calls.
  if (project.name !== 'service') return undefined
  return () =>
    judgeSuite(
      project,
      readdirSync(uses).flatMap((file) => JSON.parse(readFileSync(join(uses, file), 'utf8')) as Use[]),
      assembly,
    )
}
