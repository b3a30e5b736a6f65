import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, openWarehouse, type Tenant } from '../../../support/api/tenant.ts'
import { desktop } from '../../../support/site/browser.ts'
import { eventually, startConsole, type Console } from '../../../support/site/console.ts'
import { failed } from '../../../support/site/network.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const rows = (page: Page) => page.locator('tr[data-row] a[data-item]').allInnerTexts()
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement?.getAttribute("href") ?? document.activeElement?.tagName')

test('the list finds while one types what its field offers: references, phones, package codes, names and tracking ids', async () => {
  const [one, other] = [
    await book(tenant, {
      reference: 'ORDER-77',
      recipient_name: 'Nino Beridze',
      recipient_phone: '+995 599 777 111',
    }),
    await book(tenant, { recipient_name: 'Levan Kiladze', recipient_phone: '+995 599 888 222' }),
  ]
  const parcel = await add(tenant, one.id)
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list', desktop)
  const { page, faults } = opened
  await eventually(() => rows(page)).toEqual([other.tracking_id, one.tracking_id])
  const field = page.getByRole('searchbox')
  for (const text of [
    'order-77',
    '777 111',
    parcel.qr_code,
    'beridze',
    one.tracking_id,
    one.tracking_id.slice(-5),
  ]) {
    await field.fill(text)
    await eventually(() => rows(page), text).toEqual([one.tracking_id])
    await field.fill('')
    await eventually(() => rows(page)).toEqual([other.tracking_id, one.tracking_id])
  }
  await field.pressSequentially('levan', { delay: 30 })
  await eventually(() => rows(page)).toEqual([other.tracking_id])
  expect(await field.inputValue()).toBe('levan')
  expect(faults).toEqual([])
})

test('filters, sort and view are there after a reload, after a record is closed, and on the way back from another screen', async () => {
  const company = await newTenant()
  const [dear, cheap, paid] = [
    await book(company, { price: 30 }),
    await book(company, { price: 10 }),
    await book(company, { price: 20, payment_status: 'PAID' }),
  ]
  await using opened = await site.openAs(company.email, '/console/shipments', desktop)
  const { page, faults } = opened
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByLabel('Any payment').selectOption('PENDING')
  await page.getByRole('button', { name: 'Price' }).click()
  const isAsChosen = async () => {
    await eventually(() => rows(page)).toEqual([cheap.tracking_id, dear.tracking_id])
    expect(await page.getByLabel('Any payment').inputValue()).toBe('PENDING')
  }
  await isAsChosen()
  await page.reload()
  await isAsChosen()
  await page.getByRole('link', { name: dear.tracking_id }).click()
  const panel = page.getByRole('dialog', { name: dear.tracking_id })
  await panel.waitFor()
  await page.reload()
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await isAsChosen()
  await page.getByRole('link', { name: 'Bags', exact: true }).click()
  await page.getByRole('heading', { name: 'Bags', exact: true }).waitFor()
  await page.goBack()
  await isAsChosen()
  // The status is that of the board too, and its link in the menu is without any.
  await page.getByRole('link', { name: 'Shipments', exact: true }).click()
  await eventually(async () => (await rows(page)).length).toBe(3)
  expect(await rows(page)).toContain(paid.tracking_id)
  expect(faults).toEqual([])
})

test.each([
  ['bags', 'Any status', 'SEALED'],
  ['flights', 'Any status', 'DEPARTED'],
  ['cases', 'Any kind', 'HOLD'],
])('the choice of %s is there after a reload', async (screen, label, value) => {
  await using opened = await site.openAs(tenant.email, `/console/${screen}`, desktop)
  const { page, faults } = opened
  await page.getByLabel(label).selectOption(value)
  await page.reload()
  await eventually(() => page.getByLabel(label).inputValue()).toBe(value)
  expect(faults).toEqual([])
})

test('the focus goes back to the row that was opened, by keyboard, by mouse and by its address', async () => {
  const company = await newTenant()
  const bag = await openBag(company)
  const address = `/console/bags/${bag.id}`
  await using opened = await site.openAs(company.email, '/console/bags', desktop)
  const { page, faults } = opened
  const panel = page.getByRole('dialog', { name: bag.label })
  const closes = async () => {
    await panel.waitFor()
    await page.locator(`a[href="${address}"]`).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await eventually(() => focused(page)).toBe(address)
  }
  await page.getByRole('link', { name: bag.label }).focus()
  await page.keyboard.press('Enter')
  await closes()
  await page.getByRole('row').filter({ hasText: bag.label }).locator('td').last().click()
  await closes()
  await page.goto(site.url + address)
  await closes()
  expect(faults).toEqual([])
})

test('an empty list leads to the form of the first, and a bag is in the only warehouse', async () => {
  const company = await newTenant()
  const { id } = await openWarehouse(company, { name: 'Moscow', airport_code: 'SVO' })
  await using opened = await site.openAs(company.email, '/console/bags', desktop)
  const { page, faults } = opened
  await page.getByRole('link', { name: 'Begin here' }).click()
  const form = page.getByRole('dialog', { name: 'New bag' })
  await eventually(() => form.getByLabel('Warehouse').inputValue()).toBe(id)
  expect(await form.getByLabel('From airport').inputValue()).toBe('SVO')
  for (const screen of ['shipments', 'flights', 'couriers', 'contacts']) {
    await page.goto(`${site.url}/console/${screen}`)
    await page.getByRole('link', { name: 'Begin here' }).click()
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/${screen}/new`)
  }
  expect(faults).toEqual([])
})

test.each([
  'shipments',
  'bags',
  'flights',
  'unloading',
  'cases',
  'couriers',
  'warehouses',
  'contacts',
  'people',
  'keys',
  'webhooks',
])('an address below %s of what is not there says so', async (screen) => {
  await using opened = await site.openAs(tenant.email, `/console/${screen}/${randomUUID()}`, desktop)
  const { page, faults } = opened
  const dialog = page.getByRole('dialog', { name: 'It is not here' })
  await dialog.waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add a package' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(`/console/${screen}`)
  expect(new Set(faults)).toEqual(new Set([failed(404)]))
})
