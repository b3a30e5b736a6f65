import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { bundleDir, bundleOptions } from '../../lib/bundle.ts'
import { groups, jobs } from '../../functions/index.ts'

/** What a function may weigh, minified and compressed as Lambda keeps it, in kilobytes of a thousand bytes. */
const most = { minified: 350, compressed: 113 }
/** Functions whose work needs a library that weighs more than that. */
const heavier: Record<string, typeof most & { by: string }> = {
  auth: { minified: 393, compressed: 131, by: 'bcrypt and OpenID Connect' },
  shipments: { minified: 358, compressed: 118, by: 'the cities that have airports' },
  scanning: { minified: 359, compressed: 119, by: 'the cities that have airports' },
  photosweep: { minified: 447, compressed: 137, by: 'the client of S3' },
  photointake: { minified: 465, compressed: 144, by: 'the client of S3' },
  photos: { minified: 533, compressed: 166, by: 'the client of S3, and the signing of forms' },
  reference: { minified: 486, compressed: 120, by: 'the API’s document' },
  labels: { minified: 1815, compressed: 697, by: 'a font and what draws PDF and PNG' },
}

test.each(Object.keys({ ...groups, ...jobs }))('%s is no heavier than what it does needs', (name) => {
  const code = readFileSync(join(bundleDir, name, 'index.js'))
  const budget = heavier[name] ?? most
  expect(code.length / 1000).toBeLessThan(budget.minified)
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThan(budget.compressed)
})

test('what everybody asks for most is lightest among what anybody may call', () => {
  const weight = (name: string) => readFileSync(join(bundleDir, name, 'index.js')).length
  const others = Object.keys(groups).filter((name) => name !== 'health')
  expect(weight('health')).toBeLessThan(Math.min(...others.map(weight)))
})

test('a stack names the places of the sources, and the map is not read before there is one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stack-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [source, bundle] = [join(directory, 'fault.ts'), join(directory, 'index.js')]
  writeFileSync(source, `export function act(): never {\n  throw new TypeError('no stamps')\n}\n`)
  await build({ ...bundleOptions, entryPoints: [source], outfile: bundle })
  expect(readFileSync(bundle, 'utf8')).not.toContain('sourceMappingURL')
  const told = `try { require(${JSON.stringify(bundle)}).act() } catch ({ stack }) { console.log(stack) }`
  const run = () => execFileSync(process.execPath, ['-e', told], { encoding: 'utf8' })
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*fault\.ts:2:9\)?\n {4}at /)
  // Without its map a stack is that of the bundle.
  rmSync(`${bundle}.map`)
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*index\.js:\d+:\d+\)?\n/)
})
