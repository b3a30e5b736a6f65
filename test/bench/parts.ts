import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cold } from './cold.ts'
import { delivery } from './feed/delivery.ts'
import { growth } from './growth.ts'
import { load } from './load/load.ts'
import { quotas } from './quota/quota.ts'
import { scale } from './scale.ts'
import type { Run, Section } from './table.ts'
import { warm } from './warm.ts'
import { accessPatterns } from '../../bin/generate/access-patterns.ts'
import { gzipSync } from 'node:zlib'
import { bundleFunctions } from '../../lib/bundle/bundle.ts'
import { bundlePeers, peersOf } from './contenders.ts'

interface Part {
  title: string
  run: (how: Run) => Promise<Section>
  /** Needs no other frameworks. */
  isAlone?: boolean
}
export const parts: Record<string, Part> = {
  cold: { title: 'Cold start', run: cold },
  warm: { title: 'Warm', run: warm },
  calls: { title: 'Calls', run: calls, isAlone: true },
  growth: { title: 'Growth', run: growth, isAlone: true },
  scale: { title: 'Event feed of one company', run: scale, isAlone: true },
  delivery: { title: 'Events of a busy company, delivered', run: delivery, isAlone: true },
  quotas: { title: 'One company at ten times its quota', run: quotas, isAlone: true },
  load: { title: 'The local cloud under load', run: load },
  size: { title: 'Size', run: size },
}

const directory = import.meta.dirname
const json = (...path: string[]) => {
  const file = join(directory, ...path)
  return (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, unknown>
}
/** The versions of the other frameworks, by package. */
export const frameworks = json('package.json')['dependencies'] as Record<string, string>

/** Installs the other frameworks, unless these versions of them are installed. */
export function installFrameworks(): void {
  const isInstalled = Object.entries(frameworks).every(
    ([name, version]) => json('node_modules', name, 'package.json')['version'] === version,
  )
  if (isInstalled) return
  console.log('Installing the other frameworks: npm ci --prefix test/bench')
  execFileSync('npm', ['ci', '--prefix', directory, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const root = join(import.meta.dirname, '..', '..')
const measuring = [
  'test/api/conventions/access-patterns.rest.test.ts',
  'test/api/bags/journey-costs.rest.test.ts',
]

/** The DynamoDB calls of requests: measures docs/reference/access-patterns.md again. */
async function calls({ say, short }: Run): Promise<Section> {
  say(`measuring ${accessPatterns.length} access patterns, and journeys of bags and flights`)
  // The suite of tests measures them too.
  if (!short)
    execFileSync('npx', ['vitest', 'run', ...measuring], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const counts = [...new Set(accessPatterns.map(({ sequential }) => sequential))].sort((a, b) => a - b)
  const share = (count: number) => {
    const rows = accessPatterns.filter(({ sequential }) => sequential === count)
    const units = rows.map(({ units }) => units)
    return [String(count), String(rows.length), `${Math.min(...units)}–${Math.max(...units)}`]
  }
  return {
    about: `${accessPatterns.length} requests, each with the calls in sequence and the units of docs/reference/access-patterns.md, measured in this run (${measuring.join(', ')}). A bag of 200 packages travels, and a flight with 40 bags departs, in as many calls as with one.`,
    tables: [[['calls in sequence', 'requests', 'units'], ...counts.map(share)]],
  }
}

/** Measures the code that a cold start loads: the size of each function, plain and gzipped at level 9. */
async function size({ say }: Run): Promise<Section> {
  say('bundling')
  // Not where others bundle them: tests may run at the same time.
  const directory = join(import.meta.dirname, 'dist', 'functions')
  await bundleFunctions(directory)
  await bundlePeers()
  const ours = readdirSync(directory).map((name) => ({ name, bundle: join(directory, name, 'index.js') }))
  const measured = (bundles: { name: string; bundle: string }[]) =>
    bundles
      .map(({ name, bundle }) => [name, ...sizesOf(readFileSync(bundle))] as const)
      .sort(([, a], [, b]) => a - b)
      .map(([name, ...sizes]) => [name, ...sizes.map((bytes) => (bytes / 1000).toFixed(0))])
  const head = (title: string) => [title, 'kB', 'kB gzipped']
  return {
    about: 'The code that a cold start loads, without source maps: thousands of bytes, and gzipped at level 9.',
    tables: [
      [head('Ours'), ...measured(ours)],
      [head('Peers, bundled as ours'), ...measured(peersOf('ours'))],
    ],
  }
}

const sizesOf = (code: Buffer): [number, number] => [code.length, gzipSync(code, { level: 9 }).length]
