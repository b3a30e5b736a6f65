import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  accept,
  eventually,
  heads,
  holding,
  notConnected,
  shows,
  startBoard,
  type BoardPage,
} from '../../support/site/board.ts'
import { expectAccessible } from '../../support/site/browser.ts'
import { add, addCourier, book, invite, newTenant } from '../../support/api/tenant.ts'

let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterEach(() => board.letSockets(true))
afterAll(() => board[Symbol.asyncDispose]())

const updateMode = (page: Page) => page.locator('.update-indicator').textContent()
/** Counts how often the page has read the whole board, and how many events it has received. */
function countActivity(page: Page) {
  const seen = { reads: 0, events: 0 }
  page.on('requestfinished', (request) => {
    if (request.url().includes('/shipments/board')) seen.reads++
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      seen.events += String(payload).split('"number"').length - 1
    }),
  )
  return seen
}
/** Milliseconds in which only events cause the page to read. */
const shortTime = 2000
const settle = (page: Page) => page.clock.runFor(shortTime)
/** Waits until the page has read the board the given number of times. */
const awaitReads = (page: Page, seen: { reads: number }, reads: number) =>
  shows(page, async () => seen.reads, reads, shortTime)
/** Waits for the two seconds by which an index may lag in tests. */
async function awaitIndexes() {
  const since = Date.now()
  await eventually(() => Date.now() - since).toBeGreaterThan(2000)
}

test('another user’s booking appears without polling', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = countActivity(page)
  await board.signIn(page, tenant.email)
  // After the connection is open, the page reads twice more, and then not for two minutes.
  await awaitReads(page, seen, 3)
  await page.clock.runFor(60_000)
  expect(seen.reads).toBe(3)
  const { tracking_id } = await book(tenant)
  await eventually(() => seen.reads, 'the page reads at once').toBe(4)
  await awaitIndexes()
  await awaitReads(page, seen, 5)
  await page.getByRole('link', { name: tracking_id }).waitFor()
  // The count comes from another index, with the second read.
  await eventually(() => heads(page)).toContain('Received 1')
  expect(await updateMode(page)).toBe('Live')
  await page.clock.resume()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('a hundred events cause only a few reads', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = countActivity(page)
  await board.signIn(page, tenant.email)
  await Promise.all(Array.from({ length: 50 }, () => book(tenant)))
  await expect.poll(() => seen.events, { timeout: 20_000 }).toBe(100)
  await awaitIndexes()
  await shows(page, async () => (await heads(page))[0], 'Received 50')
  await page.clock.runFor(60_000)
  expect(seen.reads).toBeLessThanOrEqual(5)
  expect(faults).toEqual([])
})

test('an open shipment is read again when an event concerns it', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = countActivity(page)
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  await page.getByText('Package registered').waitFor()
  await shows(page, async () => seen.reads >= 3, true, shortTime)
  const scan = { qr_code: parcel.qr_code, warehouse_id: id, event_type: 'PACKAGE_SCANNED' }
  expect((await tenant.send('POST /api/v1/scan-event', { body: scan })).status).toBe(200)
  // If a late event of the booking has just caused a read, the next read follows after two seconds.
  const shown = async () => {
    await settle(page)
    return page.getByText('Received at the warehouse').count()
  }
  await expect.poll(shown, { timeout: 10_000, interval: 500 }).toBe(1)
  expect(faults).toEqual([])
})

test('a disconnected page says so, polls, and catches up when it is connected again', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = countActivity(page)
  await board.signIn(page, tenant.email)
  await awaitReads(page, seen, 3)
  board.letSockets(false)
  await eventually(() => updateMode(page)).toBe('Every 15 seconds')
  expect(faults, 'a lost connection is not an error').toEqual([])
  const first = await book(tenant)
  await shows(page, () => page.getByRole('link', { name: first.tracking_id }).count(), 1)
  expect(await updateMode(page)).toBe('Every 15 seconds')
  await page.clock.resume()
  await expectAccessible(page)
  await page.clock.pauseAt(Date.now() + 3600_000)

  board.letSockets(true)
  const second = await book(tenant)
  await shows(page, () => updateMode(page), 'Live')
  await shows(page, () => page.getByRole('link', { name: second.tracking_id }).count(), 1)
  expect(faults.filter((fault) => !notConnected.test(fault))).toEqual([])
})

test('without permission the page gets no events, and retries only after a while', async () => {
  const tenant = await newTenant()
  const { id, email } = await invite(tenant, { role: 'operator' })
  await accept(tenant, email)
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, email)
  const body = { role: 'courier', courier_id: (await addCourier(tenant)).id }
  expect((await tenant.send(`PUT /api/v1/users/${id}`, { body })).status).toBe(200)
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(JSON.parse(String(payload)).code)),
  )
  // A changed role takes effect with the next access token, with which the connection cannot be renewed.
  await page.clock.fastForward(14.5 * 60_000)
  await shows(page, async () => frames, ['forbidden'])
  await eventually(() => board.sockets.size).toBe(0)
  expect(await updateMode(page)).toBe('Every 15 seconds')
  await page.clock.runFor(120_000)
  expect(frames).toEqual(['forbidden'])
})

test('signing out closes the connection', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  expect(board.sockets.size).toBe(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await eventually(() => board.sockets.size).toBe(0)
  // The page does not reconnect.
  await page.clock.runFor(600_000)
  await page.getByText('You have signed out.').first().waitFor()
  expect(board.sockets.size).toBe(0)
  expect(faults).toEqual([])
})

test('a ticket that comes too late is not used: the page reconnects with another', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page } = opened
  const seen = countActivity(page)
  await board.signIn(page, tenant.email)
  const release = await holding(page, '**/realtime/ticket')
  const late = page.waitForRequest('**/realtime/ticket')
  for (const socket of board.sockets) socket.destroy()
  await eventually(() => updateMode(page)).toBe('Every 15 seconds')
  await page.clock.runFor(5000)
  await late
  // The page waits ten seconds for a ticket.
  await page.clock.runFor(10_000)
  release()
  await shows(page, () => updateMode(page), 'Live')
  const { reads } = seen
  await shows(page, async () => seen.reads > reads + 2, true)
})
