import { expect, test } from 'vitest'
import { desktop, openPage } from '../support/site/browser.ts'
import { browser, open, setUp, url } from './docs.fixture.ts'

setUp()

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
