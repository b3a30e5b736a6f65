import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopClock } from '../../../support/site/browser.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { arrivingCode } from '../../../support/mail/mailbox.ts'
import { images } from '../../../support/api/images.ts'
import { newTenant } from '../../../support/api/tenant.ts'
import { companyThatRequires, otherCode, waiting } from '../../../api/handovers/handovers.fixture.ts'
import { badge, isKept, openTask, openWork, sign, type } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

async function photograph(page: Page) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Photo', exact: true }).last().click(),
  ])
  await chooser.setFiles({ name: 'parcel', mimeType: 'image/jpeg', buffer: images.jpeg })
  await page.getByRole('button', { name: 'Photo (1)' }).waitFor()
}
const submit = (page: Page) => page.locator('form button[type=submit]').last()
async function inLanguage(page: Page, code: string) {
  await page.evaluate(`localStorage.setItem('language', '${code}')`)
  await page.reload()
}
const label = ({ qr_data }: { qr_data: object }) => JSON.stringify(qr_data)

test('a hand-over with a wrong code is refused; with the right one it is done once, with the photo that was taken first', async () => {
  const tenant = await companyThatRequires('code')
  const { id, parcels, recipient_email, statuses } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Hand over')
  await type(page, JSON.stringify(parcels[0].qr_data))
  await page.getByText('Needed: ').waitFor()
  await page.getByRole('button', { name: 'Send the code' }).click()
  const code = await arrivingCode(recipient_email)
  await photograph(page)
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  const handOver = submit(page)

  await page.getByLabel('Code of the recipient').fill(otherCode(code))
  // The page waits 1.5 seconds for the service, which may take longer here.
  await stopClock(page)
  await handOver.click()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await page.clock.resume()
  await badge(page, '1 refused')
  expect(await statuses()).toEqual(['READY_FOR_PICKUP'])

  await page.getByLabel('Code of the recipient').fill(code)
  await handOver.click()
  await badge(page, 'All sent')
  await eventually(statuses).toEqual(['DELIVERED'])
  const proof = (await tenant.send(`GET /api/v1/shipments/${id}/proof`)).body
  expect(proof.handovers).toMatchObject([{ received_by: 'Giorgi Beridze', code_check: 'CONFIRMED' }])
  const { body: photos } = await tenant.send(`GET /api/v1/packages/${parcels[0].id}/photos`)
  expect(photos).toHaveLength(1)
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
})

test('a hand-over whose name is too long is done with the beginning of it, which the list of what was sent says', async () => {
  const tenant = await newTenant()
  const { at, parcels, statuses } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  await openTask(page, 'Hand over')
  await type(page, label(parcels[0]))
  await page.getByLabel('Received by').fill('Giorgi '.repeat(40))
  await submit(page).click()
  await eventually(statuses).toEqual(['DELIVERED'])
  await badge(page, 'All sent')
  const { handovers } = (await tenant.send(`GET ${at}/proof`)).body
  expect(handovers).toMatchObject([{ received_by: 'Giorgi '.repeat(40).slice(0, 200) }])
  await page.goto(`${site.url}/work/queue`)
  await page.getByText('received_by: At most 200 characters').waitFor()
  expect(faults).toEqual([])
})

test('packages of two recipients are not handed over together; a scan is taken off, and a reload keeps the rest', async () => {
  const tenant = await newTenant()
  const [mine, other] = await Promise.all([waiting(tenant, 2), waiting(tenant)])
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Hand over')
  const packages = page.locator('form .entries').getByRole('listitem')
  for (const parcel of mine.parcels) await type(page, label(parcel))
  await eventually(() => packages.count()).toBe(2)
  await type(page, label(other.parcels[0]))
  await page.getByText('This package is of another shipment').first().waitFor()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await page.getByRole('button', { name: `Take off ${mine.parcels[1].qr_code}` }).click()
  await page.getByLabel('Received by').fill('Nino Beridze')

  await page.reload()
  await packages.getByText(mine.parcels[0].qr_code).waitFor()
  expect(await packages.count()).toBe(1)
  expect(await page.getByLabel('Received by').inputValue()).toBe('Nino Beridze')
  await submit(page).click()
  await badge(page, 'All sent')
  await eventually(mine.statuses).toEqual(['DELIVERED', 'READY_FOR_PICKUP'])
  expect(await other.statuses()).toEqual(['READY_FOR_PICKUP'])
  expect(faults).toEqual([])
})

