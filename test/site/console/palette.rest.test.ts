import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import { colleague } from '../../support/site/staff.ts'
import { seconds } from '../../support/suite/time.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')
/** Opens the palette with its key. */
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  return page.getByRole('combobox', { name: 'A screen, or a parcel by its number' })
}

test('the palette finds shipments and contacts by name, marks the letters, and opens the chosen one', async () => {
  const { id, tracking_id } = await book(tenant, { recipient_name: 'Salome Gelashvili' })
  const body = { name: 'Gela Kiladze', phone: '+995599000222' }
  expect((await tenant.send('POST /api/v1/contacts', { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email)
  const { page, faults } = opened
  const input = await openPalette(page)
  // The index of names may lag.
  const find = async (text: string, kind: string) => {
    await input.fill('')
    await input.fill(text)
    await group(page, kind)
      .first()
      .waitFor({ timeout: seconds(1) })
      .catch(() => undefined)
    return group(page, kind).allInnerTexts()
  }
  await eventually(() => find('gela', 'Contacts')).toEqual([
    expect.stringMatching(/^Gela Kiladze\s+\+995599000222$/),
  ])
  await eventually(() => find('gela', 'Shipments')).toEqual([expect.stringContaining(tracking_id)])
  expect(await group(page, 'Shipments').locator('mark').allInnerTexts()).toEqual(['Gela'])
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: tracking_id }).waitFor()
  expect(page.url()).toBe(`${site.url}/console/shipments/${id}`)
  expect(faults).toEqual([])
})

test('a text that shares only a letter with names finds nothing, in the palette and in the list', async () => {
  const { tracking_id } = await book(tenant, { recipient_name: 'Zaza Zurabishvili' })
  const body = { name: 'Zaza Zoidze', phone: '+995599000333' }
  expect((await tenant.send('POST /api/v1/contacts', { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list&q=zaza')
  const { page, faults } = opened
  await page.getByRole('row', { name: new RegExp(tracking_id) }).waitFor()
  await page.getByRole('searchbox').fill('zzzzz')
  await page.getByText('No shipment matches').waitFor()
  expect(await page.getByRole('row', { name: /Zaza/ }).count()).toBe(0)
  const input = await openPalette(page)
  await input.fill('zaza')
  await group(page, 'Contacts').first().waitFor()
  await input.fill('zzzzz')
  await page.getByRole('option', { name: 'Nothing found' }).waitFor()
  expect(faults).toEqual([])
})

test('it goes to screens and begins what is done most, as far as the role may', async () => {
  await using opened = await site.openAs(tenant.email)
  const { page, faults } = opened
  await openPalette(page)
  await eventually(() => group(page, 'Actions').allInnerTexts()).toEqual([
    'Book a shipment',
    'Open a bag',
    'Add a contact',
  ])
  await page.keyboard.type('flights')
  await eventually(() => group(page, 'Screens').allInnerTexts()).toEqual(['Go to Flights'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Flights', level: 1 }).waitFor()
  await openPalette(page)
  await group(page, 'Actions').getByText('Book a shipment').click()
  await page.getByRole('dialog', { name: 'New shipment' }).waitFor()
  expect(faults).toEqual([])

  await using viewer = await site.openAs(await colleague(tenant, { role: 'viewer' }))
  await openPalette(viewer.page)
  await group(viewer.page, 'Screens').first().waitFor()
  expect(await group(viewer.page, 'Actions').count()).toBe(0)
  expect(await group(viewer.page, 'Screens').getByText('People').count()).toBe(0)
})

test('on a phone, the bar at the bottom has the main screens, and More the others', async () => {
  await using opened = await site.openAs(tenant.email, '/console', smallPhone)
  const { page, faults } = opened
  const links = () => page.getByRole('navigation').getByRole('link').allInnerTexts()
  expect(await links()).toEqual(['Today', 'Shipments', 'Bags', 'Scan'])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  expect(await links()).toEqual(expect.arrayContaining(['Flights', 'Settings', 'Your account']))
  await page.getByRole('link', { name: 'Flights' }).click()
  await page.getByRole('heading', { name: 'Flights', level: 1 }).waitFor()
  expect(await links()).toEqual(['Today', 'Shipments', 'Bags', 'Scan'])
  await page.getByRole('link', { name: 'Scan', exact: true }).click()
  await page.waitForURL(`${site.url}/work`)
  expect(faults).toEqual([])
})
