import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { StartupError } from '../lib/local/runtime/startup-error.ts'
import { calls } from '../test/bench/calls.ts'
import { cold } from '../test/bench/cold.ts'
import { delivery } from '../test/bench/feed/delivery.ts'
import { growth } from '../test/bench/growth.ts'
import { load } from '../test/bench/load.ts'
import { quotas } from '../test/bench/quota/quota.ts'
import { scale } from '../test/bench/scale.ts'
import { size } from '../test/bench/size.ts'
import { markdown, type Say, type Section } from '../test/bench/table.ts'
import { warm } from '../test/bench/warm.ts'

// `npm run bench`: measures starts, requests, growth and load next to other frameworks, simulates the event feed, and
// writes docs/operations/bench.md. `npm run bench -- cold` measures one part and keeps the other figures.
interface Part {
  title: string
  run: (say: Say) => Promise<Section>
  /** Needs no other frameworks. */
  isAlone?: boolean
}
const parts: Record<string, Part> = {
  cold: { title: 'Cold start', run: cold },
  warm: { title: 'Warm', run: warm },
  calls: { title: 'Calls', run: calls },
  growth: { title: 'Growth', run: growth },
  scale: { title: 'Event feed of one company', run: scale, isAlone: true },
  delivery: { title: 'Events of a busy company, delivered', run: delivery, isAlone: true },
  quotas: { title: 'One company at ten times its quota', run: quotas, isAlone: true },
  load: { title: 'The local cloud under load', run: load },
  size: { title: 'Size', run: size },
}
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs', 'operations', 'bench.md')
const peers = join(root, 'test', 'bench')

async function main(requested: string[]): Promise<void> {
  const unknown = requested.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new StartupError(`Unknown part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`)
  const wanted = Object.entries(parts).filter(([name]) => requested.length === 0 || requested.includes(name))
  if (wanted.some(([, { isAlone }]) => !isAlone) && !existsSync(join(peers, 'node_modules'))) {
    console.log('Installing the other frameworks: npm ci --prefix test/bench')
    execFileSync('npm', ['ci', '--prefix', peers], { stdio: 'inherit' })
  }
  const sections = readSections()
  for (const [name, { title, run, isAlone = false }] of wanted) {
    const { about, tables } = await run((line) => progress(`${name}: ${line}`))
    progress('')
    const text = [`${about} ${environmentNote(isAlone)}`, ...tables.map(markdown)].join('\n\n')
    console.log(`\n${title}\n\n${text}`)
    sections.set(title, text)
    writeFileSync(page, renderPage(sections))
  }
  console.log('\ndocs/operations/bench.md')
}

/** Overwrites the previous line on a terminal; otherwise prints a new line. */
function progress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
  else if (line) console.log(line)
}

/** The page's sections by title: earlier measurements and manually written ones. */
function readSections(): Map<string, string> {
  const [, ...sections] = existsSync(page) ? readFileSync(page, 'utf8').split(/^## /m) : []
  return new Map(
    sections.map((section) => [section.replace(/\n[^]*/, ''), section.replace(/^.*\n/, '').trim()]),
  )
}

/** Renders the parts in order, then the manually written sections. */
function renderPage(sections: ReadonlyMap<string, string>): string {
  const titles = Object.values(parts).map(({ title }) => title)
  const order = [...titles, ...[...sections.keys()].filter((title) => !titles.includes(title))]
  const present = order.filter((title) => sections.has(title))
  return [
    '# Benchmarks',
    'Written by `npm run bench`; `npm run bench -- cold` measures one part again. Each part is measured in one run, alternating, against the emulator of the local cloud: the ratios apply elsewhere, the milliseconds to that machine only.',
    'Peers have three routes, verify the same token and body, and make the same DynamoDB calls, which is checked first. Unlike this service they write no log, and validate neither items nor responses.',
    ...present.map((title) => `## ${title}\n\n${sections.get(title) ?? ''}`),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Commit, date, machine and versions of a measurement; without those of the other frameworks if it `isAlone`. */
function environmentNote(isAlone: boolean): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '-uno', '--', '.', `:!${relative(root, page)}`)
  const commit = git('rev-parse', '--short', 'HEAD') + (changed ? ' and changes' : '')
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const versions = Object.entries(isAlone ? {} : dependencies).map((pair) => pair.join(' '))
  const cores = cpus()
  return `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version} on ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}${versions.length > 0 ? '; ' : ''}${versions.join(', ')}.`
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (process.stdout.isTTY) progress('')
  // A bug is printed with its stack, a StartupError without.
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
