import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { commandLine } from './command-line.ts'
import { selectTests } from './verify/select.ts'

// `npm run verify`: types and lint of all files, the format of those that changed, and the tests that they reach. Changed is
// uncommitted changes, or else the last commit.
const help = `npm run verify -- [--since commit] [--list]

  --since commit   takes all changes since another commit or branch
  --list           only prints the tests that it would run`
const { values } = commandLine(help, { options: { since: { type: 'string' }, list: { type: 'boolean' } } })
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const untracked = git('ls-files', '--others', '--exclude-standard')
const isClean = untracked.length === 0 && git('diff', '--name-only', 'HEAD').length === 0
const base = values.since ?? (isClean ? 'HEAD~1' : 'HEAD')
const changed = [...git('diff', '--name-only', base), ...untracked].filter((file) => existsSync(file))
const tests = selectTests(changed)
console.log(`${changed.length} changed files since ${base} reach ${tests.size} test files:`)
for (const [file, reason] of tests) console.log(`  ${file}  ${reason}`)

/** The checks, each with its commands one after the other. */
const checks: Record<string, string[][]> = {
  // A changed type may be wrong for a file that did not change, so all are checked.
  code: changed.some((file) => /\.(ts|tsx|js|json)$/.test(file)) ? [['oxlint']] : [],
  format: [['prettier', '--check', '--ignore-unknown', ...changed]],
  tests: tests.size > 0 ? [['vitest', 'run', ...tests.keys()]] : [],
}

/** Runs commands until one fails. Prints their output when they have ended. */
async function passes(name: string, commands: readonly string[][]): Promise<boolean> {
  const start = performance.now()
  for (const [command = '', ...args] of commands) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    if (code === 0) continue
    console.log(`\n${name} failed:\n${output}`)
    return false
  }
  if (commands.length > 0) console.log(`${name} passed in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

if (!values.list && changed.length > 0) {
  const results = await Promise.all(Object.entries(checks).map(([name, commands]) => passes(name, commands)))
  if (results.includes(false)) process.exitCode = 1
}
