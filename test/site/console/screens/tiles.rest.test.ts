import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  scan,
  schedule,
  type Tenant,
} from '../../../support/api/tenant.ts'
import { desktop } from '../../../support/site/browser.ts'
import { eventually, startConsole, type Console } from '../../../support/site/console.ts'
import { hook, taker } from '../../../support/webhooks/webhooks.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const post = async (path: string, body: object, wanted = 201) => {
  const { status, text, body: answer } = await tenant.send(`POST /api/v1/${path}`, { body })
  expect(status, text).toBe(wanted)
  return answer
}

/** Something to count for each figure, and as much again that it does not count. */
async function busyDay() {
  const [shipment] = [await book(tenant), await book(tenant)]
  const [one, two] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  const flight = await schedule(tenant, { scheduled_departure: hours(5), scheduled_arrival: hours(8) })
  await schedule(tenant, { scheduled_departure: hours(30), scheduled_arrival: hours(33) })
  await openBag(tenant)
  const [bag, flying] = [await openBag(tenant), await openBag(tenant)]
  const [ill, fit] = [await addCourier(tenant), await addCourier(tenant)]
  await post(`bags/${bag.id}/assign-courier`, { courier_id: ill.id, flight_id: flight.id }, 200)
  await post(`bags/${flying.id}/assign-courier`, { courier_id: fit.id, flight_id: flight.id }, 200)
  await post(`couriers/${ill.id}/no-shows`, { flight_id: flight.id, cause: 'ILLNESS' })
  await post('cases', { kind: 'HOLD', package_ids: [one.id], due_at: hours(-1) })
  await post('cases', { kind: 'SHORTAGE', package_ids: [two.id], due_at: hours(1) })
  await scan(tenant, one.qr_data)
  await scan(tenant, { ...two.qr_data, c: 'f'.repeat(64) }, { latitude: 41.6692, longitude: 44.9547 })
  await scan(tenant, 'https://parking.example/ticket/17')
  return two as { qr_code: string }
}

test('each figure of today opens the rows that it counts', async () => {
  const { qr_code } = await busyDay()
  const gone = await taker((response) => void response.writeHead(410).end())
  const { id } = await hook(tenant, gone.url, { description: 'Old system' })
  await hook(tenant, (await taker()).url, { description: 'New system' })
  await book(tenant)
  await eventually(async () => (await tenant.send(`GET /api/v1/webhooks/${id}`)).body.disabled_reason).toBe(
    'gone',
  )

  await using opened = await site.openAs(tenant.email, '/console', desktop)
  const { page } = opened
  const figures = page.getByRole('list', { name: 'Figures' }).getByRole('link')
  const counts: Record<string, string> = {
    'Departures in the next 24 hours': '1',
    'Bags without a courier or flight': '1',
    'Bags whose courier cannot fly': '1',
    'Overdue cases': '1',
    'Missing parcels': '1',
    'Open cases': '2',
    'Rejected scans': '2',
    'Webhooks that the service switched off': '1',
    'Booked today': '3',
  }
  const shown = async () =>
    Object.fromEntries(
      (await figures.allInnerTexts()).map((text) => text.split('\n').filter(Boolean).reverse()),
    )
  await eventually(shown).toEqual(counts)
  for (const [title, count] of Object.entries(counts)) {
    await page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: title }).click()
    await page.waitForURL(/\/console\/\w/)
    await eventually(() => page.locator('[data-row]').count(), title).toBe(Number(count))
    await page.goBack()
    await figures.first().waitFor()
  }
  // The list cannot be filtered by the day of delivery.
  expect(await page.getByRole('link', { name: 'Delivered today' }).count()).toBe(0)

  await page.goto(`${site.url}/console/scans`)
  const forged = page.getByRole('row', { name: 'Wrong signature' })
  for (const text of ['You', '41.669, 44.955']) await forged.getByText(text).waitFor()
  await forged.getByRole('link', { name: qr_code }).waitFor()
  await page.getByRole('row', { name: 'Not a label' }).getByText('https://parking.example/ticket/17').waitFor()
  await page.goto(`${site.url}/console/webhooks/${id}`)
  await page.getByRole('dialog').getByText('The receiver answered 410').first().waitFor()
})
