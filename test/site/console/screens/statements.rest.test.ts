import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReceivedParcel } from '../../../../shared/domain/scans/receive.ts'
import { dayIn } from '../../../../shared/domain/kernel/time-zone.ts'
import {
  addContact,
  add,
  addCourier,
  book,
  change,
  exampleOf,
  newParcel,
  newTenant,
  openBag,
  openUnloading,
  openWarehouse,
  pack,
  scan,
  schedule,
} from '../../../support/api/tenant.ts'
import { createKey } from '../../../support/integrations/api-keys.ts'
import { findOf } from '../../../support/routes/records.ts'
import { eventually, press, says, startConsole, top, type Console } from '../../../support/site/console.ts'
import { colleague } from '../../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const ofRoute = { origin: 'SVO', destination: 'TBS' }
const onRoute = { departure_airport: 'SVO', arrival_airport: 'TBS' }
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

test('a list of which its filter leaves nothing does not say that there is nothing', async () => {
  const tenant = await newTenant()
  await openBag(tenant)
  await addContact(tenant)
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  for (const address of ['bags?status=DELIVERED', 'cases?kind=REFUSED', 'webhooks?shown=failing']) {
    await page.goto(`${site.url}/console/${address}`)
    await page.getByRole('heading', { name: 'Nothing found', exact: true }).waitFor()
    expect(await page.getByText('Begin here').count(), address).toBe(0)
  }
  await page.goto(`${site.url}/console/cases`)
  await page.getByRole('heading', { name: 'Nothing is open', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('an API key that has expired says so', async () => {
  const tenant = await newTenant()
  const key = await createKey(tenant, { name: 'Old key' })
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  const expires_at = new Date(Date.now() - 60_000).toISOString()
  await page.route(/\/api\/v1\/api-keys/, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    const expired = (one: object) => ({ ...one, expires_at })
    await route.fulfill({ response, json: Array.isArray(body) ? body.map(expired) : expired(body as object) })
  })
  await page.goto(`${site.url}/console/keys`)
  await page
    .getByRole('row', { name: 'Old key' })
    .getByText(/^Expired on /)
    .waitFor()
  await page.goto(`${site.url}/console/keys/${key.id}`)
  await page
    .getByRole('dialog')
    .getByText(/^Expired on /)
    .waitFor()
  expect(faults).toEqual([])
})

test('a courier is deactivated, not deleted, and that is not offered again', async () => {
  const tenant = await newTenant()
  const courier = await addCourier(tenant)
  await using opened = await site.openAs(tenant.email, `/console/couriers/${courier.id}`)
  const { page, faults } = opened
  await page.getByRole('dialog').getByLabel('More actions').click()
  await press(page, 'Deactivate')
  await top(page).getByText('Bags that they have stay with them').waitFor()
  await top(page).getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Deactivated').waitFor()
  await page.goto(`${site.url}/console/couriers/${courier.id}`)
  await page.getByRole('dialog').getByText('Inactive').waitFor()
  expect(await page.getByRole('button', { name: 'Deactivate', includeHidden: true }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a shipment without an e-mail address offers none to send, and a cancelled one takes no package', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant, { recipient_email: '', sender_email: '' })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await page.getByRole('button', { name: 'Add a package' }).waitFor()
  await page.getByRole('button', { name: 'E-mails', includeHidden: true }).dispatchEvent('click')
  await top(page).getByText('Neither the recipient nor the sender has an e-mail address.').waitFor()
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  await change(tenant, `POST /api/v1/shipments/${id}/cancel`)
  await page.goto(`${site.url}/console/shipments/${id}`)
  await page.getByRole('dialog').getByText('Cancelled', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Add a package' }).count()).toBe(0)
  const delivered = await book(tenant)
  await change(tenant, `PUT /api/v1/shipments/${delivered.id}`, { status: 'DELIVERED' })
  await page.goto(`${site.url}/console/shipments/${delivered.id}`)
  await page.getByRole('dialog').getByText('Delivered', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Add a package' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a form offers no empty choice for what a record always has', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await press(page, 'Edit')
  for (const label of ['Status', 'Payment']) {
    const choices = top(page).getByRole('combobox', { name: label }).getByRole('option')
    expect(await choices.allTextContents(), label).not.toContain('Not set')
    expect(await choices.count(), label).toBeGreaterThan(2)
  }
  expect(faults).toEqual([])
})

test('a bag that was checked in without a courier still needs one', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant, { label: 'MOW-TBS-007' })
  await pack(tenant, bag.id, (await newParcel(tenant)).id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/checkin`, {
    airline_tag_code: '0555123456',
    airline: 'Aeroflot',
    flight_number: 'SU1234',
  })
  await using opened = await site.openAs(tenant.email, '/console/bags?needs=courier')
  const { page, faults } = opened
  await page.getByRole('row').getByText('MOW-TBS-007').waitFor()
  expect(faults).toEqual([])
})

test('who sees only their own scans is told that none of these is to be reviewed', async () => {
  const tenant = await newTenant()
  await scan(tenant, 'https://parking.example/ticket/17')
  const email = await colleague(tenant, { role: 'viewer' })
  await using opened = await site.openAs(email, '/console/scans')
  const { page, faults } = opened
  await page.getByText('None of your scans is to be reviewed').waitFor()
  expect(await page.getByText('No scans to review').count()).toBe(0)
  await eventually(() => faults).toEqual([])
})

test('a bag that has arrived is to be unloaded only while its packages are on their way', async () => {
  const tenant = await newTenant()
  const flight = await schedule(tenant, { flight_number: 'SU1850', ...onRoute })
  const bag = await openBag(tenant, ofRoute)
  const [found, missing] = [await newParcel(tenant), await newParcel(tenant)]
  for (const { id } of [found, missing]) await pack(tenant, bag.id, id)
  const { id: courier_id } = await addCourier(tenant)
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id, flight_id: flight.id })
  await change(tenant, `PUT /api/v1/bags/${bag.id}/checkin`, {
    airline_tag_code: '0555123456',
    airline: 'Aeroflot',
    flight_number: 'SU1850',
  })
  for (const status of ['DEPARTED', 'ARRIVED'])
    await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status })
  const address = `/console/bags/${bag.id}`
  await using opened = await site.openAs(tenant.email, address)
  const { page, faults } = opened
  const hint = page.getByText('Its flight has arrived. Unload the bag')
  await hint.waitFor()
  const unloading = await openUnloading(tenant, { bag_id: bag.id })
  await change(tenant, `POST /api/v1/unloadings/${unloading.id}/finds`, { finds: [findOf(found.qr_code)] })
  await change(tenant, `POST /api/v1/unloadings/${unloading.id}/close`)
  await page.goto(site.url + address)
  await page.getByText('on SU1850').waitFor()
  expect(await hint.count()).toBe(0)
  // Also after the case of the missing one is resolved, though the bag still holds it.
  let id: string | undefined
  const open = async () => (id = (await tenant.send('GET /api/v1/cases?kind=SHORTAGE')).body[0]?.id)
  await eventually(open).toBeDefined()
  await change(tenant, `PATCH /api/v1/cases/${id}`, { status: 'RESOLVED', reason: 'Searched' })
  await page.reload()
  await page.getByText('on SU1850').waitFor()
  await eventually(() => page.getByText(missing.qr_code).count()).toBe(1)
  expect(await hint.count()).toBe(0)
  expect(faults).toEqual([])
})

test('flights of which a filter leaves nothing are not denied, and bags of a cancelled one need another', async () => {
  const tenant = await newTenant()
  const flight = await schedule(tenant, {
    ...onRoute,
    scheduled_departure: hours(5),
    scheduled_arrival: hours(8),
  })
  const bag = await openBag(tenant, ofRoute)
  const courier = await addCourier(tenant)
  const assignment = { courier_id: courier.id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, assignment)
  await using opened = await site.openAs(tenant.email, '/console/flights?status=CANCELLED')
  const { page, faults } = opened
  await page.getByRole('heading', { name: 'Nothing found', exact: true }).waitFor()
  await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status: 'CANCELLED' })
  await page.goto(`${site.url}/console/bags?needs=courier`)
  await page.getByRole('row', { name: bag.label }).getByText(courier.full_name).waitFor()
  await page.getByRole('option', { name: 'Without a courier or flight' }).waitFor({ state: 'attached' })
  expect(faults).toEqual([])
})

/** None but the one that does it is named as what the question is about. */
const buttonsOfQuestion = (page: Page) => top(page).locator('.submit').getByRole('button').allInnerTexts()

test('a payment is named as one, and a cancellation says what becomes of it', async () => {
  const tenant = await newTenant()
  await book(tenant, { recipient_name: 'Nino Failed', payment_status: 'FAILED' })
  const { id } = await book(tenant, { recipient_name: 'Nino Cancelled', payment_status: 'PENDING' })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
  const { page, faults } = opened
  await page.getByRole('dialog').getByLabel('More actions').click()
  await press(page, 'Cancel shipment')
  expect(await buttonsOfQuestion(page)).toEqual(['Back', 'Cancel shipment'])
  await top(page).getByText('wholly or partly, stays as it is').waitFor()
  await top(page).getByRole('button', { name: 'Cancel shipment' }).click()
  await page.getByRole('dialog').getByText('Payment cancelled', { exact: true }).waitFor()
  await press(page, 'Edit')
  await top(page).getByText('It was cancelled with the shipment').waitFor()
  await page.goto(`${site.url}/console/shipments`)
  await page.getByRole('link', { name: 'Nino Failed' }).getByText('Payment failed', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Returned or cancelled' }).getByText('Nino Cancelled').waitFor()
  expect(faults).toEqual([])
})

test('a flight that the airline’s data does not have is said in the words of the page', async () => {
  const tenant = await newTenant()
  const flight = await schedule(tenant)
  await using opened = await site.openAs(tenant.email, `/console/flights/${flight.id}`)
  const { page, faults } = opened
  await page.route(/\/sync$/, async (route) => {
    const message = 'aerodatabox does not know this flight'
    await route.fulfill({ json: { flight, synced: false, provider: 'aerodatabox', message } })
  })
  await page.getByRole('dialog').getByLabel('More actions').click()
  await press(page, 'Ask the airline’s data')
  await says(page, 'The airline’s data does not have this flight')
  await press(page, 'Cancel the flight')
  expect(await buttonsOfQuestion(page)).toEqual(['Back', 'Cancel the flight'])
  expect(faults).toEqual([])
})

test('settings and filters do not promise more than is so', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/settings')
  const { page, faults } = opened
  await page.getByText('Unless they are switched off, recipients are told').waitFor()
  await page.goto(`${site.url}/console/webhooks`)
  await page.getByRole('option', { name: 'Switched off by the service' }).waitFor({ state: 'attached' })
  await page.goto(`${site.url}/console/contacts/new`)
  await page.getByLabel('Language of e-mails').waitFor()
  expect(faults).toEqual([])
})

test('a flight names who cannot fly only of the bags that it has, and its own courier as that', async () => {
  const tenant = await newTenant()
  const [absent, other] = [
    await addCourier(tenant, { full_name: 'Ana Absent' }),
    await addCourier(tenant, { full_name: 'Zaza Other', email: 'zaza@example.com' }),
  ]
  const flight = await schedule(tenant, { ...onRoute, courier_id: absent.id })
  const bag = await openBag(tenant, ofRoute)
  const assign = (courier_id: string) =>
    change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id, flight_id: flight.id })
  await assign(absent.id)
  const noShow = { flight_id: flight.id, cause: 'ILLNESS' }
  const reported = await tenant.send(`POST /api/v1/couriers/${absent.id}/no-shows`, { body: noShow })
  expect(reported.status).toBe(201)
  const address = `/console/flights/${flight.id}`
  await using opened = await site.openAs(tenant.email, address)
  const { page, faults } = opened
  const panel = page.getByRole('dialog')
  await panel.getByText('Cannot fly: Ana Absent').waitFor()
  await assign(other.id)
  await page.goto(site.url + address)
  await panel.getByRole('row', { name: 'Zaza Other' }).waitFor()
  await panel.getByText('Ana Absent').waitFor()
  await panel.getByText('Cannot fly', { exact: true }).waitFor()
  expect(await page.getByText('Cannot fly: Ana Absent').count()).toBe(0)
  await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status: 'CANCELLED' })
  await page.goto(site.url + address)
  await panel.getByText('No bags on this flight').waitFor()
  await panel.getByText('Ana Absent').waitFor()
  await page.goto(`${site.url}/console/couriers/${absent.id}`)
  const noShows = panel.locator('section', { has: page.getByRole('heading', { name: 'No-shows' }) })
  await noShows.getByRole('row', { name: flight.flight_number }).getByText('Illness').waitFor()
  await page.goto(site.url + address)
  expect(await page.getByText('Cannot fly').count()).toBe(0)
  expect(faults).toEqual([])
})

test.each([
  ['America/New_York', 1],
  ['Asia/Tbilisi', 0],
])('days of the company are named to users in %s, unless these are theirs', async (timezoneId, count) => {
  const tenant = await newTenant()
  await change(tenant, 'PUT /api/v1/settings', { time_zone: 'Asia/Tbilisi' })
  const day = dayIn(Date.now(), 'Asia/Tbilisi')
  await using opened = await site.openAs(tenant.email, `/console/shipments?view=list&booked=${day}`, {
    timezoneId,
  })
  const { page, faults } = opened
  await page.getByText('No shipment matches').waitFor()
  await eventually(() => page.getByText('Days in Georgia Standard Time').count()).toBe(count)
  expect(faults).toEqual([])
})

test('a package that was set to lost by hand is not said to be looked for', async () => {
  const tenant = await newTenant()
  const parcel = await newParcel(tenant)
  await change(tenant, `PUT /api/v1/packages/${parcel.id}`, { status: 'LOST' })
  await using opened = await site.openAs(tenant.email, `/console/shipments/${parcel.shipment_id}`)
  const { page, faults } = opened
  await page.getByRole('list', { name: 'Packages' }).getByText(parcel.qr_code).click()
  await page.locator('.timeline').getByText('Missing', { exact: true }).waitFor()
  expect(await page.getByText('it is being looked for').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a parcel that was taken in at a counter has been received, and is not to be received again', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant)
  const receive = { body: exampleOf(ReceivedParcel) }
  const received = (await tenant.send(`POST /api/v1/warehouse/${id}/receive`, receive)).body
  const { id: booked } = await book(tenant)
  await add(tenant, booked)
  await using opened = await site.openAs(tenant.email, `/console/shipments/${booked}`)
  const { page, faults } = opened
  const receiveAgain = () => top(page).getByRole('button', { name: 'Receive at the warehouse' })
  await top(page).getByText('Registered', { exact: true }).first().waitFor()
  await receiveAgain().waitFor()
  await page.goto(`${site.url}/console/shipments/${received.shipment_id}`)
  await top(page).getByText('Received', { exact: true }).first().waitFor()
  await page.getByRole('list', { name: 'Packages' }).getByText('Received', { exact: true }).waitFor()
  await top(page).getByRole('button', { name: 'Label', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await receiveAgain().count()).toBe(0)
  expect(faults).toEqual([])
})
