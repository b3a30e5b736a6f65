import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tracking } from '../../../site/track/answer.ts'
import { expectAccessible, launchBrowser, openPage, phone, sideways } from '../../support/site/browser.ts'
import { freshAddress } from '../../support/api/client.ts'
import { startSiteServer } from '../../support/site/server.ts'

// What the real service answers rarely, or never, stands here by itself.
let browser: Browser
let site: Awaited<ReturnType<typeof startSiteServer>>
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSiteServer(freshAddress())])
})
afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

const id = 'TRK-7Q4M2X9KB3ZD1'
const parcel = (fields: Partial<Tracking> = {}): Tracking => ({
  ...{ tracking_id: id, status: 'IN_TRANSIT', origin: 'Moscow (SVO)', destination: 'Tbilisi (TBS)' },
  ...{ estimated_delivery: '2030-06-03', packages_count: 2, events: [] },
  ...fields,
})
const event = (event_type: string, timestamp: string, location = '', description = '') => ({
  ...{ event_type, timestamp, location, description },
})
type Given = Parameters<Route['fulfill']>[0]

type Opening = BrowserContextOptions & { path?: string; now?: string }

/** The page, with what the service answers it: each answer once, the last one for ever. */
async function openWith(
  answers: Given[],
  { path = `/track/${id}`, now = '2030-06-01T12:00:00Z', ...options }: Opening = {},
) {
  const opened = await openPage(browser, [site.url], {
    locale: 'en-GB',
    timezoneId: 'Asia/Tbilisi',
    ...options,
  })
  opened.page.setDefaultTimeout(10_000)
  const asked: (string | undefined)[] = []
  let answered = 0
  opened.page.on('response', (response) => {
    if (response.url().includes('/api/v1/track/')) answered++
  })
  await opened.page.route('**/api/v1/track/*', async (route) => {
    asked.push(route.request().headers()['if-none-match'])
    await route.fulfill(answers[Math.min(asked.length, answers.length) - 1] ?? {})
  })
  // Time stands still unless a test lets it pass.
  await opened.page.clock.install({ time: now })
  await opened.page.clock.pauseAt(now)
  await opened.page.goto(`${site.url}${path}`)
  /** Waits until the page has asked so often, and has had its answer. */
  const settled = async (times: number) => {
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(times)
    await opened.page.evaluate('fetch("/track").then((page) => page.text())')
  }
  return { ...opened, asked, settled }
}
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const failed = expect.stringContaining('Failed to load resource')

describe('asking', () => {
  test('waits as long as a refusal says, and goes on then', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '40' }, json: {} }
    await using opened = await openWith([
      { json: parcel() },
      refusal,
      { json: parcel({ status: 'DELIVERED' }) },
    ])
    const { page, settled } = opened
    await headed(page, 'On its way')
    await page.clock.runFor(15_000)
    await says(page, 'Too many requests came from your network')
    await says(page, 'Last checked now.')
    await headed(page, 'On its way')
    await page.clock.runFor(39_000)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.clock.runFor(999)
    await settled(2)
    await page.clock.runFor(1)
    await headed(page, 'Delivered')
    expect(await page.getByText('Too many requests').count()).toBe(0)
  })

  test('names what it has by its tag, less and less often while nothing changes, and rarely unseen', async () => {
    const headers = { etag: '"1"' }
    await using opened = await openWith([
      { json: parcel(), headers },
      { status: 304, headers },
    ])
    const { page, asked, settled, faults } = opened
    const look = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await headed(page, 'On its way')
    let times = 1
    for (const seconds of [15, 15, 22.5, 33.75, 50.625, 60, 60]) {
      await page.clock.runFor(seconds * 1000 - 1)
      await settled(times)
      await page.clock.runFor(1)
      await settled(++times)
    }
    expect(asked).toEqual([undefined, ...Array<string>(7).fill('"1"')])
    await look(true)
    await page.clock.runFor(60_000)
    await settled(9)
    await page.clock.runFor(299_000)
    await settled(9)
    await look(false)
    await page.clock.runFor(0)
    await settled(10)
    expect(faults).toEqual([])
  })

  test('goes on more and more slowly while the service fails, and at once for whoever presses the button', async () => {
    await using opened = await openWith([{ status: 503, json: {} }])
    const { page, settled, faults } = opened
    await says(page, 'We cannot be reached just now')
    // Each pause is up to a quarter longer than it must be; here the dice always say so.
    await page.evaluate('Math.random = () => 1')
    await page.getByRole('button', { name: 'Look again now' }).click()
    await page.clock.runFor(0)
    await settled(2)
    let times = 2
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      await page.clock.runFor(seconds * 1250 - 1)
      await settled(times)
      await page.clock.runFor(1)
      await settled(++times)
    }
    await page.getByRole('button', { name: 'Look again now' }).press('Enter')
    await page.clock.runFor(0)
    await settled(++times)
    expect(await page.evaluate('document.activeElement.id'), 'the button stays under the finger').toBe('again')
    // axe waits by timers of the page.
    await page.clock.resume()
    await expectAccessible(page)
    expect(new Set(faults)).toEqual(new Set([failed]))
  })

  test.each([
    ['no JSON', { body: '<html>', contentType: 'text/html' }],
    ['an empty object', { json: {} }],
    ['null', { json: null }],
    ['a status that nobody knows', { json: { ...parcel(), status: 'TELEPORTED' } }],
    ['a day that is none', { json: parcel({ estimated_delivery: 'soon' }) }],
    ['an event without a moment', { json: parcel({ events: [event('DELIVERED', 'never')] }) }],
  ])('does not show %s as a parcel, and keeps what was known', async (_what, answer: Given) => {
    await using opened = await openWith([{ json: parcel() }, answer])
    const { page, faults } = opened
    await headed(page, 'On its way')
    await page.clock.runFor(15_000)
    await says(page, 'an answer that this page does not understand')
    await headed(page, 'On its way')
    expect(faults).toEqual([])
  })
})

