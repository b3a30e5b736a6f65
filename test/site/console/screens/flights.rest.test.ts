import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTenant, schedule } from '../../../support/api/tenant.ts'
import { eventually, startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('flights from today on are below the titles of their days, with what is free; past ones are among all', async () => {
  const tenant = await newTenant()
  const at = (days: number, hour: number) => {
    const date = new Date()
    date.setDate(date.getDate() + days)
    date.setHours(hour, 0, 0, 0)
    return date.toISOString()
  }
  const fly = (flight_number: string, days: number) =>
    schedule(tenant, {
      flight_number,
      max_weight_kg: 40,
      scheduled_departure: at(days, 10),
      scheduled_arrival: at(days, 14),
    })
  await Promise.all([fly('SU1', 0), fly('SU2', 1), fly('SU3', -3)])
  await using opened = await site.openAs(tenant.email, '/console/flights')
  const { page, faults } = opened
  await eventually(() => page.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^Today, .*1 flight/),
    expect.stringContaining('SU1'),
    expect.stringMatching(/^(?!Today).*1 flight/),
    expect.stringContaining('SU2'),
  ])
  await page.getByRole('row', { name: /SU2/ }).getByText('40 kg', { exact: true }).waitFor()
  expect(await page.getByText('SU3').count()).toBe(0)

  await page.getByRole('button', { name: 'All days' }).click()
  await page.getByRole('link', { name: 'SU3' }).click()
  await page.getByRole('dialog', { name: 'SU3' }).waitFor()
  expect(faults).toEqual([])
})
