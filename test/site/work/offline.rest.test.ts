import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { add, book, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { size } from '../../support/suite/proof.ts'
import {
  badge,
  chooseWarehouse,
  isKept,
  openTask,
  openWork,
  scan,
  scansOf,
  signInAgain,
  type,
  type Labelled,
} from './work.fixture.ts'

let site: Awaited<ReturnType<typeof startSiteServer>>
let phone: Phone
let tenant: Tenant
let packages: Labelled[]
beforeAll(async () => {
  site = await startSiteServer(freshAddress())
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[phone, tenant] = await Promise.all([startPhone(), newTenant()])
  packages = []
})
afterEach(() => phone[Symbol.asyncDispose]())

/** Books packages, and opens the task that scans them into a warehouse, without a network. */
async function scanOffline(page: Page, count: number) {
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const shipment = await book(tenant)
  while (packages.length < count) packages.push(await add(tenant, shipment.id))
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await page.context().setOffline(true)
  await openTask(page, 'Scan in')
  await scan(page, packages)
  await badge(page, `${count} waiting`)
}

/** Each is a transaction of its own, one after the other. */
const count = size(20, 60)

test(`${count} scans without a network outlive the end of the browser, and are recorded once, with their times`, async () => {
  const began = Date.now()
  await scanOffline(await phone.start(), count)
  const ended = Date.now()

  const page = await phone.start()
  await page.context().setOffline(true)
  await page.goto(`${site.url}/work`)
  await badge(page, `${count} waiting`)
  // A second tab sends the same queue.
  const another = await phone.newPage()
  await another.goto(`${site.url}/work`)
  await badge(another, `${count} waiting`)
  await page.context().setOffline(false)
  await signInAgain(page, tenant.email)
  await badge(page, 'All sent')
  await badge(another, 'All sent')

  for (const { id } of packages) {
    const times = await scansOf(tenant, id)
    expect(times).toHaveLength(1)
    expect(times[0]).toBeGreaterThanOrEqual(began)
    expect(times[0]).toBeLessThanOrEqual(ended)
  }
})

test('what a user has scanned is not sent by the next, and is there when the user returns', async () => {
  const page = await phone.start()
  await scanOffline(page, 3)
  await page.goto(`${site.url}/work`)
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.click()
  await page.getByText('What is waiting stays on this phone').waitFor()
  await signOut.click()
  await page.getByLabel('E-mail address').waitFor()

  await page.context().setOffline(false)
  const other = await newTenant()
  await openWork(page, site.url, other.email)
  await page.getByRole('link', { name: '3 scans of other users wait' }).click()
  await page.getByText('They are sent when these users sign in here again.').waitFor()
  expect(await page.getByText('Nothing scanned yet').count()).toBe(0)
  await page.getByRole('link', { name: 'Back' }).click()
  const { body } = await other.send('POST /api/v1/warehouses', {
    body: { name: 'Batumi', code: 'BUS1', city: 'Batumi' },
  })
  expect(body.id).toBeDefined()
  for (const { id } of packages) expect(await scansOf(tenant, id)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()

  await openWork(page, site.url, tenant.email)
  await badge(page, 'All sent')
  for (const { id } of packages) expect(await scansOf(tenant, id)).toHaveLength(1)
})

test('a phone without room says that a scan was not saved, and keeps the others', async () => {
  await scanOffline(await phone.start(), 2)
  const page = await phone.start()
  await page.context().setOffline(true)
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(site.url)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.goto(`${site.url}/work`)
  await openTask(page, 'Scan in')
  await type(page, 'PKG-AAAAAAAAAA')
  await page.getByRole('alert').getByText('Not saved').waitFor()
  await page.getByText('The phone’s storage is full').first().waitFor()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await badge(page, '2 waiting')

  await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  await page.goto(`${site.url}/work`)
  await page.context().setOffline(false)
  await signInAgain(page, tenant.email)
  await badge(page, 'All sent')
  for (const { id } of packages) expect(await scansOf(tenant, id)).toHaveLength(1)
})

test('what the service refuses is listed with the reason, until the worker has seen it', async () => {
  const page = await phone.start()
  await scanOffline(page, 1)
  await type(page, 'PKG-AAAAAAAAAA')
  const saved = page.locator('.lines li', { hasText: 'Saved on this phone, not checked' })
  await eventually(() => saved.count()).toBe(2)
  await page.context().setOffline(false)
  await badge(page, '1 refused')
  // The list of scans says what became of them.
  await eventually(() => page.locator('.lines li').allInnerTexts()).toEqual([
    expect.stringMatching(/PKG-AAAAAAAAAA\s+No package has this code/),
    expect.stringMatching(/PKG-\w+\s+In the warehouse/),
  ])
  await page.context().setOffline(true)
  for (const code of ['PKG-BBBBBBBBBB', 'PKG-CCCCCCCCCC']) await type(page, code)
  await badge(page, '1 refused · 2 waiting')
  await eventually(() => saved.count()).toBe(2)
  await page.context().setOffline(false)
  await badge(page, '3 refused')
  await page.getByRole('link', { name: '3 refused' }).click()
  const reasons = page.getByText('There is no such package.')
  await eventually(() => reasons.count()).toBe(3)
  const speak = async (language: string) => {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.reload()
  }
  await speak('ru')
  await eventually(() => page.getByText('Такого грузоместа нет.').count()).toBe(3)
  await speak('en')
  await eventually(() => reasons.count()).toBe(3)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await eventually(() => reasons.count()).toBe(3)
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await eventually(() => reasons.count()).toBe(2)
  await page.getByRole('button', { name: 'Remove all 2 unknown codes' }).click()
  await eventually(() => reasons.count()).toBe(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await badge(page, 'All sent')
})