describe('what is shown', () => {
  test('is told by days of the reader’s own time zone, newest first, and an age that grows', async () => {
    const events = [
      event('SHIPMENT_CREATED', '2029-12-31T12:00:00Z', 'SVO'),
      event('PACKAGE_SCANNED', '2030-05-31T19:00:00Z', 'WH-1'),
      event('FLIGHT_DEPARTED', '2030-05-31T21:30:00Z', 'SVO'),
      event('BEAMED_UP', '2030-06-01T11:57:00Z', '', 'Beamed up by the ship'),
    ]
    await using opened = await openWith([{ json: parcel({ events }) }])
    const { page, faults } = opened
    await headed(page, 'On its way')
    const lines = await page.locator('h3, .timeline li').allInnerTexts()
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      'Today',
      'Beamed up by the ship 15:57',
      'Flight departed 1:30 · Moscow (SVO)',
      'Yesterday',
      'Received at the warehouse 23:00 · WH-1',
      'Monday, 31 December 2029',
      'Shipment booked 16:00 · Moscow (SVO)',
    ])
    await says(page, 'Updated 3 minutes ago')
    await page.clock.runFor(120_000)
    await says(page, 'Updated 5 minutes ago')
    await says(page, /^Monday,? 3 June$/)
    expect(faults).toEqual([])
  })

  test('of what was returned is an end of its own', async () => {
    await using opened = await openWith([{ json: parcel({ status: 'RETURNED' }) }], phone)
    const { page } = opened
    await headed(page, 'Returned')
    const steps = page.getByRole('list', { name: 'How far it is' }).getByRole('listitem')
    expect(await steps.allTextContents()).toEqual(['Registered', 'Returned'])
    expect(await page.getByText('Expected delivery').count()).toBe(0)
    await page.clock.resume()
    await expectAccessible(page)
  })

  test('is text and nothing else, in places as long as they may be', async () => {
    const tag = '<img src=x onerror=alert(1)>'
    const long = `${'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(5)}${tag}`
    const events = [event('UNKNOWN', '2030-06-01T11:00:00Z', long, tag)]
    for (const locale of ['en', 'ar']) {
      const size = { viewport: { width: 320, height: 600 } }
      const answer = { json: parcel({ origin: long, destination: long, events }) }
      await using opened = await openWith([answer], { locale, ...size })
      const { page, faults } = opened
      await says(page, tag)
      expect([await page.locator('main img').count(), await sideways(page)]).toEqual([0, 0])
      expect(faults).toEqual([])
    }
  })

  test('on paper is the parcel alone', async () => {
    await using opened = await openWith([{ json: parcel() }])
    const { page } = opened
    await headed(page, 'On its way')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('button:visible, a#another:visible').count()).toBe(0)
    await headed(page, 'On its way')
  })
})

describe('the language', () => {
  test('asked for in the address goes before the browser’s, and is remembered', async () => {
    await using opened = await openWith([{ json: parcel() }], { path: `/track/${id}?lang=KA`, locale: 'ru' })
    const { page } = opened
    await headed(page, 'გზაშია')
    await says(page, 'ორშაბათი, 3 ივნისი')
    await page.goto(`${site.url}/track/${id}`)
    await headed(page, 'გზაშია')
  })

  test('stays in the address where the browser keeps nothing', async () => {
    await using opened = await openWith([{ json: parcel() }], { path: '/track' })
    const { page, faults } = opened
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })`,
    )
    await page.goto(`${site.url}/track/${id}`)
    await page.getByRole('button', { name: 'العربية' }).click()
    await headed(page, 'في الطريق')
    await page.reload()
    await headed(page, 'في الطريق')
    await page.getByRole('link', { name: 'تتبّع طرد آخر' }).click()
    await headed(page, 'تتبّع طردك')
    expect(faults).toEqual([])
  })

  test('is every one of them where scripts do not run', async () => {
    await using opened = await openPage(browser, [site.url], { javaScriptEnabled: false })
    const { page, faults } = opened
    await page.goto(`${site.url}/track/${id}`)
    const text = await page.locator('main').innerText()
    for (const words of ['needs JavaScript', 'нужен JavaScript', 'JavaScript სჭირდება', 'تحتاج هذه الصفحة'])
      expect(text).toContain(words)
    expect(faults).toEqual([])
  })
})
