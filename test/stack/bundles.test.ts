import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleDir, bundleFunctions, bundleOptions } from '../../lib/bundle/bundle.ts'
import { groups, jobs } from '../../functions/index.ts'

/** The budget of a function's bundle, minified and compressed, in kilobytes of 1,000 bytes. */
const budgetByDefault = { minified: 511, compressed: 168 }
/** Functions that need a larger library. */
const larger: Record<string, typeof budgetByDefault & { by: string }> = {
  labels: {
    minified: 2050,
    compressed: 640,
    by: 'fontkit with its brotli, pdf-lib with its fonts, and what unpacks web fonts',
  },
  mailer: {
    minified: 616,
    compressed: 206,
    by: 'nodemailer, which writes messages, and the events of parcels',
  },
  photos: { minified: 656, compressed: 210, by: 'the client of S3' },
  photointake: { minified: 595, compressed: 187, by: 'the client of S3' },
  proof: { minified: 2200, compressed: 690, by: 'what draws PDFs, and the client of S3' },
  auth: {
    minified: 534,
    compressed: 177,
    by: 'otplib, which checks codes of authenticator apps, and bcryptjs',
  },
  passkeys: { minified: 770, compressed: 238, by: '@simplewebauthn/server, which verifies passkeys' },
  users: { minified: 543, compressed: 178, by: 'otplib, and the forms of times' },
  transfers: { minified: 649, compressed: 208, by: 'the client of S3' },
  shipments: {
    minified: 538,
    compressed: 178,
    by: 'what compares names and numbers, what labels cannot print, and days of time zones',
  },
  handovers: { minified: 514, compressed: 170, by: 'the notices of corrected statuses' },
  warehouses: { minified: 517, compressed: 170, by: 'what compares names, and what labels cannot print' },
  transferworker: {
    minified: 1923,
    compressed: 1000,
    by: 'the client of S3, csv-parse, and jschardet with its model',
  },
  photosweep: { minified: 541, compressed: 170, by: 'the client of S3' },
}

beforeAll(() => bundleFunctions())

test.each(Object.keys({ ...groups, ...jobs }))('the bundle of %s is within its budget', (name) => {
  const code = readFileSync(join(bundleDir, name, 'index.js'))
  const budget = larger[name] ?? budgetByDefault
  expect(code.length / 1000).toBeLessThan(budget.minified)
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThan(budget.compressed)
})

test.each(Object.keys({ ...groups, ...jobs }))('the assets that %s reads are next to it', (name) => {
  const code = readFileSync(join(bundleDir, name, 'index.js'), 'utf8')
  const paths = [...code.matchAll(/["'`]((?:node_modules|shared|functions)\/[^"'`$]+\.\w+)["'`]/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.filter((path) => !existsSync(join(bundleDir, name, path)))).toEqual([])
})

test('libraries are bundled as published', () => {
  expect(bundleOptions).not.toHaveProperty('plugins')
})

test('a stack trace has positions in the sources, from a source map that is read when the first trace is formatted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stack-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [source, bundle] = [join(directory, 'fault.ts'), join(directory, 'index.js')]
  writeFileSync(source, `export function act(): never {\n  throw new TypeError('no stamps')\n}\n`)
  await build({ ...bundleOptions, entryPoints: [source], outfile: bundle })
  expect(readFileSync(bundle, 'utf8')).not.toContain('sourceMappingURL')
  const script = `try { require(${JSON.stringify(bundle)}).act() } catch ({ stack }) { console.log(stack) }`
  const run = () => execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*fault\.ts:2:9\)?\n {4}at /)
  // Without the map, the stack trace has positions in the bundle.
  rmSync(`${bundle}.map`)
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*index\.js:\d+:\d+\)?\n/)
})
