import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { images } from '../../support/api/images.ts'
import { companyThatRequires, otherCode, waiting } from '../../api/handovers/handovers.fixture.ts'
import { badge, openTask, openWork, type } from './work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

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
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Photo', exact: true }).last().click(),
  ])
  await chooser.setFiles({ name: 'parcel', mimeType: 'image/jpeg', buffer: images.jpeg })
  await page.getByRole('button', { name: 'Photo (1)' }).waitFor()
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  const handOver = page.locator('form button[type=submit]').last()

  await page.getByLabel('Code of the recipient').fill(otherCode(code))
  await handOver.click()
  await page.getByRole('button', { name: 'Touch to go on' }).click()
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
