import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { report } from '../../support/suite/figures.ts'
import { testFiles } from '../../support/suite/projects.ts'
import { measureTimeFactor } from '../../support/suite/time.ts'
import { testCloud } from '../../support/suite/test-cloud.ts'
import { mutate, type Mutant } from './mutant.ts'
import { mutants } from './rows.ts'
import { verdictOf, type Report, type Verdict } from './verdict.ts'

// Runs the tests against mutants: each is one bug in a copy of the sources, which a test must find. `--only <text>`
// selects the mutants whose file name or description contains the text.
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const root = join(import.meta.dirname, '../../..')
const workers = 2
// Inherited by all runs, which need not measure it again.
process.env.TIME_FACTOR ??= String(await measureTimeFactor())

const chosen = mutants.filter(({ file, about }) => `${file} ${about}`.includes(values.only ?? ''))
const faults = chosen
  .map((mutant) => mutate(readFileSync(join(root, mutant.file), 'utf8'), mutant))
  .flatMap(({ fault }) => fault ?? [])
if (faults.length > 0 || chosen.length === 0) {
  console.error(faults.join('\n') || `No mutant's file name or description contains "${values.only ?? ''}".`)
  process.exit(1)
}

const began = performance.now()
const directory = mkdtempSync(join(tmpdir(), 'mutants-'))
const cloudFile = join(directory, 'cloud.json')
async function startCloud() {
  const cloud = await testCloud()
  writeFileSync(cloudFile, JSON.stringify(cloud.provided))
  return cloud
}
let cloud = await startCloud()

/** Copies the work tree, including uncommitted changes but not ignored files, for one worker. */
function copyOfSources(name: string): string {
  const copy = join(directory, name)
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' })
  const absent = new Set(deleted.split('\0'))
  for (const file of tracked.split('\0').filter((one) => one && !absent.has(one))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Tests of stacks use the cloud's bundles. Mutants do not change these.
  symlinkSync(join(root, 'dist'), join(copy, 'dist'))
  return copy
}

/** The tests that need no local cloud: in their process, the jobs run with the bug too. */
const { service, simulation } = testFiles()
const inProcess = new Set([...service, ...simulation])
let runs = 0
/** Runs tests in a copy until the first failure. Returns Vitest's report. */
async function runTests(
  copy: string,
  tests: readonly string[],
  by: string[],
  timeout = 120_000,
): Promise<Report> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const words = by.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const child = spawn(
    process.execPath,
    [
      join(copy, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config',
      'test/proof/mutants/vitest.config.ts',
      '--reporter',
      'json',
      '--outputFile',
      report,
      '--bail',
      '1',
      ...(words ? ['-t', words] : []),
      ...tests,
    ],
    {
      cwd: copy,
      env: {
        ...process.env,
        MUTANTS_CLOUD: cloudFile,
        MUTANTS_IN_PROCESS: String(tests.every((file) => inProcess.has(file))),
        // As many seeds as a race may need, and as many programs as an error of the store.
        SIMULATIONS: '200',
        PROGRAMS: '400',
        // Only tests of the API need an HTTP server.
        MUTANTS_SERVER: String(tests.some((file) => file.startsWith('test/api/'))),
        // A separate block of addresses, because all runs share the cloud's rate limits.
        FIRST_ADDRESS: String((runs++ % 256) << 8),
        NODE_COMPILE_CACHE: join(directory, 'compiled'),
        NODE_NO_WARNINGS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A run that hangs does not count as finding the bug.
      timeout,
      killSignal: 'SIGKILL',
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await new Promise((resolve) => child.on('close', resolve))
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report
  } catch {
    return { testResults: [], output }
  }
}

/** One of the groups may have no test with the words of the mutant. */
const ranks: readonly Verdict['fate'][] = ['killed', 'survived', 'spoilt']

async function tried(copy: string, mutant: Mutant): Promise<Verdict> {
  const { tests, by } = mutant
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  const { mutated = source } = mutate(source, mutant)
  // Throws an Error if the mutant does not parse: any test would fail on it.
  stripTypeScriptTypes(mutated)
  writeFileSync(path, mutated)
  try {
    // Those in the process of the test first, which are fast.
    const groups = [tests.filter((one) => inProcess.has(one)), tests.filter((one) => !inProcess.has(one))]
    const verdicts: Verdict[] = []
    for (const group of groups) {
      if (group.length === 0) continue
      const verdict = verdictOf(await runTests(copy, group, by === undefined ? [] : [by]))
      if (verdict.fate === 'killed') return verdict
      verdicts.push(verdict)
    }
    const [first] = verdicts.toSorted((one, other) => ranks.indexOf(one.fate) - ranks.indexOf(other.fate))
    return first ?? { fate: 'spoilt', by: 'no test ran', file: '' }
  } finally {
    writeFileSync(path, source)
  }
}

const inSeconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const survivors: string[] = []
/** The names of the tests that found a bug, by file. */
const finders = new Map<string, Set<string>>()

async function tryAll(copies: readonly string[]) {
  const waiting = chosen.values()
  let done = 0
  await Promise.all(
    copies.map(async (copy) => {
      for (const mutant of waiting) {
        const start = performance.now()
        const { fate, by, file } = await tried(copy, mutant)
        const line = `${mutant.file}: ${mutant.about}: ${fate}, ${by}`
        if (fate === 'killed') finders.set(file, (finders.get(file) ?? new Set()).add(by))
        else survivors.push(line)
        console.log(`${++done} of ${chosen.length}  ${line}  ${inSeconds(start)}`)
      }
    }),
  )
}

/** Runs the tests that found a bug against the unchanged sources, where they must pass. */
async function expectSound(copies: readonly string[]) {
  console.log(`Running the ${finders.size} test files that found a bug against the unchanged sources`)
  // Files that use the same cloud run one after the other.
  const groups = Object.values(Object.groupBy(finders, ([file]) => String(inProcess.has(file))))
  await Promise.all(
    groups.map(async (group = [], n) => {
      const names = group.flatMap(([, of]) => [...of])
      const { fate, by, file } = verdictOf(
        await runTests(
          copies[n]!,
          group.map(([file]) => file),
          names,
          600_000,
        ),
      )
      if (fate !== 'survived') survivors.push(`${file} fails without any mutant: ${by}`)
    }),
  )
}

try {
  const copies = Array.from({ length: workers }, (_, n) => copyOfSources(String(n)))
  await tryAll(copies)
  // Start a new cloud: data and logs of the mutants could fail tests again.
  await cloud.stop()
  cloud = await startCloud()
  await expectSound(copies)
} finally {
  await cloud.stop()
  rmSync(directory, { recursive: true, force: true })
}
const killed = `${chosen.length - survivors.length} of ${chosen.length} bugs found, by ${finders.size} test files`
console.log(`${killed}, in ${inSeconds(began)}`)
if (survivors.length > 0) {
  console.error(['Not found:', ...survivors].join('\n  '))
  process.exitCode = 1
} else if (values.only === undefined) report('Mutants', 'Every inserted bug is found by a test', killed)
