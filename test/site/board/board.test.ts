import { expect, test } from 'vitest'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { column, eventually, failed, heads, shows } from '../../support/site/board.ts'
import { setUp, board, awaitText } from './board.fixture.ts'

setUp()

const moveTo = async ({ send }: Tenant, id: string, status: string) => {
  const { text, ...moved } = await send(`PUT /api/v1/shipments/${id}`, { body: { status } })
  expect(moved.status, text).toBe(200)
}

test('a signed-in user sees the seven columns with their shipments', async () => {
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
  await awaitText(page, 'The e-mail address or the password is wrong')
  expect(await page.getByRole('alert').textContent()).toContain('password is wrong')
  await board.signIn(page, tenant.email)
  await shows(page, () => heads(page), [
    ...['Received 2', 'Preparing 1', 'In transit 0', 'Consolidating 0', 'Ready for pickup 0'],
    ...['Delivered 1', 'Returned 1'],
  ])
  await awaitText(page, '5 shipments')
  const card = column(page, 'Preparing').getByRole('link')
  // The counts and the cards come from two queries of an index, so one may lag behind the other.
  await shows(page, () => card.count(), 1)
  const text = (await card.innerText()).replaceAll(/\s+/g, ' ')
  // The shipment may have reached the index later than the first page, and the page's clock ran until it showed it.
  expect(text.replace(/\d+ minutes? ago$/, 'now')).toBe(
    `Person 0 ${all[0].tracking_id} Moscow → Tbilisi 2.5 kg · 0 packages Payment pending now`,
  )
  expect(faults).toEqual([failed(401)])
})

test('a change of status moves the card, and the card keeps the focus', async () => {
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

test('a column loads further pages, and keeps its length on updates', async () => {
  const tenant = await newTenant()
  await Promise.all(Array.from({ length: 53 }, () => book(tenant)))
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await shows(page, async () => (await heads(page))[0], 'Received 53')
  const cards = column(page, 'Received').getByRole('link')
  const more = page.getByRole('button', { name: 'Show more: Received' })
  // A lagging index may show its first page without a next one.
  await shows(page, async () => [await cards.count(), await more.isVisible()], [20, true])
  await more.press('Enter')
  await shows(page, () => cards.count(), 50)
  const ids = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(ids).size).toBe(50)
  await book(tenant)
  await shows(page, async () => (await heads(page))[0], 'Received 54')
  await shows(page, () => cards.count(), 50)
  // An index that lags by four items also shows 50 cards, but offers no further page before the next update.
  const loadMore = () => more.press('Enter', { timeout: 200 }).catch(() => undefined)
  await shows(page, async () => ((await more.isVisible()) && (await loadMore()), cards.count()), 54)
  await eventually(() => more.isVisible()).toBe(false)
  expect(faults).toEqual([])
})

test('a user finds a shipment by its tracking number and by a name', async () => {
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
  // Thirteen letters may be a tracking number or a name.
  for (const typed of [tracking_id.slice(4).toLowerCase(), 'konstantinova', 'KONSTANT']) {
    await box.fill(typed)
    await eventually(async () => {
      await box.press('Enter')
      await page.clock.runFor(0)
      await page.getByRole('heading', { name: `Results for “${typed}”` }).waitFor()
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

test('an empty board offers to book the first shipment', async () => {
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
