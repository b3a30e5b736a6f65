import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  pack,
  schedule,
} from '../../../support/api/tenant.ts'
import { startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the list of shipments shows late ones only, on request', async () => {
  const tenant = await newTenant()
  await book(tenant, { recipient_name: 'In Time' })
  const late = await book(tenant, { recipient_name: 'Too Late' })
  const [parcel, bag] = [await add(tenant, late.id), await openBag(tenant)]
  await pack(tenant, bag.id, parcel.id)
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
  const { id: flight_id } = await schedule(tenant, {
    scheduled_departure: daysAgo(4),
    scheduled_arrival: daysAgo(3.5),
  })
  const { id: courier_id } = await addCourier(tenant)
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id, flight_id })

  await using opened = await site.openAs(tenant.email, '/console/shipments')
  const { page } = opened
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('In Time').waitFor()
  await page.getByLabel('Late or in time').selectOption('Late')
  await row('In Time').waitFor({ state: 'detached' })
  await row('Too Late').waitFor()
  await page.getByLabel('Late or in time').selectOption('')
  await row('In Time').waitFor()
  expect(await row('Too Late').count()).toBe(1)
})
