import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteDir } from '../../../lib/site/build.ts'
import {
  colleague,
  column,
  eventually,
  failed,
  heads,
  shows,
  startBoard,
  type BoardPage,
} from '../../support/site/board.ts'
import { expectAccessible, phone, sideways } from '../../support/site/browser.ts'
import { add, addCourier, book, newTenant, password, type Tenant } from '../../support/api/tenant.ts'

let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterAll(() => board[Symbol.asyncDispose]())

const moveTo = async ({ send }: Tenant, id: string, status: string) => {
  const { text, ...moved } = await send(`PUT /api/v1/shipments/${id}`, { body: { status } })
  expect(moved.status, text).toBe(200)
}
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('whoever signs in sees the seven columns with what is in them', async () => {
  const tenant = await newTenant()
  const all = await Promise.all(
    Array.from({ length: 5 }, (_, n) => book(tenant, { recipient_name: `Person ${n}` })),
  )
  await moveTo(tenant, all[0].id, 'PREPARING')
  await moveTo(tenant, all[1].id, 'DELIVERED')
  await moveTo(tenant, all[2].id, 'RETURNED')
  await using opened = await board.open()
  const { page, faults } = opened
  await page.goto(`${board.url}/board`)
  await page.getByLabel('E-mail address').fill(tenant.email)
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await says(page, 'do not belong together')
  expect(await page.getByRole('alert').textContent()).toContain('look at both again')
  await board.signIn(page, tenant.email)
  await shows(page, () => heads(page), [
    ...['Received 2', 'Preparing 1', 'In transit 0', 'Consolidating 0', 'Ready for pickup 0'],
    ...['Delivered 1', 'Returned 1'],
  ])
  await says(page, '5 shipments')
  const card = column(page, 'Preparing').getByRole('link')
  // The counts and the cards come from two indexes.
  await shows(page, () => card.count(), 1)
  const text = (await card.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toBe(`Person 0 ${all[0].tracking_id} Moscow → Tbilisi 2.5 kg · 0 packages Payment pending now`)
  expect(faults).toEqual([failed(401)])
})

test('what moves, moves on the board, and whoever stands on it stays on it', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  await book(tenant)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  const cards = (title: string) => column(page, title).getByRole('link')
  await shows(page, () => cards('Received').count(), 2)
  const card = page.locator(`a[href="#/shipments/${id}"]`)
  await card.focus()
  const { qr_code } = await add(tenant, id)
  const scan = { qr_code, warehouse_id: id, event_type: 'PACKAGE_SCANNED' }
  expect((await tenant.send('POST /api/v1/scan-event', { body: scan })).status).toBe(200)
  const both = () => Promise.all([cards('Received').count(), cards('Preparing').count()])
  await shows(page, both, [1, 1])
  expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(`#/shipments/${id}`)
  expect(await cards('Preparing').innerText()).toContain('1 package')
  expect(faults).toEqual([])
})

test('a column goes on by its pages, and stays as long as it was made', async () => {
  const tenant = await newTenant()
  await Promise.all(Array.from({ length: 53 }, () => book(tenant)))
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await shows(page, async () => (await heads(page))[0], 'Received 53')
  const cards = column(page, 'Received').getByRole('link')
  const more = page.getByRole('button', { name: 'Show more: Received' })
  await shows(page, () => cards.count(), 20)
  await more.press('Enter')
  await shows(page, () => cards.count(), 50)
  const ids = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(ids).size).toBe(50)
  await book(tenant)
  await shows(page, async () => (await heads(page))[0], 'Received 54')
  await shows(page, () => cards.count(), 50)
  // Of an index that lags by four it shows 50 as well, and nothing to go on with before the next look.
  const goOn = () => more.press('Enter', { timeout: 200 }).catch(() => undefined)
  await shows(page, async () => ((await more.isVisible()) && (await goOn()), cards.count()), 54)
  await eventually(() => more.isVisible()).toBe(false)
  expect(faults).toEqual([])
})

test('a shipment is found by its number and by a name', async () => {
  const tenant = await newTenant()
  const [{ tracking_id }] = await Promise.all([
    book(tenant, { recipient_name: 'Konstantinova' }),
    book(tenant, { sender_name: 'Giorgi' }),
  ])
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await shows(page, async () => (await heads(page))[0], 'Received 2')
  const box = page.getByRole('searchbox')
  const found = page.locator('.found').getByRole('link')
  // Thirteen letters may be a number, and a name as well.
  for (const typed of [tracking_id.slice(4).toLowerCase(), 'konstantinova', 'NSTANT']) {
    await box.fill(typed)
    // What is looked for by name is looked for in an index, which may lag.
    await eventually(async () => {
      await box.press('Enter')
      await page.clock.runFor(0)
      await page.getByRole('heading', { name: `Found for “${typed}”` }).waitFor()
      return found.allInnerTexts()
    }).toEqual([expect.stringContaining(tracking_id)])
  }
  await box.fill('nobody at all')
  await box.press('Enter')
  await page.clock.runFor(0)
  await page.locator('.results').getByText('No shipment has this tracking number').waitFor()
  await page.getByRole('button', { name: 'Back to the board' }).click()
  await page.clock.runFor(0)
  await column(page, 'Received').waitFor()
  expect(faults).toEqual([])
})

