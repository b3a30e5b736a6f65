import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, newTenant } from '../../../support/api/tenant.ts'
import { desktop } from '../../../support/site/browser.ts'
import { eventually, smallPhone, startConsole, top, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test.each([
  ['desktop', desktop],
  ['phone', smallPhone],
] as const)('nothing is due for a shipment without a price, on a %s', async (_, width) => {
  const tenant = await newTenant()
  const payment_status = 'PENDING'
  const free = await book(tenant, { recipient_name: 'Given Free', price: undefined, payment_status })
  const priced = await book(tenant, { recipient_name: 'Given Price', price: 25, payment_status })
  const paid = await book(tenant, { recipient_name: 'Free Paid', price: 0, payment_status: 'PAID' })
  expect([free.price, free.payment_status]).toEqual([0, 'PENDING'])
  await using opened = await site.openAs(tenant.email, '/console/shipments?view=list', width)
  const { page, faults } = opened
  const expected = [
    [free, 'No price', 'Payment due'],
    [priced, 'Payment due', 'No price'],
    [paid, 'Paid', 'No price'],
  ] as const
  const tag = (text: string) => page.locator('.tag').getByText(text, { exact: true })
  for (const view of ['list', 'board']) {
    await page.goto(`${site.url}/console/shipments?view=${view}`)
    for (const [{ tracking_id }, said, unsaid] of expected) {
      const item = page.locator(view === 'list' ? '[data-row]' : '.parcel').filter({ hasText: tracking_id })
      await item.waitFor()
      // The board shows what is owed.
      expect(await item.filter({ has: tag(said) }).count(), view).toBe(
        said === 'Paid' && view === 'board' ? 0 : 1,
      )
      expect(await item.filter({ has: tag(unsaid) }).count(), view).toBe(0)
    }
  }
  // The filter names what its rows say.
  await page.goto(`${site.url}/console/shipments?view=list&payment_status=PENDING`)
  await page.getByRole('option', { name: 'Payment due or no price' }).waitFor({ state: 'attached' })
  await eventually(() => page.locator('[data-row]').count()).toBe(2)
  for (const [{ id }, said, unsaid] of expected) {
    await page.goto(`${site.url}/console/shipments/${id}`)
    const facts = top(page).locator('.tag')
    await facts.getByText(said, { exact: true }).waitFor()
    expect(await facts.getByText(unsaid, { exact: true }).count()).toBe(0)
  }
  expect(faults).toEqual([])
})
