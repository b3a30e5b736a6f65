import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  column,
  eventually,
  failed,
  heads,
  shows,
  startBoard,
  type BoardPage,
} from '../../support/site/board.ts'
import { images } from '../../support/api/images.ts'
import { add, book, newTenant, openBag, pack, type Tenant } from '../../support/api/tenant.ts'

let board: BoardPage
let tenant: Tenant
beforeAll(async () => {
  ;[board, tenant] = await Promise.all([startBoard(), newTenant()])
})
afterAll(() => board[Symbol.asyncDispose]())

const awaitText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const timelineEvents = (page: Page) => page.locator('.event').allTextContents()

/** A shipment with one package, opened on the board. */
async function opening() {
  const shipment = await book(tenant)
  const parcel = await add(tenant, shipment.id)
  const opened = await board.open()
  const requestedPaths: string[] = []
  opened.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await board.signIn(opened.page, tenant.email, `/board#/shipments/${shipment.id}`)
  await awaitText(opened.page, 'Package registered')
  const get = async (path = '') => (await tenant.send(`GET /api/v1/packages/${parcel.id}${path}`)).body
  return { ...opened, shipment, parcel, get, requestedPaths }
}

test('a card opens its shipment, and the back button goes back to the board', async () => {
  const { id, tracking_id } = await book(tenant, { recipient_name: '<b>Nino</b>', price: 1234.5 })
  await add(tenant, id, { weight: 1.25, description: 'Books' })
  const bagged = await add(tenant, id, { weight: 2 })
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, bagged.id)
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await shows(page, () => page.getByRole('link', { name: tracking_id }).count(), 1)
  await page.getByRole('link', { name: tracking_id }).click()
  const dialog = page.getByRole('dialog', { name: tracking_id })
  await awaitText(page, 'Package registered')
  const facts = (await dialog.locator('dl').innerText()).replaceAll(/\s+/g, ' ')
  for (const fact of [
    'Anna Petrova',
    '<b>Nino</b>',
    'Rustaveli 12, Tbilisi',
    'Price 1,234.50',
    'Moscow → Tbilisi',
  ])
    expect(facts).toContain(fact)
  await awaitText(page, bag.label)
  const summaries = await dialog.locator('summary').allInnerTexts()
  expect(summaries.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^PKG-\w+ Registered 1.25 kg · general Books$/),
    expect.stringMatching(/^PKG-\w+ In a bag 2 kg · general · Bag MOW-TBS-001 Documents$/),
    'Add a package',
  ])
  expect(new URL(page.url()).hash).toBe(`#/shipments/${id}`)
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await page.goForward()
  await dialog.waitFor()
  await page.reload()
  await awaitText(page, 'Package registered')
  await page.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a shipment’s page sends no request twice', async () => {
  await using opened = await opening()
  const { requestedPaths, faults } = opened
  expect(requestedPaths).toContain('/api/v1/shipments/board')
  expect(requestedPaths).toEqual([...new Set(requestedPaths)])
  expect(faults).toEqual([])
})

test('a user moves a parcel, and the board behind the panel updates', async () => {
  const { page, faults, get, ...opened } = await opening()
  await using _ = opened
  await page.getByRole('button', { name: 'Receive at the warehouse' }).click()
  await awaitText(page, 'Now: In the warehouse.')
  await awaitText(page, 'Next: put it into a bag.')
  expect((await get()).status).toBe('IN_WAREHOUSE')
  await eventually(() => timelineEvents(page)).toEqual(['Received at the warehouse', 'Package registered'])
  const there = () => page.locator(`.column [href="#/shipments/${opened.shipment.id}"]`).count()
  await shows(page, there, 1)
  await tenant.send(`PUT /api/v1/packages/${opened.parcel.id}`, { body: { status: 'ARRIVED' } })
  // The panel is updated with the board.
  const ready = page.getByRole('button', { name: 'Ready for pickup' })
  await shows(page, () => ready.count(), 1)
  await ready.click()
  await awaitText(page, 'Now: Ready for pickup.')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await awaitText(page, 'Now: Delivered.')
  await eventually(() => page.locator('dialog button:visible').allTextContents()).toEqual([
    'Close',
    'Label (PDF)',
  ])
  expect(faults).toEqual([])
})

