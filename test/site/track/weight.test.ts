import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { siteDir } from '../../../lib/site/build.ts'
import { setUp, awaitHeading, openWith, parcel } from './failures.fixture.ts'

setUp()

test('scripts and styles are at most 32 kB compressed, and the page loads every file that was built', async () => {
  const built = join(siteDir, 'track')
  const files = readdirSync(built)
  await using opened = await openWith([{ json: parcel() }])
  const { page, faults } = opened
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.reload()
  await awaitHeading(page, 'On its way')
  for (const file of files.filter((name) => name !== 'index.html')) expect(loaded).toContain(`/track/${file}`)
  const compressed = files
    .filter((name) => /\.(js|css)$/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(built, name))).length, 0)
  console.log(`The tracking page: ${compressed} bytes of scripts and styles, compressed`)
  expect(compressed).toBeGreaterThan(10_000)
  expect(compressed).toBeLessThanOrEqual(32_000)
  expect(faults).toEqual([])
})
