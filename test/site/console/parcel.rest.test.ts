import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { images } from '../../support/api/images.ts'
import { add, book, newTenant, openCase, type Tenant } from '../../support/api/tenant.ts'
import { horizontalOverflow } from '../../support/site/browser.ts'
import { eventually, says, startConsole, submit, type Console, top } from '../../support/site/console.ts'
import { failed, routeNext } from '../../support/site/network.ts'
import { colleague } from '../../support/site/staff.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The timeline of the package, the newest event first. */
const timeline = (page: Page) => page.locator('.timeline li p:first-child').allTextContents()

/** A shipment with one package, opened by a user. */
async function opening(email = tenant.email, fields: object = {}) {
  const shipment = await book(tenant, { ...fields })
  const parcel = await add(tenant, shipment.id)
  const opened = await site.openAs(email, `/console/shipments/${shipment.id}`)
  await opened.page.getByRole('article').getByText(parcel.qr_code).waitFor()
  const get = async (path = '') => (await tenant.send(`GET /api/v1/packages/${parcel.id}${path}`)).body
  return { ...opened, shipment, parcel, get }
}

test('a panel shows the facts of a shipment, at an address of its own', async () => {
  const { id, tracking_id } = await book(tenant, { recipient_name: '<b>Nino</b> 🎁', price: 1234.5 })
  await using opened = await site.openAs(tenant.email, '/console/shipments')
  const { page, faults } = opened
  await page.getByRole('link', { name: tracking_id }).click()
  await top(page).getByText('No packages yet').waitFor()
  const facts = (await top(page).locator('dl').innerText()).replaceAll(/\s+/g, ' ')
  for (const fact of [
    'Anna Petrova',
    '<b>Nino</b> 🎁',
    'Labels show boxes for 🎁',
    'Rustaveli 12, Tbilisi',
    '1,234.50',
    'Moscow → Tbilisi',
  ])
    expect(facts).toContain(fact)
  expect(page.url()).toBe(`${site.url}/console/shipments/${id}`)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.goForward()
  await page.getByRole('dialog', { name: tracking_id }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(page.url()).toBe(`${site.url}/console/shipments`)
  expect(faults).toEqual([])
})

test('a package is received and handed over, and its label is saved', async () => {
  await using opened = await opening()
  const { page, faults, parcel, get } = opened
  await press(page, 'Receive at the warehouse')
  await says(page, 'Now: In the warehouse')
  expect((await get()).status).toBe('IN_WAREHOUSE')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Label')])
  expect(download.suggestedFilename()).toBe(`${parcel.qr_code}.pdf`)
  expect(readFileSync(await download.path()).toString('latin1', 0, 5)).toBe('%PDF-')
  await eventually(() => timeline(page)).toEqual([
    'Label printed',
    'Received at the warehouse',
    'Package registered',
  ])
  const printed = page.locator('.timeline li').filter({ hasText: 'Label printed' })
  await printed.getByText('You', { exact: true }).waitFor()
  // The panel follows what happens elsewhere.
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'ARRIVED' } })
  await press(page, 'Ready for pickup')
  await says(page, 'Now: Ready for pickup')
  await page.getByRole('article').getByRole('button', { name: 'Mark as delivered' }).click()
  await says(page, 'Now: Delivered')
  expect((await get()).status).toBe('DELIVERED')
  expect(faults).toEqual([])
})

test('a hand-over begins with what is to be paid and what is damaged', async () => {
  const payment = { price: 1500, payment_status: 'COD' }
  await using opened = await opening(tenant.email, payment)
  const { page, faults, parcel } = opened
  await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'READY_FOR_PICKUP' } })
  await openCase(tenant, { kind: 'DAMAGE', package_ids: [parcel.id] })
  await press(page, 'Hand over')
  await top(page).getByText('To collect: 1,500').waitFor()
  await top(page).getByText(`${parcel.qr_code} · Damaged`).waitFor()
  expect(faults).toEqual([])
})

