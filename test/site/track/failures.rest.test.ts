import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../../support/site/browser.ts'
import { setUp, event, type Given, awaitHeading, openWith, parcel, awaitText } from './failures.fixture.ts'

setUp()

const scripted = { name: 'Swift', phone: '', email: '', website: 'javascript:alert(1)' }
const failed = expect.stringContaining('Failed to load resource')

describe('the tracking page', () => {
  test('waits for the Retry-After of a 429, and then polls again', async () => {
    const refusal = { status: 429, headers: { 'retry-after': '40' }, json: {} }
    await using opened = await openWith([
      { json: parcel() },
      refusal,
      { json: parcel({ status: 'DELIVERED' }) },
    ])
    const { page, awaitResponses } = opened
    await awaitHeading(page, 'On its way')
    await page.clock.runFor(15_000)
    await awaitText(page, 'There were too many requests from your network')
    await awaitText(page, 'Last checked now.')
    await awaitHeading(page, 'On its way')
    await page.clock.runFor(39_000)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.clock.runFor(999)
    await awaitResponses(2)
    await page.clock.runFor(1)
    await awaitHeading(page, 'Delivered')
    expect(await page.getByText('too many requests').count()).toBe(0)
  })

  test('polls with the ETag, less often while nothing changes, and rarely while hidden', async () => {
    const headers = { etag: '"1"' }
    await using opened = await openWith([
      { json: parcel(), headers },
      { status: 304, headers },
    ])
    const { page, sentEtags, awaitResponses, faults } = opened
    const setHidden = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await awaitHeading(page, 'On its way')
    let times = 1
    for (const seconds of [15, 15, 22.5, 33.75, 50.625, 60, 60]) {
      await page.clock.runFor(seconds * 1000 - 1)
      await awaitResponses(times)
      await page.clock.runFor(1)
      await awaitResponses(++times)
    }
    expect(sentEtags).toEqual([undefined, ...Array<string>(7).fill('"1"')])
    await setHidden(true)
    await page.clock.runFor(60_000)
    await awaitResponses(9)
    await page.clock.runFor(299_000)
    await awaitResponses(9)
    await setHidden(false)
    await page.clock.runFor(0)
    await awaitResponses(10)
    expect(faults).toEqual([])
  })

  test('polls less and less often while the service fails, and at once when the user presses the button', async () => {
    await using opened = await openWith([{ status: 503, json: {} }])
    const { page, awaitResponses, faults } = opened
    await awaitText(page, 'The service cannot be reached at the moment')
    // Jitter lengthens each pause by up to a quarter. Here it is always a quarter.
    await page.evaluate('Math.random = () => 1')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.clock.runFor(0)
    await awaitResponses(2)
    let times = 2
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      await page.clock.runFor(seconds * 1250 - 1)
      await awaitResponses(times)
      await page.clock.runFor(1)
      await awaitResponses(++times)
    }
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.clock.runFor(0)
    await awaitResponses(++times)
    expect(await page.evaluate('document.activeElement.id'), 'the button keeps the focus').toBe('again')
    // axe uses the page's timers.
    await page.clock.resume()
    await expectAccessible(page)
    expect(new Set(faults)).toEqual(new Set([failed]))
  })

  test.each([
    ['HTML', { body: '<html>', contentType: 'text/html' }],
    ['an empty object', { json: {} }],
    ['null', { json: null }],
    ['an unknown status', { json: { ...parcel(), status: 'TELEPORTED' } }],
    ['an invalid day', { json: parcel({ estimated_delivery: 'soon' }) }],
    ['a place without an address', { json: { ...parcel(), pickup: [{ name: 'Hub' }] } }],
    ['a company whose website is a script', { json: { ...parcel(), company: scripted } }],
    ['an event with an invalid time', { json: parcel({ events: [event('DELIVERED', 'never')] }) }],
  ])('does not show %s as a parcel, and keeps the last valid response', async (_what, answer: Given) => {
    await using opened = await openWith([{ json: parcel() }, answer])
    const { page, faults } = opened
    await awaitHeading(page, 'On its way')
    await page.clock.runFor(15_000)
    await awaitText(page, 'This page does not understand the response')
    await awaitHeading(page, 'On its way')
    expect(faults).toEqual([])
  })
})
