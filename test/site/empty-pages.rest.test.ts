import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, openCase, openWarehouse } from '../support/api/tenant.ts'
import { smallPhone, startConsole, type Console } from '../support/site/console.ts'
import { chooseWarehouse, openTask, openWork } from './work/work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** The first page of a list is empty, as one is whose filter leaves nothing of the records that it looked at. */
async function emptyFirstPage(page: Page, list: RegExp) {
  await page.route(
    (url) => list.test(url.pathname + url.search) && !url.searchParams.has('cursor'),
    (route) => route.fulfill({ json: [], headers: { 'X-Next-Cursor': 'next' } }),
  )
  await page.route(
    (url) => list.test(url.pathname + url.search) && url.searchParams.get('cursor') === 'next',
    (route) => route.continue({ url: route.request().url().replace('&cursor=next', '') }),
  )
}

test('a list of the console whose first page is empty has what the next one has, and does not say that there is nothing', async () => {
  const tenant = await newTenant()
  const one = await add(tenant, (await book(tenant)).id)
  await openCase(tenant, { kind: 'SHORTAGE', package_ids: [one.id] })
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  await emptyFirstPage(page, /\/cases\?status=OPEN&kind=SHORTAGE&limit=25/)
  await page.goto(`${site.url}/console/cases?kind=SHORTAGE`)
  await page.locator('[data-row]').getByText('Missing').waitFor()
  expect(await page.getByText('Nothing is open').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a bag that is not among the first that were looked at can be chosen on a phone', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await openBag(tenant, { label: 'MOW-TBS-001', warehouse_id: id })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await emptyFirstPage(page, /\/bags\?status=OPEN/)
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await openTask(page, 'Pack')
  await page.getByRole('button', { name: /MOW-TBS-001/ }).waitFor()
  expect(faults).toEqual([])
})