test('a shipment on paper has its number, status and facts, and nothing of the screen behind it', async () => {
  await using opened = await opening()
  const { page, faults, shipment } = opened
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: shipment.tracking_id, exact: true }).waitFor()
  await page.getByRole('dialog').getByText('Registered', { exact: true }).first().waitFor()
  expect(await page.locator('.board').isVisible()).toBe(false)
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await horizontalOverflow(page)).toBe(0)
  const { y, width } = (await page.getByRole('dialog').boundingBox())!
  expect([y, width > 600]).toEqual([0, true])
  expect(faults).toEqual([])
})

test('a shipment is cancelled before it leaves, with a reason, and shown as cancelled', async () => {
  await using opened = await opening(tenant.email, { recipient_name: 'Levan Cancelled' })
  const { page, faults, get, shipment } = opened
  await page.getByLabel('More actions').first().click()
  await press(page, 'Cancel shipment')
  await submit(page, { Reason: 'The sender changed their mind' }, 'Cancel shipment')
  await says(page, 'The shipment is cancelled')
  await page.getByRole('dialog', { name: shipment.tracking_id }).getByText('Cancelled').first().waitFor()
  await eventually(() => timeline(page)).toEqual(['Shipment cancelled', 'Package registered'])
  expect(await get()).toMatchObject({ status: 'RETURNED' })
  expect((await get('/events')).at(-1).reason).toBe('The sender changed their mind')
  await page.getByLabel('More actions').first().click()
  expect(await page.getByRole('button', { name: 'Cancel shipment' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Book a return' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Levan Cancelled' }).getByText('Cancelled', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a photo is added, also one that is larger than the service takes; what is no photo is refused', async () => {
  await using opened = await opening()
  const { page, faults, get } = opened
  await page.getByText(/^Photos/).click()
  async function choose(buffer: Buffer, mimeType: string) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Add a photo')])
    await chooser.setFiles({ name: 'parcel', mimeType, buffer })
  }
  const widths = async () => {
    const shown = await page.locator('.photos img').evaluateAll((all) =>
      all.map((one) => {
        one.scrollIntoView()
        return (one as unknown as { naturalWidth: number }).naturalWidth
      }),
    )
    return shown.toSorted((a, b) => a - b)
  }
  await choose(images.jpeg, 'image/jpeg')
  await says(page, 'The photo was added')
  await eventually(widths).toEqual([48])

  await choose(Buffer.from('no image at all'), 'image/jpeg')
  await says(page, 'This file is no photo that can be shown. Choose another.')
  await choose(Buffer.alloc(4.3e6), 'image/png')
  await says(page, 'This photo is too large. Choose one of up to 4 MB.')
  expect(await get('/photos')).toHaveLength(1)

  await choose(noise(4.2e6 + 1), 'image/png')
  await eventually(widths).toEqual([48, 1200])
  expect((await get('/photos'))[0]).toMatchObject({ content_type: 'image/jpeg', width: 1200, height: 1000 })
  expect(faults).toEqual([failed(415)])
})

/** A photo as from a phone: of at least `bytes` bytes, and hard to compress. */
function noise(bytes: number): Buffer {
  const png = new PNG({ width: 1200, height: 1000 })
  for (let n = 0, at = 1; n < png.data.length; n++)
    png.data[n] = n % 4 === 3 ? 255 : (at = (at * 48271) % 0x7fffffff)
  const written = PNG.sync.write(png, { deflateLevel: 1 })
  return Buffer.concat([written, Buffer.alloc(Math.max(0, bytes - written.length))])
}

test('a wrong scan is taken back, and the package has its former status', async () => {
  await using opened = await opening()
  const { page, faults, get, parcel } = opened
  await eventually(() => timeline(page)).toEqual(['Package registered'])
  const body = { qr_code: parcel.qr_code, warehouse_id: parcel.id, event_type: 'PACKAGE_SCANNED' }
  expect((await tenant.send('POST /api/v1/scan-event', { body })).status).toBe(200)
  // What is no scan, as the booking, cannot be taken back.
  const button = page.getByRole('button', { name: 'Take this scan back' })
  await button.waitFor()
  expect(await button.count()).toBe(1)
  await button.click()
  await submit(page, { Reason: 'Another parcel' }, 'Take this scan back')
  await says(page, 'Taken back')
  await page.getByText('Another parcel').waitFor()
  await eventually(async () => (await get()).status).toBe('CREATED')
  await page.getByText(/ · taken back$/).waitFor()
  await page.getByRole('button', { name: 'Take this scan back' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Receive at the warehouse' }).waitFor()
  expect(faults).toEqual([])
})

test('a change of another is reported, and the current state is shown', async () => {
  await using opened = await opening()
  const { page, faults, parcel, get } = opened
  // Another user changes the package just before this request.
  await routeNext(page, `PUT **/api/v1/packages/${parcel.id}`, async (route) => {
    await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { weight: 7.5 } })
    await route.continue()
  })
  await press(page, 'Receive at the warehouse')
  await says(page, 'It was changed meanwhile. The current state is shown now.')
  await page
    .getByRole('article')
    .getByText(/^7\.5\s+kg/)
    .waitFor()
  expect((await get()).status).toBe('CREATED')
  await press(page, 'Receive at the warehouse')
  await says(page, 'Now: In the warehouse')
  expect(await get()).toMatchObject({ status: 'IN_WAREHOUSE', weight: 7.5 })
  expect(faults).toEqual([failed(412)])
})

test('a change of a shipment, another field of which is changed at that moment, is refused and sent again', async () => {
  await using opened = await opening()
  const { page, faults, shipment } = opened
  await press(page, 'Edit')
  await top(page).getByRole('group', { name: 'To' }).getByLabel('Name').fill('Nino')
  await routeNext(page, `PUT **/api/v1/shipments/${shipment.id}`, async (route) => {
    await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body: { price: 99 } })
    await route.continue()
  })
  await press(page, 'Save')
  await says(page, 'Saved')
  const saved = (await tenant.send(`GET /api/v1/shipments/${shipment.id}`)).body
  expect(saved).toMatchObject({ recipient_name: 'Nino', price: 99 })
  expect(faults).toEqual([failed(412)])
})

