import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourier, newTenant, openBag, schedule } from '../../../support/api/tenant.ts'
import { startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('today names the courier who cannot fly, and leads to the bag that needs another', async () => {
  const tenant = await newTenant()
  const [courier, flight, bag] = [await addCourier(tenant), await schedule(tenant), await openBag(tenant)]
  const assignment = { courier_id: courier.id, flight_id: flight.id }
  await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body: assignment })
  const body = { flight_id: flight.id, cause: 'ILLNESS' }
  expect((await tenant.send(`POST /api/v1/couriers/${courier.id}/no-shows`, { body })).status).toBe(201)
  await using opened = await site.openAs(tenant.email, '/console')
  const { page, faults } = opened
  const text = `${courier.full_name} cannot fly ${flight.flight_number}: choose another courier`
  await page.getByRole('link', { name: text }).click()
  await page.getByRole('dialog', { name: bag.label }).waitFor()
  expect(faults).toEqual([])
})
