import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { statusOf } from '../../shared/http/error-reply.ts'
import { routes } from '../../functions/index.ts'
import { guideNames } from '../../lib/site/docs/guides.ts'
import { pages } from '../../lib/site/docs/pages.ts'
import { topics } from '../../lib/site/docs/reference.ts'
import { desktop, expectAccessible, horizontalOverflow, phone } from '../support/site/browser.ts'
import { open, setUp, url } from './docs.fixture.ts'

setUp()
const section = (page: Page, id: string) => page.locator(`#${id}`)
const announced = (page: Page, text: string) =>
  page.locator('#announcement', { hasText: text }).waitFor({ state: 'attached' })

test.each([
  ['a guide on a desktop', '/docs/webhooks', desktop],
  ['a guide on a phone', '/docs/webhooks', phone],
  ['a topic of the reference on a desktop', '/docs/api/webhooks', desktop],
  ['a topic of the reference on a phone', '/docs/api/webhooks', phone],
  ['the overview on a phone', '/docs', phone],
])('%s is accessible, fits, and loads nothing from other hosts', async (_, path, size) => {
  await using opened = await open(path, size)
  const { page, faults } = opened
  await page.locator('#navigation').waitFor({ state: 'attached' })
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('the reference has a section for each route, and every link of every page leads somewhere', async () => {
  const all = pages()
  const operations = topics.flatMap(({ operations }) => operations)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    routes.map(({ key }) => key).sort(),
  )
  const anchors = new Map(
    all.map(({ url, body }) => [url, [...body.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
  )
  const broken = all.flatMap((page) =>
    [...page.body.text.matchAll(/ href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => {
        if (/^https:|json$/.test(href)) return false
        const [path = '', anchor] = href.split('#')
        const target = anchors.get(path === '' ? page.url : path)
        return !target || (anchor !== undefined && !target.includes(anchor))
      }),
  )
  expect(broken).toEqual([])
})

test('every guide is on the site, and every error code has a section with its status', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('docs/guide/*.md', { cwd: root }).map((file) => file.slice('docs/guide/'.length, -3))
  // Those are about the pages of staff, not about the API.
  const guides = files.filter((file) => !['pages', 'phones'].includes(file))
  expect(Object.values(guideNames).flatMap(Object.keys)).toEqual(expect.arrayContaining(guides))
  const errors = readFileSync(join(root, 'docs/guide/errors.md'), 'utf8')
  const sections = Object.fromEntries(
    [...errors.matchAll(/^## (\w+)\n\n\*\*(\d+)\./gm)].map(([, code, status]) => [code, Number(status)]),
  )
  expect(sections).toEqual({ ...statusOf, invalid: 422, fault: 500 })
})

test('a request can be sent, without an account, to the local service; the next form has the record’s id', async () => {
  await using opened = await open('/docs/api/shipments#createShipment')
  const { page, faults } = opened
  const booking = section(page, 'createShipment')
  await booking.getByRole('button', { name: 'Try it' }).click()
  await booking.getByRole('button', { name: 'Send' }).click()
  await announced(page, 'Answered 201')
  expect(await booking.locator('.try').innerText()).toMatch(/new demo company[^]*201 Created in \d+ ms/)
  const answer = booking.locator('.try [role=status]')
  await answer.locator('summary', { hasText: 'Headers' }).click()
  expect(await answer.innerText()).toContain('x-request-id')
  await answer.locator('summary', { hasText: 'curl' }).click()
  expect(await answer.innerText()).toContain(`curl -X POST '${url}/api/v1/shipments'`)
  const { id } = JSON.parse(await booking.locator('.try pre').last().innerText())
  const reading = section(page, 'getShipment')
  await reading.getByRole('button', { name: 'Try it' }).click()
  expect(await reading.getByLabel('id').inputValue()).toBe(id)
  await reading.getByLabel('id').fill('0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  await reading.getByRole('button', { name: 'Send' }).click()
  await announced(page, 'Answered 404')
  await expectAccessible(page)
  // The session goes along to other pages, and ends with the tab.
  await page.goto(`${url}/docs/api/bags`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  // The browser reports every error response; this one is expected.
  expect(faults.filter((fault) => !fault.includes('404 (Not Found)'))).toEqual([])
})

test('every block of code has one button to copy what is shown, which says that it did', async () => {
  await using opened = await open('/docs/api/bags')
  const { page, faults } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const booking = section(page, 'createBag')
  const copies = booking.getByRole('button', { name: /^Cop/ })
  expect(await copies.count(), 'of the samples, and of the response').toBe(2)
  await booking.getByRole('button', { name: 'Python' }).click()
  for (const [n, code] of ['.sample:visible pre', '.response pre'].entries()) {
    await copies.nth(n).click()
    await booking.getByRole('button', { name: 'Copied' }).first().waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(await booking.locator(code).textContent())
    await booking.getByRole('button', { name: 'Copied' }).first().waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
})

test('a user signs in with their password, and a wrong one says so', async () => {
  await using opened = await open('/docs')
  const { page } = opened
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('E-mail').fill('unknown@example.com')
  await dialog.getByLabel('Password').fill('not their password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog
    .getByRole('status')
    .filter({ hasText: /password|credentials/i })
    .waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a new demo company instead' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})

test('the menu of a phone covers the page wherever it is scrolled to, and closes with a choice', async () => {
  await using opened = await open('/docs/api/shipments', phone)
  const { page } = opened
  await page.evaluate('scrollTo(0, 6000)')
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.locator('#navigation').getByRole('link', { name: 'Going live' })
  await menu.click()
  await link.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await menu.click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Going live' }).waitFor()
})

test('values of an enumeration are chosen, and headers can be sent', async () => {
  await using opened = await open('/docs/api/shipments')
  const { page } = opened
  const listing = section(page, 'listShipments')
  await listing.getByRole('button', { name: 'Try it' }).click()
  await listing.locator('select[name=status]').selectOption('RECEIVED')
  const sent = page.waitForRequest((request) => request.url().includes('/api/v1/shipments?'))
  await listing.getByRole('button', { name: 'Send' }).click()
  expect(new URL((await sent).url()).search).toBe('?status=RECEIVED')
  const booking = section(page, 'createShipment')
  await booking.getByRole('button', { name: 'Try it' }).click()
  await booking.locator('.try summary').click()
  await booking.getByLabel('Idempotency-Key').fill('order-1')
  for (const replayed of [false, true]) {
    await booking.getByRole('button', { name: 'Send' }).click()
    const answer = booking.locator('.try [role=status]')
    await answer.locator('summary', { hasText: 'Headers' }).click()
    expect(/idempotent-replayed/.test(await answer.innerText())).toBe(replayed)
  }
})

test('search finds guides, errors and operations, by keyboard alone', async () => {
  await using opened = await open('/docs')
  const { page, faults } = opened
  const found = async (query: string) => {
    await page.getByRole('button', { name: 'Search' }).waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('searchbox').fill(query)
    await dialog.locator('li').first().waitFor()
    return dialog
  }
  const dialog = await found('rotateWebhookSecret')
  await expectAccessible(page)
  await dialog.getByRole('searchbox').press('Enter')
  await page.waitForURL('**/docs/api/webhooks#rotateWebhookSecret')
  await (await found('too_many_requests')).getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#too_many_requests')
  // The documentation calls it by other words; the excerpt is the part that matches.
  for (const [query, first] of [
    ['pagination', /^Lists/],
    ['LOST', /LOST/],
  ] as const) {
    await page.goto(`${url}/docs`)
    expect(await (await found(query)).locator('li').first().innerText()).toMatch(first)
  }
  await page.goto(`${url}/docs`)
  await page.keyboard.press('/')
  await page.getByRole('searchbox').first().fill('zzzzzz')
  await page.getByText('Nothing found for “zzzzzz”').waitFor()
  expect(faults).toEqual([])
})

test('the filter keeps operations that contain its words; theme and language are remembered', async () => {
  await using opened = await open('/docs/api/bags')
  const { page } = opened
  await page.getByLabel('Filter operations').fill('seal bag')
  const visible = page.locator('#operations li li:visible')
  expect(await visible.allInnerTexts()).toEqual([expect.stringContaining('Seal')])
  await page.getByRole('button', { name: 'Theme: auto' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await section(page, 'createBag').getByRole('button', { name: 'Python' }).click()
  await page.goto(`${url}/docs/api/flights`)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  const sample = section(page, 'createFlight').locator('.sample:visible')
  expect(await sample.innerText()).toContain(`"${url}/api/v1/flights"`)
})
