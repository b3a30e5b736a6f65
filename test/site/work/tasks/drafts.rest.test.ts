import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyThatRequires, otherCode, waiting } from '../../../api/handovers/handovers.fixture.ts'
import { addCourier, change, newTenant, openBag, openWarehouse, schedule } from '../../../support/api/tenant.ts'
import { arrivingCode } from '../../../support/mail/mailbox.ts'
import { stopClock } from '../../../support/site/browser.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'
import { badge, chooseWarehouse, isKept, openTask, openWork, receive, type } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const back = (page: Page) => page.getByRole('link', { name: 'Back' }).click()
const submit = (page: Page) => page.locator('form button[type=submit]').last()
/** From now on the service does not answer, and the page, whose clock stands, waits for it. */
async function unanswered(page: Page) {
  await stopClock(page)
  await page.context().setOffline(true)
}
const isFault = (fault: string) => !fault.includes('ERR_INTERNET_DISCONNECTED')

test('who leaves the task while a parcel is sent finds no draft of it', async () => {
  const tenant = await newTenant()
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await page.getByRole('link', { name: 'Receive' }).click()
  await unanswered(page)
  await receive(page)
  await badge(page, '1 waiting')
  await back(page)
  await page.getByRole('link', { name: 'Receive' }).click()
  for (const label of ['Name of the recipient', 'Phone of the sender', 'Weight in kg', 'Destination'])
    expect(await page.getByLabel(label).inputValue(), label).toBe('')
  expect(faults.filter(isFault)).toEqual([])
})

test('who leaves the task while a hand-over is sent finds no draft of it', async () => {
  const tenant = await newTenant()
  const { parcels } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  await openTask(page, 'Hand over')
  await type(page, JSON.stringify(parcels[0].qr_data))
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await page.locator('.feedback').waitFor({ state: 'detached' })
  await unanswered(page)
  await submit(page).click()
  await badge(page, '1 waiting')
  await back(page)
  await page.getByRole('link', { name: 'Hand over' }).click()
  await page.getByRole('heading', { name: 'Scan the packages', exact: true }).waitFor()
  expect(await page.getByLabel('Received by').count()).toBe(0)
  expect(faults.filter(isFault)).toEqual([])
})

test('who leaves a bag while its check-in is sent finds that it waits, and no form for another', async () => {
  const tenant = await newTenant()
  const { id: courier_id } = await addCourier(tenant)
  const flight = await schedule(tenant, { courier_id })
  const bag = await openBag(tenant, { label: 'MOW-TBS-005' })
  const body = { courier_id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, await colleague(tenant, { role: 'courier', courier_id }))
  await isKept(page)
  // The list may lag behind the assignment.
  const link = page.getByRole('link', { name: bag.label })
  await eventually(async () => {
    await page.getByRole('link', { name: 'My bags' }).click()
    await link.or(page.getByText('You have no bags')).waitFor()
    const count = await link.count()
    await back(page)
    return count
  }).toBe(1)
  const openBagAgain = async () => {
    await page.getByRole('link', { name: 'My bags' }).click()
    await link.click()
  }
  const checkIn = page.getByRole('button', { name: 'Check in' })
  await openBagAgain()
  await checkIn.click()
  await page.getByLabel('Number of the tag').fill('0555123456')
  await page.getByLabel('Airline', { exact: true }).fill('Another Airline')
  await unanswered(page)
  await submit(page).click()
  await badge(page, '1 waiting')
  await back(page)
  await openBagAgain()
  await page.getByText(/^Check-in · .* · Saved on this phone, not checked$/).waitFor()
  expect(await checkIn.count()).toBe(0)
  expect(faults.filter(isFault)).toEqual([])
})

test('what is refused is kept as it was entered, also by a page that is loaded again', async () => {
  const tenant = await companyThatRequires('code')
  const { parcels, recipient_email } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Hand over')
  await type(page, JSON.stringify(parcels[0].qr_data))
  await page.getByRole('button', { name: 'Send the code' }).click()
  const code = await arrivingCode(recipient_email)
  await page.getByLabel('Received by').fill('Nino Beridze')
  await page.getByLabel('Code of the recipient').fill(otherCode(code))
  // The page waits 1.5 seconds for the service, which may take longer here.
  await stopClock(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await page.clock.resume()
  await badge(page, '1 refused')
  await page.reload()
  await eventually(() => page.getByLabel('Received by').inputValue()).toBe('Nino Beridze')
  await page.locator('form .entries').getByText(parcels[0].qr_code).waitFor()
})
