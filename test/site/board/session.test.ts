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

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const kept = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('session')")
const refreshToken = async (page: Page) => JSON.parse((await kept(page)) ?? '{}').refresh_token as string
/** Whether a refresh token is still good; it is used up by that. */
const exchange = async (refresh_token: string) =>
  (await tenant.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status
/** What the page has been answered, as "200 POST /api/v1/auth/refresh". */
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

test('an access token is renewed before it ends, once, however much is asked for', async () => {
  const { id } = await book(tenant)
  await add(tenant, id)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  await says(page, 'Package registered')
  const answers = answersTo(page)
  const before = await refreshToken(page)
  const read = async () => boards(answers).length
  await page.clock.fastForward(13 * 60_000)
  await shows(page, async () => (await read()) > 0, true)
  expect(refreshed(answers)).toEqual([])
  const sofar = await read()
  await page.clock.fastForward(2 * 60_000)
  await shows(page, async () => (await read()) > sofar, true)
  expect(refreshed(answers)).toEqual(['200 POST /api/v1/auth/refresh'])
  // A socket that a jump of the clock has cut comes back with a ticket.
  const ticket = '201 POST /api/v1/realtime/ticket'
  expect(answers.filter((one) => !one.startsWith('200') && one !== ticket)).toEqual([])
  expect(await refreshToken(page)).not.toBe(before)
  // Nothing that opens the service for good lies about: the access token is in memory alone.
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    'access_token',
  )
  expect(faults).toEqual([])
})

test('a reload goes on with the session', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  for (let n = 0; n < 3; n++) {
    await page.reload()
    await page.locator('.desk:not(.waiting) .live').waitFor()
  }
  await says(page, tenant.email)
  expect(faults).toEqual([])
})

test('a refused token is renewed once, and what was asked is asked again', async () => {
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

test('a refresh whose answer was lost is repeated, and no theft', async () => {
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
  expect(await exchange(await refreshToken(page)), 'the session goes on').toBe(200)
})

test('a session that was ended elsewhere asks for a sign-in, kindly', async () => {
  const { id } = await book(tenant)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  const refresh_token = await refreshToken(page)
  await tenant.call('POST /api/v1/auth/logout', { body: { refresh_token } })
  await page.clock.fastForward(15 * 60_000)
  await says(page, 'You have been signed out because')
  expect(await kept(page)).toBeNull()
  expect(await page.locator('.column, dialog').count(), 'nothing stays on the screen').toBe(0)
  expect(faults).toEqual([failed(401)])
  // Signed in again, one is where one was.
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
  await says(page, 'You have signed out.')
  expect(await kept(page)).toBeNull()
  expect(await exchange(refresh_token)).toBe(401)
  await page.reload()
  await page.getByLabel('Password').waitFor()
  expect(faults).toEqual([])
})

test('a tab that was duplicated does not use the session up', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate("void open('/board')")])
  await shows(copy, () => copy.getByLabel('Password').count(), 1)
  expect(await kept(copy)).toBeNull()
  const answers = answersTo(page)
  await page.clock.fastForward(15 * 60_000)
  await shows(page, async () => refreshed(answers), ['200 POST /api/v1/auth/refresh'])
  await shows(page, async () => boards(answers).at(-1), '200 GET /api/v1/shipments/board')
  expect(faults).toEqual([])
})

test.for([
  ['is refused', '**/api/v1/shipments', 401],
  ['waits for a token', '**/auth/refresh', 200],
] as const)('what somebody began and %s is not done by who comes after them', async ([, held, status]) => {
  const other = await newTenant()
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email, '/board#/shipments/new')
  for (const label of ['Name', 'Phone', 'City'])
    for (const group of ['From', 'To'])
      await page.getByRole('group', { name: group }).getByLabel(label).fill('Not the other’s')
  await page.getByLabel('Weight in kg').fill('1')
  const letGo = await holding(page, held, { status, json: {} })
  const asked = page.waitForRequest(held)
  if (held.endsWith('refresh')) await page.clock.fastForward(15 * 60_000)
  await page.getByRole('button', { name: 'Book' }).click()
  await asked
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await board.signInHere(page, other.email)
  const booked = page.waitForRequest('**/api/v1/shipments', { timeout: 1000 }).catch(() => undefined)
  letGo()
  expect(await booked).toBe(undefined)
  expect(await page.locator('.desk').count(), 'nor is anybody signed out').toBe(1)
})

test('a reload without network continues when it is back', async () => {
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

test('offline the board keeps its content, and updates when it is back', async () => {
  const { tracking_id } = await book(tenant)
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email)
  await page.context().setOffline(true)
  await page.clock.runFor(15_000)
  await says(page, 'You seem to be offline.')
  await says(page, 'Last updated now.')
  expect(await page.locator('.column').count()).toBe(7)
  await page.context().setOffline(false)
  await shows(page, () => page.locator('.desk .note').count(), 0)
  await shows(page, () => page.getByRole('link', { name: tracking_id }).count(), 1)
})
