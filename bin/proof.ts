import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../test/support/suite/figures.ts'
import { measureTimeFactor } from '../test/support/suite/time.ts'
import { commandLine } from './command-line.ts'

// `npm run proof`: runs the long tests and writes docs/development/proof.md.
const help = `npm run proof -- [--seed number] [--seeds number]

  --seed number    repeats the proof of that seed
  --seeds 20       also repeats the races and the models with twenty more seeds, a minute and more each`
const { values } = commandLine(help, {
  options: { seed: { type: 'string' }, seeds: { type: 'string', default: '0' } },
})
const seed = values.seed ?? String(1 + (Date.now() % 1e6))
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' and changes' : '')
const directory = mkdtempSync(join(tmpdir(), 'proof-'))
const figures = join(directory, 'figures')
writeFileSync(figures, '')

const file = new URL('../docs/development/proof.md', import.meta.url)
const startedAt = Date.now()
const minutes = () => ((Date.now() - startedAt) / 60_000).toFixed(1)
/** Runs a command of the project; resolves to false if it failed. */
const run = (command: string, args: readonly string[], environment: object = { PROOF_FIGURES: figures }) =>
  new Promise<boolean>((resolve) => {
    const env = { ...process.env, SEED: seed, ...environment }
    spawn(command, args, { stdio: 'inherit', env }).on('close', (code) => resolve(code === 0))
  })

// Measured before anything else runs, for all that follows.
process.env.TIME_FACTOR ??= String(await measureTimeFactor())
console.log(`Proof of ${commit} with seed ${seed}: about 40 minutes.`)
/** Tests that are shortened in `npm test`. */
const shortened = globSync('test/**/*.test.ts').filter((name) => /\bsize\(/.test(readFileSync(name, 'utf8')))
/** Tests that measure times, or that keep both cores busy: one at a time, with nothing beside them. */
const timed = ['flood', 'pages', 'transfer-latency'].map((name) => `test/proof/${name}.rest.test.ts`)
const results = [
  await run('vitest', ['run', 'test/proof', ...shortened, ...timed.flatMap((name) => ['--exclude', name])]),
  await run('vitest', ['run', '--no-file-parallelism', ...timed]),
  await run('node', ['test/proof/mutants/run.ts']),
  // The tests of the service through HTTP, threads and the engine, in their short forms.
  await run('vitest', ['run', '--project', 'cloud'], { SERVICE: 'cloud' }),
]
const seeds = Number(values.seeds)
for (let n = 1; n <= seeds && !results.includes(false); n++)
  results.push(
    await run('vitest', ['run', 'races', 'model.test', 'auth/codes', 'scans/limits'], { SEED: String(n) }),
  )
const rows = readFileSync(figures, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Figure)
rmSync(directory, { recursive: true })
if (seeds > 0)
  rows.push({
    part: 'Chaos proxy',
    promise: 'No race is lost and every model holds under any fault that DynamoDB may cause',
    seen: `the tests of races, models, codes and limits, with ${seeds} more seeds of lost responses, throttling, conflicts, stale indexes, short pages and batches`,
  })

rows.sort((a, b) => (a.part < b.part ? -1 : a.part > b.part ? 1 : 0))
for (const { part, promise, seen } of rows)
  console.log(`${part.padEnd(16)} ${promise}\n${' '.repeat(17)}${seen}`)
if (results.includes(false)) {
  console.error(`\nA property failed, see above. node bin/proof.ts --seed ${seed} repeats it.`)
  process.exitCode = 1
} else {
  writeFileSync(file, page())
  console.log(`\nAll properties held, in ${minutes()} minutes: docs/development/proof.md`)
}

function page(): string {
  const cells = (...texts: string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[
    '# What is proven',
    '',
    `Commit ${commit}, seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${minutes()} minutes. Written by \`npm run proof\`; \`npm run proof -- --seed ${seed}\` repeats it.`,
    '',
    cells('', 'Property', 'Result'),
    cells('---', '---', '---'),
    ...rows.map(({ part, promise, seen }, n) => cells(part === rows[n - 1]?.part ? '' : part, promise, seen)),
  ].join('\n')}\n\n${notes()}`
}

/** The manually written end of the page, which is kept. */
function notes(): string {
  const line = '## What is not proven\n'
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return before.includes(line) ? before.slice(before.indexOf(line)) : line
}
