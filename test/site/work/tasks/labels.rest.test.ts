import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, book, newTenant, openBag, newParcel } from '../../../support/api/tenant.ts'
import { failed } from '../../../support/site/network.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../../support/site/console.ts'
import { waiting } from '../../../api/handovers/handovers.fixture.ts'
import { badge, isKept, openTask, openWork, type, type Labelled } from '../work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the printed code of a label is enough to record a damage and to hand over, offline if the phone has seen it', async () => {
  const tenant = await newTenant()
  const { parcels, statuses } = await waiting(tenant)
  const [{ id, qr_code }] = parcels as [{ id: string; qr_code: string }]
  const unseen = await newParcel(tenant)
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
  await page.getByRole('button', { name: 'Record the damage' }).click()
  await page.getByText('Fill in this field.').waitFor()
  await page.getByLabel('What is damaged').fill('A corner is wet')
  await page.getByRole('button', { name: 'Record the damage' }).click()
  await badge(page, 'All sent')
  await page.getByRole('status').getByText(`Damage · ${qr_code}`).waitFor()
  const cases = async () => JSON.stringify((await tenant.send('GET /api/v1/cases')).body)
  await eventually(cases).toContain(id)

  await page.getByRole('link', { name: 'Back' }).click()
  await openTask(page, 'What is this label?')
  await type(page, qr_code)
  const card = page.locator('.card')
  await card.getByText('Ready').waitFor()
  expect(await card.innerText()).toContain('Giorgi Beridze')
  await page.getByText('1 package scanned').waitFor()

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
  const others = faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
  expect(others, 'the unknown code').toEqual([failed(404)])
})

test('a package that is scanned into a bag twice is said to be there, counts once, and UNDO takes it out once', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant)
  const [one, two] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  const bag = await openBag(tenant)
  const inBag = async () => (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.total_packages
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await openTask(page, 'Pack')
  await type(page, JSON.stringify(bag.qr_data))
  await page.getByText('0 packages packed').waitFor()
  await type(page, one.qr_code)
  await eventually(inBag).toBe(1)
  await type(page, two.qr_code)
  await eventually(inBag).toBe(2)
  // The same label, by its other code.
  await type(page, JSON.stringify(one.qr_data))
  await page.locator('.feedback.again').getByText('Is in this bag already').waitFor()
  await page.getByText('2 packages packed').waitFor()
  await type(page, 'UNDO')
  await eventually(inBag).toBe(1)
  expect((await tenant.send(`GET /api/v1/packages/${two.id}`)).body.bags).toEqual([])
  expect(faults).toEqual([])
})

const notGenuine = 'This label is not genuine. Put it aside, and tell a manager.'

test('a forged label is neither packed nor handed over: the page says so at once, or in the queue when it was offline', async () => {
  const tenant = await newTenant()
  const { parcels, statuses } = await waiting(tenant)
  const shipment = await book(tenant)
  const [one, two] = (await Promise.all([add(tenant, shipment.id), add(tenant, shipment.id)])) as [
    Labelled,
    Labelled,
  ]
  const bag = await openBag(tenant)
  const inBag = async () => (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.total_packages
  const forgeryOf = ({ qr_data }: Labelled, n = 0) => JSON.stringify({ ...qr_data, c: `${n}`.repeat(64) })
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await openWork(page, site.url, tenant.email)
  await isKept(page)
  const goOn = page.getByRole('button', { name: 'Touch to go on' })
  const remove = page.getByRole('button', { name: 'Remove', exact: true })

  await openTask(page, 'Pack')
  await type(page, JSON.stringify(bag.qr_data))
  await page.getByText('0 packages packed').waitFor()
  await type(page, forgeryOf(one))
  await badge(page, '1 refused')
  await page.locator('.lines').getByText(notGenuine).waitFor()
  await goOn.click()
  expect(await inBag()).toBe(0)
  await page.getByRole('link', { name: '1 refused' }).click()
  await page.getByText(notGenuine).waitFor()
  await remove.click()
  await page.getByRole('link', { name: 'Back' }).click()
  await badge(page, 'All sent')

  await openTask(page, 'Pack')
  await type(page, JSON.stringify(bag.qr_data))
  await page.getByText('0 packages packed').waitFor()
  await page.context().setOffline(true)
  await type(page, one.qr_code)
  await type(page, forgeryOf(two, 1))
  await type(page, JSON.stringify(two.qr_data))
  await badge(page, '3 waiting')
  await page.context().setOffline(false)
  await badge(page, '1 refused')
  expect(await inBag()).toBe(2)
  await type(page, 'UNDO')
  await eventually(inBag).toBe(1)

  await page.getByRole('link', { name: 'Back' }).click()
  await openTask(page, 'Hand over')
  await type(page, forgeryOf(parcels[0]))
  await page.getByLabel('Received by').fill('Giorgi Beridze')
  await page.locator('form button[type=submit]').last().click()
  await badge(page, '2 refused')
  await goOn.click()
  expect(await statuses()).toEqual(['READY_FOR_PICKUP'])
  await page.evaluate("localStorage.setItem('language', 'ka')")
  await page.goto(`${site.url}/work/queue`)
  await eventually(() => page.getByText('ეს ეტიკეტი ნამდვილი არ არის').count()).toBe(2)
  const expected = /ERR_INTERNET_DISCONNECTED|status of 400/
  expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
})
