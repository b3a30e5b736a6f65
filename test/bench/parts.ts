import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from './calls.ts'
import { cold } from './cold.ts'
import { delivery } from './feed/delivery.ts'
import { growth } from './growth.ts'
import { load } from './load/load.ts'
import { quotas } from './quota/quota.ts'
import { scale } from './scale.ts'
import { size } from './size.ts'
import type { Run, Section } from './table.ts'
import { warm } from './warm.ts'

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
