import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, launchBrowser, openPage } from '../support/site/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const url = inject('url')
async function open(path: string, options = desktop) {
  const opened = await openPage(browser, [url], options)
  await opened.page.goto(url + path)
  return opened
}

test('without JavaScript, a page has its text, its navigation and all samples', async () => {
  await using opened = await openPage(browser, [url], { ...desktop, javaScriptEnabled: false })
  await opened.page.goto(`${url}/docs/api/public-tracking`)
  expect(await opened.page.locator('.sample:visible').count()).toBe(3)
  await opened.page.locator('#navigation').getByText('Your first parcel').click()
  await opened.page.getByRole('heading', { level: 1, name: 'Your first parcel' }).waitFor()
})

test('an unknown path below /docs says that there is no such page', async () => {
  await using opened = await open('/docs/no-such-page')
  await opened.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await opened.page.locator('article').getByRole('link', { name: 'overview' }).click()
  await opened.page.getByRole('heading', { level: 1, name: 'Courier Logistics API' }).waitFor()
})

test('the overview links to the collection, which importers can read', async () => {
  await using opened = await open('/docs')
  const href = await opened.page.getByRole('link', { name: 'A collection' }).getAttribute('href')
  const response = await fetch(new URL(href ?? '', url))
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toMatchObject({ info: { name: 'Courier Logistics' } })
})