test('a conflicting change is reported, with the current state', async () => {
  const { page, faults, get, ...opened } = await opening()
  await using _ = opened
  // Another user changes the package just before this request.
  const changeFirst = async (route: Route) => {
    await tenant.send(`PUT /api/v1/packages/${opened.parcel.id}`, { body: { weight: 7.5 } })
    await route.continue()
  }
  const put = (url: URL) => url.pathname === `/api/v1/packages/${opened.parcel.id}`
  await page.route(put, (route) => (route.request().method() === 'PUT' ? changeFirst(route) : route.fallback()))
  const button = page.getByRole('button', { name: 'Receive at the warehouse' })
  await button.click()
  await awaitText(page, /The current version is shown now\.$/)
  await awaitText(page, '7.5 kg')
  expect((await get()).status).toBe('CREATED')
  await page.unroute(put)
  await button.click()
  await awaitText(page, 'Now: In the warehouse.')
  expect(await get()).toMatchObject({ status: 'IN_WAREHOUSE', weight: 7.5 })
  expect(faults).toEqual([failed(412)])
})

test('a user adds a photo and sees it; a file that is not an image is refused with the service’s message', async () => {
  const { page, faults, get, ...opened } = await opening()
  await using _ = opened
  const input = page.getByLabel('Add a photo', { exact: true }).and(page.locator('input'))
  const file = (buffer: Buffer, mimeType: string) => ({ name: 'parcel', mimeType, buffer })
  await awaitText(page, 'No photos yet.')
  await input.setInputFiles(file(images.jpeg, 'image/jpeg'))
  await awaitText(page, 'The photo has been added.')
  const width = () =>
    page
      .locator('.photos img')
      .evaluateAll((all) => all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
  await eventually(width).toEqual([48])
  await eventually(() => timelineEvents(page)).toContain('Photo added')
  const [photo] = await get('/photos')
  expect(await page.locator('.photos .small').innerText()).toMatch(/^Today, \d+:\d\d, 1.KB$/)
  expect(photo.content_type).toBe('image/jpeg')

  await input.setInputFiles(file(Buffer.from('no image at all'), 'image/jpeg'))
  await awaitText(page, 'The file is no image/jpeg, image/png, image/webp')
  expect((await get('/photos')).length).toBe(1)

  // A photo from a phone is larger than the service accepts.
  const large = new PNG({ width: 1200, height: 1000 })
  for (let n = 0, at = 1; n < large.data.length; n++)
    large.data[n] = n % 4 === 3 ? 255 : (at = (at * 48271) % 0x7fffffff)
  const bytes = PNG.sync.write(large, { deflateLevel: 1 })
  expect(bytes.length).toBeGreaterThan(3.5e6)
  await input.setInputFiles(
    file(Buffer.concat([bytes, Buffer.alloc(Math.max(0, 4.2e6 + 1 - bytes.length))]), 'image/png'),
  )
  await eventually(width).toEqual([1200, 48])
  expect((await get('/photos'))[0]).toMatchObject({ content_type: 'image/jpeg', width: 1200, height: 1000 })
  expect(faults).toEqual([failed(415)])
})

test('a user saves a label as PDF, and the timeline records it', async () => {
  const { page, faults, ...opened } = await opening()
  await using _ = opened
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Label (PDF)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${opened.parcel.qr_code}.pdf`)
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await awaitText(page, `The label was saved as ${opened.parcel.qr_code}.pdf.`)
  await eventually(() => timelineEvents(page)).toContain('Label printed')
  expect(faults).toEqual([])
})

test('a missing shipment is reported', async () => {
  await using opened = await board.open()
  const { page, faults } = opened
  const { id } = await book(tenant)
  await tenant.send(`DELETE /api/v1/shipments/${id}`)
  await board.signIn(page, tenant.email, `/board#/shipments/${id}`)
  await page.getByRole('heading', { name: 'This shipment cannot be shown' }).waitFor()
  await awaitText(page, 'Shipment not found')
  expect(new Set(faults)).toEqual(new Set([failed(404)]))
  await page.keyboard.press('Escape')
  await column(page, 'Received').waitFor()
  expect((await heads(page)).length).toBe(7)
})