test('an empty board says what to do first', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await page.getByRole('heading', { name: 'No shipments yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'New shipment' }).count()).toBe(1)
  await book(tenant)
  await shows(page, () => page.getByText('No shipments yet').count(), 0)
  expect(faults).toEqual([])
})

test('a viewer is offered to look, and no change; a courier is told where theirs is', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant)
  await add(tenant, shipment.id)
  const viewer = await colleague(tenant, { role: 'viewer' })
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, viewer, `/board#/shipments/${shipment.id}`)
  await says(page, 'Package registered')
  const offered = page.getByRole('dialog').locator('button, input')
  expect(await offered.evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
    'Close',
    'Label (PDF)',
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await says(page, 'You are signed out.')
  const courier = await colleague(tenant, { role: 'courier', courier_id: (await addCourier(tenant)).id })
  await page.getByLabel('E-mail address').fill(courier)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await says(page, 'This board is for the office and the warehouse')
  await page.clock.resume()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('by the keyboard alone one signs in, opens a parcel, moves it on and comes back to it', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant)
  await add(tenant, shipment.id)
  await using opened = await board.open()
  const { page, faults } = opened
  await page.goto(`${board.url}/board`)
  await page.getByLabel('Password').waitFor()
  await page.keyboard.type(tenant.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await shows(page, () => page.getByRole('link', { name: shipment.tracking_id }).count(), 1)
  /** Tabs on to a link or a button, which may go for a moment and come back; every stop on the way shows that it is one. */
  const tabTo = async (text: string) => {
    const at = page.locator('a:focus, button:focus').filter({ hasText: text })
    for (const end = Date.now() + 10_000; Date.now() < end && (await at.count()) === 0;) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(`(() => {
        const { activeElement: at } = document
        return getComputedStyle(at.matches('.unseen') ? at.nextElementSibling : at).outlineStyle
      })()`)
      expect([await focused(page), ring]).toEqual([await focused(page), 'solid'])
    }
    expect(await at.count()).toBe(1)
  }
  await tabTo(shipment.tracking_id)
  await page.keyboard.press('Enter')
  await says(page, 'Package registered')
  expect(await focused(page)).toBe(shipment.tracking_id)
  await tabTo('Take into the warehouse')
  await page.keyboard.press('Enter')
  await says(page, 'Now: In the warehouse.')
  await eventually(() => focused(page), 'what follows has the focus').toBe('Label (PDF)')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await focused(page)).toContain(shipment.tracking_id)
  await eventually(() => new URL(page.url()).hash).toBe('')
  expect(faults).toEqual([])
})

test.each([
  ['a phone', phone],
  ['a desktop', {}],
])('it has no barrier on %s, light and dark', async (_device, size) => {
  const tenant = await newTenant()
  for (const colorScheme of ['light', 'dark'] as const) {
    await using opened = await board.open({ ...size, colorScheme })
    const { page } = opened
    // axe waits by timers of the page.
    await page.clock.resume()
    await page.goto(`${board.url}/board`)
    await page.getByLabel('E-mail address').waitFor()
    await expectAccessible(page)
    await page.getByLabel('E-mail address').fill(tenant.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await says(page, 'do not belong together')
    await expectAccessible(page)
    await board.signIn(page, tenant.email)
    await expectAccessible(page)
    const shipment = await book(tenant, { recipient_name: 'W'.repeat(200), destination: 'x'.repeat(200) })
    const { qr_code } = await add(tenant, shipment.id)
    const scan = { qr_code, warehouse_id: shipment.id, event_type: 'DAMAGED', evidence: { notes: 'Wet' } }
    await tenant.send('POST /api/v1/scan-event', { body: scan })
    await page.goto(`${board.url}/board#/shipments/${shipment.id}`)
    await says(page, 'Damage reported')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.context().setOffline(true)
    await page.clock.fastForward(15_000)
    await says(page, 'You seem to be offline')
    await expectAccessible(page)
    expect(await sideways(page)).toBe(0)
  }
})

test('weighs less than 60 KB with everything that it loads', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page } = opened
  const loaded: Promise<number>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/')) loaded.push(response.body().then(({ length }) => length))
  })
  await board.signIn(page, tenant.email)
  const bytes = (await Promise.all(loaded)).reduce((sum, length) => sum + length, 0)
  const built = join(siteDir, 'board')
  const inAll = readdirSync(built).reduce((sum, file) => sum + statSync(join(built, file)).size, 0)
  expect(bytes, 'nothing is built that the page does not load').toBe(inAll)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(60_000)
})
