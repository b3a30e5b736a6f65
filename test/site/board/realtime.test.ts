import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  accept,
  eventually,
  heads,
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

const pace = (page: Page) => page.locator('.update-indicator').textContent()
/** How often the page has read the whole board, and how many events it received. */
function noticed(page: Page) {
  const seen = { reads: 0, frames: 0 }
  page.on('requestfinished', (request) => {
    if (request.url().includes('/shipments/board')) seen.reads++
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"number"')) seen.frames++
    }),
  )
  return seen
}
/** In milliseconds: short enough that only events cause a read. */
const little = 2000
const settle = (page: Page) => page.clock.runFor(little)
/** Lets it look until it has read so often. */
const looks = (page: Page, seen: { reads: number }, reads: number) =>
  shows(page, async () => seen.reads, reads, little)
/** An index may lag by two seconds here; what is looked at then is as it is. */
async function indexed() {
  const since = Date.now()
  await eventually(() => Date.now() - since).toBeGreaterThan(2000)
}

test('another user’s booking appears without polling', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = noticed(page)
  await board.signIn(page, tenant.email)
  // It looks twice more after the connection is open, and then for two minutes at nothing.
  await looks(page, seen, 3)
  await page.clock.runFor(60_000)
  expect(seen.reads).toBe(3)
  const { tracking_id } = await book(tenant)
  await eventually(() => seen.reads, 'it looks at once').toBe(4)
  await indexed()
  await looks(page, seen, 5)
  await page.getByRole('link', { name: tracking_id }).waitFor()
  // The count comes from an index of its own, with the second look.
  await eventually(() => heads(page)).toContain('Received 1')
  expect(await pace(page)).toBe('Live')
  await page.clock.resume()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('a hundred events are a handful of looks', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = noticed(page)
  await board.signIn(page, tenant.email)
  await Promise.all(Array.from({ length: 50 }, () => book(tenant)))
  await expect.poll(() => seen.frames, { timeout: 20_000 }).toBe(100)
  await indexed()
  await shows(page, async () => (await heads(page))[0], 'Received 50')
  await page.clock.runFor(60_000)
  expect(seen.reads).toBeLessThanOrEqual(5)
  expect(faults).toEqual([])
})

test('what is open is read again when something happens to it', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = noticed(page)
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  await page.getByText('Package registered').waitFor()
  await shows(page, async () => seen.reads >= 3, true, little)
  const scan = { qr_code: parcel.qr_code, warehouse_id: id, event_type: 'PACKAGE_SCANNED' }
  expect((await tenant.send('POST /api/v1/scan-event', { body: scan })).status).toBe(200)
  // A late event of the booking may have been read just before: the next read is then two seconds away, not the two
  // minutes without events.
  const shown = async () => {
    await settle(page)
    return page.getByText('Received at the warehouse').count()
  }
  await expect.poll(shown, { timeout: 10_000, interval: 500 }).toBe(1)
  expect(faults).toEqual([])
})

test('disconnected, the page says so, polls, and catches up once it is connected again', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  const seen = noticed(page)
  await board.signIn(page, tenant.email)
  await looks(page, seen, 3)
  board.letSockets(false)
  await eventually(() => pace(page)).toBe('Every 15 seconds')
  expect(faults, 'that is no error').toEqual([])
  const first = await book(tenant)
  await shows(page, () => page.getByRole('link', { name: first.tracking_id }).count(), 1)
  expect(await pace(page)).toBe('Every 15 seconds')
  await page.clock.resume()
  await expectAccessible(page)
  await page.clock.pauseAt(Date.now() + 3600_000)

  board.letSockets(true)
  const second = await book(tenant)
  await shows(page, () => pace(page), 'Live')
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
  // The role acts with the next token.
  await page.clock.fastForward(15 * 60_000)
  board.letSockets(false)
  board.letSockets(true)
  await shows(page, async () => frames, ['forbidden'])
  await eventually(() => board.sockets.size).toBe(0)
  expect(await pace(page)).toBe('Every 15 seconds')
  await page.clock.runFor(120_000)
  expect(frames).toEqual(['forbidden'])
})

test('signing out ends the connection', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  expect(board.sockets.size).toBe(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await eventually(() => board.sockets.size).toBe(0)
  // Nor does another come in its place.
  await page.clock.runFor(600_000)
  await page.getByText('You have signed out.').first().waitFor()
  expect(board.sockets.size).toBe(0)
  expect(faults).toEqual([])
})