test('a viewer reads everything, and is offered no change', async () => {
  await using opened = await opening(await colleague(tenant, { role: 'viewer' }))
  const { page, faults } = opened
  await eventually(() => timeline(page)).toEqual(['Package registered'])
  const offered = await top(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  expect(offered).toEqual(['Copy: Tracking number', 'Close', 'E-mails', 'Label'])
  expect(faults).toEqual([])
})

test('the packages are rows, of which the chosen one has its actions and its timeline', async () => {
  await using opened = await opening()
  const { page, faults, shipment, parcel } = opened
  const second = await add(tenant, shipment.id)
  const row = (code: string) => page.getByRole('article').getByRole('button', { name: code })
  await row(second.qr_code).waitFor()
  await row(parcel.qr_code).click()
  await press(page, 'Receive at the warehouse')
  await says(page, 'Now: In the warehouse')
  const statusOf = async ({ id }: { id: string }) =>
    (await tenant.send(`GET /api/v1/packages/${id}`)).body.status
  expect([await statusOf(parcel), await statusOf(second)]).toEqual(['IN_WAREHOUSE', 'CREATED'])
  await row(second.qr_code).click()
  await eventually(() => timeline(page)).toEqual(['Package registered'])
  await page.getByRole('button', { name: 'Receive at the warehouse' }).waitFor()
  expect(faults).toEqual([])
})

test('a missing shipment is reported, and the board stays', async () => {
  const [{ id }] = [await book(tenant), await book(tenant)]
  await tenant.send(`DELETE /api/v1/shipments/${id}`)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await page.getByRole('dialog', { name: 'It is not here' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: /^Registered/ }).waitFor()
  expect(new Set(faults)).toEqual(new Set([failed(404)]))
})
