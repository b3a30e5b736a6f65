import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { StartupError } from '../lib/local/runtime/startup-error.ts'
import { frameworks, installFrameworks, parts } from '../test/bench/parts.ts'
import { markdown } from '../test/bench/table.ts'
import { commandLine } from './command-line.ts'

// `npm run bench`: measures starts, requests, growth and load next to other frameworks, simulates the event feed, and
// writes docs/operations/bench.md.
const help = `npm run bench -- [part ...]

  part             measures these parts only, and keeps the other figures: ${Object.keys(parts).join(', ')}`
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs', 'operations', 'bench.md')

async function main(requested: string[]): Promise<void> {
  const unknown = requested.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new StartupError(`Unknown part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`)
  const wanted = Object.entries(parts).filter(([name]) => requested.length === 0 || requested.includes(name))
  if (wanted.some(([, { isAlone }]) => !isAlone)) installFrameworks()
  const sections = readSections()
  for (const [name, { title, run, isAlone = false }] of wanted) {
    const start = performance.now()
    try {
      const { about, tables } = await run({ say: (line) => progress(`${name}: ${line}`) })
      progress('')
      const text = [`${about} ${environmentNote(isAlone)}`, ...tables.map(markdown)].join('\n\n')
      console.log(`\n${title}, in ${((performance.now() - start) / 60_000).toFixed(1)} minutes\n\n${text}`)
      sections.set(title, text)
      writeFileSync(page, renderPage(sections))
    } catch (error) {
      // The other parts are measured nevertheless.
      fail(error)
    }
  }
  console.log('\ndocs/operations/bench.md')
}

/** A bug is printed with its stack, a StartupError without. */
function fail(error: unknown): void {
  if (process.stdout.isTTY) progress('')
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
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
    'Peers have three routes, verify the same token and body, and make the same DynamoDB calls, which is checked first. What a booking writes and responds is decided by the code of this service in all of them. Unlike this service they write no log, and validate neither items nor responses.',
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
  const versions = Object.entries(isAlone ? {} : frameworks).map((pair) => pair.join(' '))
  const cores = cpus()
  return `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version} on ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}${versions.length > 0 ? '; ' : ''}${versions.join(', ')}.`
}

try {
  await main(commandLine(help, { allowPositionals: true }).positionals)
} catch (error) {
  fail(error)
}
