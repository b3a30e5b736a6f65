import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, failed, holding, shows, startBoard, type BoardPage } from '../../support/site/board.ts'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'

let board: BoardPage
let tenant: Tenant
beforeAll(async () => {
  ;[board, tenant] = await Promise.all([startBoard(), newTenant()])
})
afterAll(() => board[Symbol.asyncDispose]())

const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const storedSession = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('session')")
const refreshToken = async (page: Page) =>
  JSON.parse((await storedSession(page)) ?? '{}').refresh_token as string
/** The status of a refresh with the token, which is used up by this call. */
const exchange = async (refresh_token: string) =>
  (await tenant.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status
/** Records the responses that the page gets, such as "200 POST /api/v1/auth/refresh". */
function answersTo(page: Page) {
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/'))
      answers.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  return answers
}
const refreshed = (answers: string[]) => answers.filter((one) => one.endsWith('/auth/refresh'))
const boards = (answers: string[]) => answers.filter((one) => one.endsWith('/shipments/board'))

test('the page renews an access token once before it expires, even for several requests', async () => {
  const { id } = await book(tenant)
  await add(tenant, id)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  await awaitText(page, 'Package registered')
  const answers = answersTo(page)
  const before = await refreshToken(page)
  const read = async () => boards(answers).length
  await page.clock.fastForward(12.5 * 60_000)
  await shows(page, async () => (await read()) > 0, true)
  expect(refreshed(answers)).toEqual([])
  // A page with a live connection reads every two minutes. A read that had begun before may end after the jump.
  await page.clock.fastForward(130_000)
  const once = ['200 POST /api/v1/auth/refresh']
  await shows(page, async () => refreshed(answers), once)
  const readsBefore = await read()
  await shows(page, async () => (await read()) > readsBefore, true)
  expect(refreshed(answers)).toEqual(once)
  // The jump of the clock has cut the socket, which reconnects with a new ticket.
  const ticket = '201 POST /api/v1/realtime/ticket'
  expect(answers.filter((one) => !one.startsWith('200') && one !== ticket)).toEqual([])
  expect(await refreshToken(page)).not.toBe(before)
  // The access token is kept in memory only, and never in the browser's storage.
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    'access_token',
  )
  expect(faults).toEqual([])
})

test('a reload continues the session', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  for (let n = 0; n < 3; n++) {
    await page.reload()
    await page.locator('.desk:not(.waiting) .live').waitFor()
  }
  await awaitText(page, tenant.email)
  expect(faults).toEqual([])
})

test('the page renews a refused access token once, and repeats the request', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  const answers = answersTo(page)
  await page.route(
    '**/shipments/board*',
    (route) => route.fulfill({ status: 401, json: { detail: 'Expired' } }),
    { times: 1 },
  )
  await page.clock.runFor(15_000)
  await eventually(() => boards(answers)).toEqual([
    '401 GET /api/v1/shipments/board',
    '200 GET /api/v1/shipments/board',
  ])
  await eventually(() => refreshed(answers)).toEqual(['200 POST /api/v1/auth/refresh'])
  expect(await page.locator('.column').count()).toBe(7)
  expect(faults).toEqual([failed(401)])
})

test('a refresh whose response was lost is repeated, and does not count as theft', async () => {
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email)
  const answers = answersTo(page)
  await page.route(
    '**/auth/refresh',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.clock.fastForward(15 * 60_000)
  await shows(page, async () => boards(answers).length > 0, true)
  expect(refreshed(answers)).toEqual(['200 POST /api/v1/auth/refresh'])
  expect(await exchange(await refreshToken(page)), 'the session continues').toBe(200)
})

test('a user whose session was ended elsewhere is asked to sign in again, with a reason', async () => {
  const { id } = await book(tenant)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  const refresh_token = await refreshToken(page)
  await tenant.call('POST /api/v1/auth/logout', { body: { refresh_token } })
  await page.clock.fastForward(15 * 60_000)
  await awaitText(page, 'You have been signed out because')
  expect(await storedSession(page)).toBeNull()
  expect(await page.locator('.column, dialog').count(), 'no data stays on the screen').toBe(0)
  expect(faults).toEqual([failed(401)])
  // The user returns to the board after signing in.
  await board.signIn(page, tenant.email, '/board')
})

test('signing out ends the session', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  const refresh_token = await refreshToken(page)
  await Promise.all([
    page.waitForResponse('**/auth/logout'),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ])
  await awaitText(page, 'You have signed out.')
  expect(await storedSession(page)).toBeNull()
  expect(await exchange(refresh_token)).toBe(401)
  await page.reload()
  await page.getByLabel('Password').waitFor()
  expect(faults).toEqual([])
})

test('a duplicated tab does not use the session', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate("void open('/board')")])
  await shows(copy, () => copy.getByLabel('Password').count(), 1)
  expect(await storedSession(copy)).toBeNull()
  const answers = answersTo(page)
  await page.clock.fastForward(15 * 60_000)
  await shows(page, async () => refreshed(answers), ['200 POST /api/v1/auth/refresh'])
  await shows(page, async () => boards(answers).at(-1), '200 GET /api/v1/shipments/board')
  expect(faults).toEqual([])
})

test.for([
  ['is refused', '**/api/v1/shipments', 401],
  ['waits for a token', '**/auth/refresh', 200],
] as const)('a request that %s is not repeated for the next user of the page', async ([, heldPath, status]) => {
  const other = await newTenant()
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email, '/board#/shipments/new')
  for (const label of ['Name', 'Phone', 'City'])
    for (const group of ['From', 'To'])
      await page.getByRole('group', { name: group }).getByLabel(label).fill('Not the other’s')
  await page.getByLabel('Weight in kg').fill('1')
  const release = await holding(page, heldPath, { status, json: {} })
  const asked = page.waitForRequest(heldPath)
  if (heldPath.endsWith('refresh')) await page.clock.fastForward(15 * 60_000)
  await page.getByRole('button', { name: 'Book' }).click()
  await asked
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await board.signInHere(page, other.email)
  const booked = page.waitForRequest('**/api/v1/shipments', { timeout: 1000 }).catch(() => undefined)
  release()
  expect(await booked).toBe(undefined)
  expect(await page.locator('.desk').count(), 'the next user stays signed in').toBe(1)
})

test('a page that was reloaded offline continues when the network is back', async () => {
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email)
  await page.route('**/auth/refresh', (route) => route.abort())
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await again.waitFor()
  await page.unroute('**/auth/refresh')
  await again.click()
  await board.isIn(page)
})

test('an offline board keeps its content, and updates when the network is back', async () => {
  const { tracking_id } = await book(tenant)
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email)
  await page.context().setOffline(true)
  await page.clock.runFor(15_000)
  await awaitText(page, 'You seem to be offline.')
  await awaitText(page, 'Last updated now.')
  expect(await page.locator('.column').count()).toBe(7)
  await page.context().setOffline(false)
  await shows(page, () => page.locator('.desk .note').count(), 0)
  await shows(page, () => page.getByRole('link', { name: tracking_id }).count(), 1)
})
