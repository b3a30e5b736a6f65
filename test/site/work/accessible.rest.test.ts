import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
} from '../../support/api/tenant.ts'
import { expectAccessible, horizontalOverflow } from '../../support/site/browser.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import { colleague } from '../../support/site/staff.ts'
import { openWork } from './work.fixture.ts'

let site: Console
const emails: Record<string, string> = {}
beforeAll(async () => {
  const tenant = await newTenant()
  const [courier, bag, parcel] = await Promise.all([
    addCourier(tenant),
    openBag(tenant, { warehouse_id: (await openWarehouse(tenant)).id }),
    book(tenant).then(({ id }) => add(tenant, id)),
  ])
  await pack(tenant, bag.id, parcel.id)
  const departure = Date.now() + 3 * 3_600_000
  const flight = await schedule(tenant, {
    courier_id: courier.id,
    scheduled_departure: new Date(departure).toISOString(),
    scheduled_arrival: new Date(departure + 14_400_000).toISOString(),
  })
  const body = { courier_id: courier.id, flight_id: flight.id }
  expect((await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
  emails['warehouse worker'] = await colleague(tenant, { role: 'warehouse' })
  emails['courier'] = await colleague(tenant, { role: 'courier', courier_id: courier.id })
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** What is not accessible on the page, and what is wider than it. */
async function check(page: Page, found: unknown[]) {
  const what = new URL(page.url()).pathname
  await eventually(() => page.locator('.skeleton').count()).toBe(0)
  await expectAccessible(page).catch((error: unknown) =>
    found.push([what, error instanceof Error && 'actual' in error ? error.actual : error]),
  )
  const overflow = await horizontalOverflow(page)
  if (overflow !== 0) found.push([what, `${overflow} pixels too wide`])
}
/** The addresses that a page links to, below /work. */
const linksOf = (page: Page) =>
  page.locator('main a[href^="/work/"]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))

const looks = [
  ['light, in English', { colorScheme: 'light' }, ['en']],
  ['dark, in Arabic, Georgian and Russian', { colorScheme: 'dark' }, ['ar', 'ka', 'ru']],
] as const

test.for(['warehouse worker', 'courier'].flatMap((role) => looks.map((look) => [role, ...look] as const)))(
  'every screen of a %s is accessible: %s',
  async ([role, , options, languages]) => {
    await using opened = await site.open({ ...smallPhone, ...options })
    const { page, faults } = opened
    await openWork(page, site.url, emails[role]!)
    const found: unknown[] = []
    for (const language of languages) {
      await page.locator('footer select').selectOption(language)
      await eventually(() => page.evaluate('document.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
      await check(page, found)
      const tasks = await linksOf(page)
      expect(tasks.length).toBeGreaterThan(2)
      for (const path of ['/work/queue', ...tasks]) {
        await page.locator(`a[href="${path}"]`).first().click()
        await check(page, found)
        if (path === '/work/bags') {
          await page.locator('main a.entry').first().click()
          await page.locator('.qr').waitFor()
          await check(page, found)
        }
        await page.locator('.bar a[href="/work"]').click()
      }
    }
    expect(found).toEqual([])
    expect(faults).toEqual([])
  },
)
