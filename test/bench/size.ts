import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleFunctions } from '../../lib/bundle/bundle.ts'
import { bundlePeers, peersOf } from './contenders.ts'
import type { Run, Section } from './table.ts'

/** Measures the code that a cold start loads: the size of each function, plain and gzipped at level 9. */
export async function size({ say }: Run): Promise<Section> {
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
