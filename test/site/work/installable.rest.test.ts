import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { siteDir } from '../../../lib/site/build.ts'
import { freshAddress } from '../../support/api/client.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { startPhone } from '../../support/site/phone.ts'
import { report } from '../../support/suite/proof.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { isKept, openWork } from './work.fixture.ts'
import { seconds } from '../../support/suite/time.ts'

const built = join(siteDir, 'work')
const gzipped = (file: string) => gzipSync(readFileSync(join(built, file))).length

test('all of the page but the decoder and the cities is at most 130 kB', () => {
  // The decoder's worker loads ZXing where the browser has no decoder, and the form of a receipt loads the cities when it is
  // opened; the service worker keeps the page as shell-….html, too. The words of refusals in four languages are 20 kB of it.
  const files = readdirSync(built).filter(
    (file) => /\.(js|css|html)$/.test(file) && !/^(decoder|zxing|shell|cities\.data)-/.test(file),
  )
  const size = files.reduce((sum, file) => sum + gzipped(file), 0)
  expect(size).toBeGreaterThan(40_000)
  expect(size).toBeLessThan(130_000)
})

test('the page can be installed, and starts within a second without a network', async () => {
  await using site = await startSiteServer(freshAddress())
  await using phone = await startPhone()
  const tenant = await newTenant()
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  const cdp = await page.context().newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ start_url: '/work', scope: '/work', display: 'standalone' })

  await page.context().setOffline(true)
  const times: number[] = []
  while (times.length < 5) {
    const began = Date.now()
    await page.goto(`${site.url}/work`)
    await page.getByRole('link', { name: 'What is this label?' }).waitFor()
    times.push(Date.now() - began)
  }
  const [, , median = 0] = times.sort((a, b) => a - b)
  expect(median).toBeLessThan(seconds(1))
  report('Phone app', 'Without a network it starts within a second', `median of ${times.length}: ${median} ms`)
})
