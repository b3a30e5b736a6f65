import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, newTenant } from '../../support/api/tenant.ts'
import { desktop } from '../../support/site/browser.ts'
import { eventually, startConsole, type Console } from '../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('today shows what was booked on each day and the share on time, and without any what to do', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console', desktop)
  const { page, faults } = opened
  await page.getByText('Book one, or import a file').waitFor()
  await page.getByText('Hand over what is ready for pickup').waitFor()
  const { id } = await book(tenant)
  await book(tenant)
  await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'DELIVERED' } })
  // Both are counted, and the page reads the counts by itself.
  await page.getByText('100% (1 / 1)', { exact: true }).first().waitFor()
  const tables = page.locator('.wide table')
  const today = (n: number) => tables.nth(n).locator('tr').last().locator('td').allTextContents()
  await eventually(() => today(0)).toEqual(['1', '0', '1', '0'])
  await eventually(() => today(1)).toEqual(['100% (1 / 1)'])
  await eventually(() => page.locator('.wide canvas').count()).toBe(2)
  expect(await page.getByText('Book one, or import a file').count()).toBe(0)
  expect(faults).toEqual([])
})
