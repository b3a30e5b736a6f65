import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { add, book, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'
import {
  badge,
  chooseWarehouse,
  isKept,
  openTask,
  openWork,
  scan,
  scansOf,
  type Labelled,
} from './work.fixture.ts'

const previousShell = 'shell-00000000.html'
/** Whether the server has the previous version of the page, and whether the API answers. */
let isPrevious = true
let isApiUp = true
let site: Awaited<ReturnType<typeof startSiteServer>>
let phone: Phone
let tenant: Tenant
beforeAll(async () => {
  site = await startSiteServer(freshAddress(), answer)
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[phone, tenant] = await Promise.all([startPhone(), newTenant()])
})
afterEach(() => phone[Symbol.asyncDispose]())

/** The previous version: a service worker of its own, whose page has another title. */
async function answer(path: string) {
  if (path.startsWith('/api/v1/scan') && !isApiUp)
    return { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{"detail":"Unavailable"}' }
  if (!isPrevious) return undefined
  const read = async (file: string) => {
    const response = await fetch(new URL(file, inject('url')))
    const headers = new Headers(response.headers)
    // These are of another body than is sent.
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
    return { status: 200, headers: Object.fromEntries(headers), text: await response.text() }
  }
  if (path === '/work/service-worker.js') {
    const { text, ...rest } = await read(path)
    return { ...rest, body: text.replaceAll(/shell-[0-9A-F]{8}\.html/g, previousShell) }
  }
  if (path === `/work/${previousShell}`) {
    const { text, ...rest } = await read('/work')
    return { ...rest, body: text.replace('<div id="work">', '<div id="work" data-version="previous">') }
  }
  return undefined
}
const isPreviousPage = (page: Page) => page.locator('[data-version=previous]').count()

test('a new version opens when the worker wants it: a task goes on until then, and nothing of the queue is lost', async () => {
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const shipment = await book(tenant)
  const packages: Labelled[] = []
  while (packages.length < 5) packages.push(await add(tenant, shipment.id))
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await page.reload()
  await eventually(() => isPreviousPage(page)).toBe(1)

  isApiUp = false
  await openTask(page, 'Scan in')
  await scan(page, packages.slice(0, 4))
  await badge(page, '4 waiting')
  isPrevious = false
  await page.evaluate('navigator.serviceWorker.getRegistration("/work").then((one) => one.update())')
  await eventually(() =>
    page.evaluate<boolean>(
      'navigator.serviceWorker.getRegistration("/work").then((one) => one.waiting !== null)',
    ),
  ).toBe(true)
  await scan(page, packages.slice(4))
  await badge(page, '5 waiting')
  expect(await isPreviousPage(page)).toBe(1)

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('A new version is ready').waitFor()
  await page.getByRole('button', { name: 'Open it' }).click()
  await eventually(() => isPreviousPage(page)).toBe(0)
  await badge(page, '5 waiting')
  isApiUp = true
  await page.reload()
  await badge(page, 'All sent')
  for (const { id } of packages) expect(await scansOf(tenant, id)).toHaveLength(1)
})
