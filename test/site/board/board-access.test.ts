import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteDir } from '../../../lib/site/build.ts'
import { add, addCourier, book, newTenant, password } from '../../support/api/tenant.ts'
import { colleague, eventually, shows } from '../../support/site/board.ts'
import { expectAccessible, phone, horizontalOverflow } from '../../support/site/browser.ts'
import { setUp, board, awaitText } from './board.fixture.ts'

setUp()

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

test('a viewer can read but change nothing; a courier is told that the board is not for couriers', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant)
  await add(tenant, shipment.id)
  const viewer = await colleague(tenant, { role: 'viewer' })
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, viewer, `/board#/shipments/${shipment.id}`)
  await awaitText(page, 'Package registered')
  const offered = page.getByRole('dialog').locator('button, input')
  expect(await offered.evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
    'Close',
    'Label (PDF)',
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await awaitText(page, 'You have signed out.')
  const courier = await colleague(tenant, { role: 'courier', courier_id: (await addCourier(tenant)).id })
  await page.getByLabel('E-mail address').fill(courier)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await awaitText(page, 'This board is for the office and the warehouse')
  await page.clock.resume()
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('a user can sign in, open a parcel, move it and return to it with the keyboard alone', async () => {
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
  /** Presses Tab until the link or button has the focus. Every focused element must have a visible outline. */
  const tabTo = async (text: string) => {
    const at = page.locator('a:focus, button:focus').filter({ hasText: text })
    for (const end = Date.now() + 10_000; Date.now() < end && (await at.count()) === 0;) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(`(() => {
        const { activeElement: at } = document
        return getComputedStyle(at.matches('.visually-hidden') ? at.nextElementSibling : at).outlineStyle
      })()`)
      expect([await focused(page), ring]).toEqual([await focused(page), 'solid'])
    }
    expect(await at.count()).toBe(1)
  }
  await tabTo(shipment.tracking_id)
  await page.keyboard.press('Enter')
  await awaitText(page, 'Package registered')
  expect(await focused(page)).toBe(shipment.tracking_id)
  await tabTo('Receive at the warehouse')
  await page.keyboard.press('Enter')
  await awaitText(page, 'Now: In the warehouse.')
  await eventually(() => focused(page), 'the next button has the focus').toBe('Label (PDF)')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await eventually(() => focused(page), 'the card has the focus').toContain(shipment.tracking_id)
  await eventually(() => new URL(page.url()).hash).toBe('')
  expect(faults).toEqual([])
})

test.each([
  ['a phone', phone],
  ['a desktop', {}],
])('the board is accessible on %s, light and dark', async (_device, size) => {
  const tenant = await newTenant()
  for (const colorScheme of ['light', 'dark'] as const) {
    await using opened = await board.open({ ...size, colorScheme })
    const { page } = opened
    // axe uses the page's timers.
    await page.clock.resume()
    await page.goto(`${board.url}/board`)
    await page.getByLabel('E-mail address').waitFor()
    await expectAccessible(page)
    await page.getByLabel('E-mail address').fill(tenant.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await awaitText(page, 'The e-mail address or the password is wrong')
    await expectAccessible(page)
    await board.signIn(page, tenant.email)
    await expectAccessible(page)
    const shipment = await book(tenant, { recipient_name: 'W'.repeat(200), destination: 'x'.repeat(200) })
    const { qr_code } = await add(tenant, shipment.id)
    const scan = { qr_code, warehouse_id: shipment.id, event_type: 'DAMAGED', evidence: { notes: 'Wet' } }
    await tenant.send('POST /api/v1/scan-event', { body: scan })
    await page.goto(`${board.url}/board#/shipments/${shipment.id}`)
    await awaitText(page, 'Damage reported')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.context().setOffline(true)
    await page.clock.fastForward(15_000)
    await awaitText(page, 'You seem to be offline')
    await expectAccessible(page)
    expect(await horizontalOverflow(page)).toBe(0)
  }
})

test('the board weighs less than 60 KB with everything that it loads', async () => {
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
  expect(bytes, 'the page loads every file that was built').toBe(inAll)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(60_000)
})
