import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { add, addCourier, book, invite, newTenant } from '../../support/api/tenant.ts'
import { eventually, says, signIn, startConsole, type Console, top } from '../../support/site/console.ts'
import { notConnected } from '../../support/site/network.ts'
import { accept } from '../../support/site/staff.ts'
import { seconds } from '../../support/suite/time.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterEach(() => site.letSockets(true))
afterAll(() => site[Symbol.asyncDispose]())

/** Opens a screen that receives events. Its clock runs, and can be advanced. */
async function openLive(email: string, address = '/console/shipments') {
  const opened = await site.open()
  await opened.page.clock.install()
  await opened.page.goto(`${site.url}${address}`)
  await signIn(opened.page, email)
  await mode(opened.page, 'Live')
  return opened
}
const mode = (page: Page, name: 'Live' | 'Every 15 seconds') => page.getByText(name, { exact: true }).waitFor()
/** Counts how often the page reads the board. */
function countReads(page: Page) {
  const seen = { reads: 0 }
  page.on('request', (request) => {
    if (request.url().includes('/shipments/board')) seen.reads++
  })
  return seen
}

test('what others book appears without a reload, on the board and in the list', async () => {
  const tenant = await newTenant()
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  await page.evaluate('document.body.dataset.same = "page"')
  await page.getByRole('heading', { name: 'No shipments yet', exact: true }).waitFor()
  const { tracking_id } = await book(tenant)
  await page.getByRole('link', { name: tracking_id }).waitFor()
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByRole('row').getByText(tracking_id).waitFor()
  const second = await book(tenant)
  await page.getByRole('row').getByText(second.tracking_id).waitFor()
  expect(await page.evaluate('document.body.dataset.same')).toBe('page')
  expect(faults).toEqual([])
})

test('a column reads further pages, and keeps its length when something changes', async () => {
  const tenant = await newTenant()
  await Promise.all(Array.from({ length: 53 }, () => book(tenant)))
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  const cards = page.getByRole('region', { name: /^Registered/ }).getByRole('link')
  const more = page.getByRole('button', { name: 'Show more: Registered' })
  await eventually(() => cards.count()).toBe(20)
  await more.click()
  await eventually(() => cards.count()).toBe(50)
  await more.click()
  await eventually(() => cards.count()).toBe(53)
  await book(tenant)
  await eventually(() => cards.count()).toBe(54)
  const ids = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(ids).size).toBe(54)
  expect(faults).toEqual([])
})

test('a further page is shown, though something changes while it is read', async () => {
  const tenant = await newTenant()
  await Promise.all(Array.from({ length: 51 }, () => book(tenant)))
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  const cards = page.getByRole('region', { name: /^Registered/ }).getByRole('link')
  const more = page.getByRole('button', { name: 'Show more: Registered' })
  await more.click()
  await eventually(() => cards.count()).toBe(50)
  const further = Promise.withResolvers()
  await page.route(/\bcursor=/, async (route) => {
    await further.promise
    await route.continue()
  })
  const isRead = (request: { url: () => string }) => /shipments\?status=RECEIVED/.test(request.url())
  // Events of the bookings may still have the column read again meanwhile.
  const isFurther = (request: { url: () => string }) => isRead(request) && request.url().includes('cursor=')
  await Promise.all([page.waitForRequest(isFurther), more.click()])
  await Promise.all([page.waitForRequest(isRead), book(tenant)])
  further.resolve(undefined)
  await eventually(() => cards.count()).toBe(52)
  expect(faults).toEqual([])
})

test('an open panel follows the scans of others', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const { qr_code } = await add(tenant, id)
  await using opened = await openLive(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await top(page).getByText('Registered', { exact: true }).first().waitFor()
  const scan = { qr_code, warehouse_id: id, event_type: 'PACKAGE_SCANNED' }
  expect((await tenant.send('POST /api/v1/scan-event', { body: scan })).status).toBe(200)
  await top(page).getByText('In the warehouse', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('many events cause few reads', async () => {
  const tenant = await newTenant()
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  const seen = countReads(page)
  const started = Date.now()
  for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 10 }, () => book(tenant)))
  await page.getByRole('heading', { name: /^Registered 50$/ }).waitFor()
  // One for every two seconds, and two after the last event.
  expect(seen.reads).toBeLessThanOrEqual(Math.ceil((Date.now() - started) / 2000) + 3)
  expect(faults).toEqual([])
})

