import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleDir, bundleOptions } from '../../lib/bundle/bundle.ts'
import * as dynamodb from '../../lib/bundle/dynamodb-endpoint.ts'
import * as s3 from '../../lib/bundle/s3-endpoint.ts'
import { groups, jobs } from '../../functions/index.ts'

/** What a function may weigh, minified and compressed as Lambda keeps it, in kilobytes of a thousand bytes. */
const most = { minified: 350, compressed: 110 }
/** Functions whose work needs a library that weighs more than that. */
const heavier: Record<string, typeof most & { by: string }> = {
  labels: { minified: 710, compressed: 230, by: 'what lays out fonts and writes PDF' },
}

test.each(Object.keys({ ...groups, ...jobs }))('%s is no heavier than what it does needs', (name) => {
  const code = readFileSync(join(bundleDir, name, 'index.js'))
  const budget = heavier[name] ?? most
  expect(code.length / 1000).toBeLessThan(budget.minified)
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThan(budget.compressed)
})

test('what anybody may ask for without a token is lightest', () => {
  const weight = (name: string) => readFileSync(join(bundleDir, name, 'index.js')).length
  const lightest = Object.keys(groups).sort((a, b) => weight(a) - weight(b))
  expect(new Set(lightest.slice(0, 3))).toEqual(new Set(['health', 'reference', 'tracking']))
})

describe.each(['eu-central-1', 'us-east-1', 'me-central-1', 'us-gov-west-1', 'cn-north-1'])(
  'in %s',
  (Region) => {
    const local = 'http://127.0.0.1:8000'
    const from = [{ Region }, { Region, Endpoint: local }, { Region, Endpoint: `${local}/` }]
    const usual = { UseDualStack: false, UseFIPS: false }

    test('DynamoDB is looked for where the SDK looks for it', () => {
      const { endpointProvider } = new DynamoDBClient({ region: Region }).config
      for (const place of from)
        expect(dynamodb.defaultEndpointResolver(place).url).toEqual(
          endpointProvider({ ...place, ...usual }).url,
        )
    })

    test('a bucket is looked for, and signed for, as the SDK has it', () => {
      const { endpointProvider } = new S3Client({ region: Region }).config
      for (const place of from) {
        const asked = { ...place, Bucket: 'couriers-photos-1k2x3c' }
        expect(s3.defaultEndpointResolver(asked)).toEqual(endpointProvider({ ...asked, ...usual }))
      }
    })
  },
)

test('a stack names the places of the sources, and the map is not read before there is one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stack-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [source, bundle] = [join(directory, 'fault.ts'), join(directory, 'index.js')]
  writeFileSync(source, `export function act(): never {\n  throw new TypeError('no stamps')\n}\n`)
  await build({ ...bundleOptions, entryPoints: [source], outfile: bundle })
  expect(readFileSync(bundle, 'utf8')).not.toContain('sourceMappingURL')
  const script = `try { require(${JSON.stringify(bundle)}).act() } catch ({ stack }) { console.log(stack) }`
  const run = () => execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*fault\.ts:2:9\)?\n {4}at /)
  // Without its map a stack is that of the bundle.
  rmSync(`${bundle}.map`)
  expect(run()).toMatch(/^TypeError: no stamps\n {4}at .*index\.js:\d+:\d+\)?\n/)
})