test('what is to be paid comes first, and the packages that are left are named', async () => {
  const tenant = await newTenant()
  const [owed, paid] = await Promise.all([
    waiting(tenant, 3, { price: 1500, payment_status: 'COD' }),
    waiting(tenant, 2, { price: 1500, payment_status: 'PAID' }),
  ])
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Hand over')
  const notes = page.locator('form .note')
  for (const parcel of owed.parcels.slice(1)) await type(page, label(parcel))
  await page.getByText(`Also ready: ${owed.parcels[0].qr_code}`).waitFor()
  expect(await notes.first().textContent()).toBe('To collect: 1,500.00')
  await page.getByText('2 of 3 packages').waitFor()
  await type(page, label(owed.parcels[0]))
  await eventually(() => notes.nth(1).textContent()).toBe('3 packages')
  expect(await page.getByText('Also ready').count()).toBe(0)
  await submit(page).click()
  await badge(page, 'All sent')
  await page.getByRole('status').getByText(`Handed over · Giorgi Beridze · ${owed.tracking_id}`).waitFor()

  await type(page, label(paid.parcels[0]))
  await eventually(() => notes.first().textContent()).toContain('1 of 2 packages')
  expect(await page.getByText('To collect').count()).toBe(0)
  await submit(page).click()
  const done = `Giorgi Beridze · ${paid.tracking_id}`
  await page.getByRole('status').getByText(`Handed over · ${done} · 1 of 2 packages`).waitFor()
  await page.getByRole('link', { name: 'All sent' }).click()
  await page.locator('.entry').getByText(done).waitFor()
  expect(faults).toEqual([])
})

test('a code whose guesses are used up is refused with the reason, and does not keep the queue from being sent', async () => {
  const tenant = await companyThatRequires('code')
  const shipment = await waiting(tenant)
  const { parcels } = shipment
  const code = await shipment.code()
  for (let n = 1; n <= 5; n++)
    expect((await shipment.handOver({ code: otherCode(code, n) })).body.reason).toBe('handover_code_wrong')
  await using opened = await site.open(smallPhone)
  const { page } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Hand over')
  await type(page, JSON.stringify(parcels[0].qr_data))
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await page.getByLabel('Code of the recipient').fill(code)
  await stopClock(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
  await page.clock.resume()
  await badge(page, '1 refused')
  await page.getByText('Send a new one').first().waitFor()
})

test('without a network, signature and photo are asked for in place of a code, before the parcel is given away', async () => {
  const tenant = await companyThatRequires('code')
  const { id, parcels, statuses } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  await openTask(page, 'Hand over')
  await type(page, label(parcels[0]))
  await page.getByText('Needed: code').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Needed: signature, photo. Without a connection').waitFor()
  await inLanguage(page, 'ar')
  await page.getByText('المطلوب: التوقيع، صورة').waitFor()
  await inLanguage(page, 'en')
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await submit(page).click()
  await page.getByText('Let the recipient sign here.').waitFor()
  await page.getByText('Take a photo.').waitFor()
  await page.getByRole('link', { name: 'No connection' }).waitFor()
  await sign(page)
  await photograph(page)
  await submit(page).click()
  await page.getByRole('link', { name: '2 waiting' }).waitFor()
  await page.context().setOffline(false)
  await badge(page, 'All sent')
  await eventually(statuses).toEqual(['DELIVERED'])
  const proof = (await tenant.send(`GET /api/v1/shipments/${id}/proof`)).body
  expect(proof.handovers).toMatchObject([{ offline: true, code_check: 'NONE' }])
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('a hand-over that is refused when the parcel is gone is opened again and completed, with the time of before', async () => {
  const tenant = await newTenant()
  const { id, parcels, statuses } = await waiting(tenant)
  await using opened = await site.open(smallPhone)
  const { page } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  await openTask(page, 'Hand over')
  await page.context().setOffline(true)
  await type(page, label(parcels[0]))
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await submit(page).click()
  await badge(page, '1 waiting')
  await page.getByLabel('Received by').waitFor({ state: 'detached' })
  const given = Date.now()
  await tenant.send('PUT /api/v1/settings', { body: { handover: { require: ['signature'] } } })
  await page.context().setOffline(false)
  await badge(page, '1 refused')

  await page.getByRole('link', { name: '1 refused' }).click()
  await page.getByText('A signature is required.').waitFor()
  await page.getByRole('link', { name: 'Complete it' }).click()
  await page.getByText('Needed: signature').waitFor()
  expect(await page.getByLabel('Received by').inputValue()).toBe('Giorgi Beridze')
  await sign(page)
  await submit(page).click()
  await badge(page, 'All sent')
  await eventually(statuses).toEqual(['DELIVERED'])
  const [handover] = (await tenant.send(`GET /api/v1/shipments/${id}/proof`)).body.handovers
  expect(handover).toMatchObject({ offline: true, received_by: 'Giorgi Beridze' })
  expect(Date.parse(handover.occurred_at)).toBeLessThanOrEqual(given)
})