test('without events the page says so and reads every 15 seconds, and catches up when they come again', async () => {
  const tenant = await newTenant()
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  site.letSockets(false)
  await mode(page, 'Every 15 seconds')
  const first = await book(tenant)
  const card = (tracking_id: string) => page.getByRole('link', { name: tracking_id })
  // The index that is read may lag.
  const afterAWhile = async () => {
    await page.clock.fastForward(15_000)
    return card(first.tracking_id).count()
  }
  await expect.poll(afterAWhile, { timeout: seconds(10), interval: 1000 }).toBe(1)
  await page.getByText('Every 15 seconds', { exact: true }).waitFor()

  site.letSockets(true)
  const second = await book(tenant)
  const isLive = async () => {
    await page.clock.fastForward(15_000)
    return page.getByText('Live', { exact: true }).count()
  }
  await expect.poll(isLive, { timeout: seconds(10), interval: 1000 }).toBe(1)
  await card(second.tracking_id).waitFor()
  expect(faults.filter((fault) => !notConnected.test(fault))).toEqual([])
})

test('a read that an event causes and that fails is repeated without a further event', async () => {
  const tenant = await newTenant()
  await using opened = await openLive(tenant.email)
  const { page } = opened
  await page.getByRole('heading', { name: 'No shipments yet', exact: true }).waitFor()
  let isFailing = true
  const board = '**/api/v1/shipments/board*'
  await page.route(board, (route) => (isFailing ? route.fulfill({ status: 500 }) : route.fallback()))
  const { tracking_id } = await book(tenant)
  // It is tried four times, with pauses.
  const isReported = async () => {
    await page.clock.fastForward(4000)
    return page.getByRole('alert').count()
  }
  await expect.poll(isReported, { timeout: seconds(10), interval: 500 }).toBeGreaterThan(0)
  isFailing = false
  const isShown = async () => {
    await page.clock.fastForward(15_000)
    return page.getByRole('link', { name: tracking_id }).count()
  }
  await expect.poll(isShown, { timeout: seconds(10), interval: 1000 }).toBe(1)
})

test('an offline page keeps its content, says why nothing is done, and continues with the network', async () => {
  const tenant = await newTenant()
  const { id, tracking_id } = await book(tenant)
  const { qr_code } = await add(tenant, id)
  await using opened = await openLive(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  const receive = page.getByRole('button', { name: 'Receive at the warehouse' })
  await receive.waitFor()
  // Behind the panel; the board's index may lag.
  await page.locator('a', { hasText: tracking_id }).waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await receive.click()
  await says(page, 'You are offline. Try again when the network is back.')
  await top(page).getByText(qr_code).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: tracking_id }).waitFor()
  const second = await book(tenant)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: second.tracking_id }).waitFor()
  await page.getByRole('link', { name: tracking_id }).click()
  await receive.click()
  await says(page, 'Now: In the warehouse')
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
})

test('a user who may receive no events is not connected again and again', async () => {
  const tenant = await newTenant()
  const { id, email } = await invite(tenant, { role: 'operator' })
  await accept(tenant, email)
  await using opened = await openLive(email)
  const { page, faults } = opened
  const body = { role: 'courier', courier_id: (await addCourier(tenant)).id }
  expect((await tenant.send(`PUT /api/v1/users/${id}`, { body })).status).toBe(200)
  // A changed role takes effect with the next access token.
  await page.clock.fastForward(14.5 * 60_000)
  // Couriers work in the phone app.
  await page.waitForURL('**/work')
  await eventually(() => site.sockets.size).toBe(0)
  await page.clock.fastForward(120_000)
  expect(site.sockets.size).toBe(0)
  expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([])
})

test('signing out ends the connection', async () => {
  const tenant = await newTenant()
  await using opened = await openLive(tenant.email)
  const { page, faults } = opened
  expect(site.sockets.size).toBe(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You have signed out.').waitFor()
  await eventually(() => site.sockets.size).toBe(0)
  await page.clock.fastForward(600_000)
  expect(site.sockets.size, 'the page does not connect again').toBe(0)
  expect(faults).toEqual([])
})
