import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant } from '../../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { waiting } from '../../../api/handovers/handovers.fixture.ts'
import { badge, isKept, openTask, openWork, type } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the printed code of a label is enough to record a damage and to hand over, offline if the phone has seen it', async () => {
  const tenant = await newTenant()
  const { parcels, statuses } = await waiting(tenant)
  const [{ id, qr_code }] = parcels as [{ id: string; qr_code: string }]
  const unseen = await add(tenant, (await book(tenant)).id)
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  const goOn = page.getByRole('button', { name: 'Touch to go on' })

  await openTask(page, 'Damage')
  await type(page, 'TRK-7Q4M2X9KB3ZD1')
  await page.getByText('This is the number of a shipment').first().waitFor()
  await goOn.click()
  await type(page, 'PKG-0000000000')
  await page.getByText('No package has this code').first().waitFor()
  await goOn.click()
  await type(page, qr_code.replace('PKG-', '').toLowerCase())
  await page.getByText('Giorgi Beridze').waitFor()
  await page.getByLabel('What is damaged').fill('A corner is wet')
  await page.getByRole('button', { name: 'Record the damage' }).click()
  await badge(page, 'All sent')
  const cases = async () => JSON.stringify((await tenant.send('GET /api/v1/cases')).body)
  await eventually(cases).toContain(id)

  await page.getByRole('link', { name: 'Back' }).click()
  await openTask(page, 'What is this label?')
  await type(page, qr_code)
  const card = page.locator('.card')
  await card.getByText('Ready').waitFor()
  expect(await card.innerText()).toContain('Giorgi Beridze')
  await page.getByText('1 scanned').waitFor()

  await page.getByRole('link', { name: 'Back' }).click()
  await openTask(page, 'Hand over')
  await page.context().setOffline(true)
  await type(page, unseen.qr_code)
  await page.getByText('Without a connection, scan the QR code').first().waitFor()
  await goOn.click()
  await type(page, qr_code)
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await page.locator('form button[type=submit]').last().click()
  await badge(page, '1 waiting')
  await page.context().setOffline(false)
  await eventually(statuses).toEqual(['DELIVERED'])
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
