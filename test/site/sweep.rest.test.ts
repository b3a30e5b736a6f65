import { afterAll, beforeAll, expect, test } from 'vitest'
import { busyDay } from '../support/site/busy-day.ts'
import { desktop } from '../support/site/browser.ts'
import { eventually, startConsole, type Console } from '../support/site/console.ts'
import { failed } from '../support/site/network.ts'
import { colleague } from '../support/site/staff.ts'
import { languages, sweepOf, widths, type Language } from '../support/site/sweep.ts'
import { seconds } from '../support/suite/time.ts'
import { openWork } from './work/work.fixture.ts'

// The screens of the phone app and of the public tracking page; those of the console are in console/sweep.rest.test.ts.

let site: Console
let day: Awaited<ReturnType<typeof busyDay>>
const emails: Record<string, string> = {}
beforeAll(async () => {
  ;[site, day] = await Promise.all([startConsole(), busyDay()])
  emails['warehouse worker'] = await colleague(day.tenant, { role: 'warehouse' })
  emails['courier'] = await colleague(day.tenant, { role: 'courier', courier_id: day.courier.id })
}, seconds(60))
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await day[Symbol.asyncDispose]()
})

test.for(['warehouse worker', 'courier'])(
  'every task of a %s is whole in four languages, on a phone and a computer',
  { timeout: seconds(120) },
  async (role) => {
    await using opened = await site.open(desktop)
    const { page, faults } = opened
    const { look, settle, findings } = await sweepOf(page)
    await openWork(page, site.url, emails[role]!)
    await settle('home')
    const warehouse = page.locator('#warehouse')
    if (await warehouse.count()) await warehouse.selectOption({ index: 1 })
    const tasks = await page
      .locator('main a[href^="/work/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect(tasks.length).toBeGreaterThan(2)
    const lookAt = async (screen: string, language: Language) => {
      for (const width of widths) await look(screen, language, width)
    }
    for (const language of languages) {
      await page.locator('footer select').selectOption(language)
      await eventually(() => page.evaluate('document.documentElement.lang')).toBe(language)
      await lookAt('home', language)
      for (const path of ['/work/queue', ...tasks]) {
        await page.locator(`a[href="${path}"]`).first().click()
        await eventually(() => page.evaluate('location.pathname')).toBe(path)
        await lookAt(path, language)
        const entry = page.locator(`main a.entry[href^="${path}/"]`)
        for (const n of Array.from({ length: await entry.count() }).keys()) {
          await entry.nth(n).click()
          await page.locator('.qr').waitFor()
          await lookAt(`${path} ${n + 1}`, language)
          await page.goBack()
          await entry.nth(n).waitFor()
        }
        await page.locator('.bar a[href="/work"]').click()
        await page.locator('footer select').waitFor()
      }
    }
    expect(findings().join('\n')).toBe('')
    expect(faults).toEqual([])
  },
)

test(
  'the forms to sign in are whole in four languages, on a phone and a computer',
  { timeout: seconds(60) },
  async () => {
    await using opened = await site.open(desktop)
    const { page, faults } = opened
    const { look, findings } = await sweepOf(page)
    await page.goto(`${site.url}/console`)
    const links = page.locator('.links button')
    await links.first().waitFor()
    // The last of four forms leads back to the first.
    for (let n = 0; n < 4; n++) {
      for (const width of widths)
        for (const language of languages) {
          await page.locator('select').selectOption(language)
          await look(`sign-in ${n + 1}`, language, width)
        }
      await links.nth(n % 3).click()
    }
    expect(findings().join('\n')).toBe('')
    expect(faults).toEqual([])
  },
)

test(
  'the tracking page is whole in four languages, on a phone and a computer, whatever happened to the parcel',
  async () => {
    await using opened = await site.open(desktop)
    const { page, faults } = opened
    const { look, findings } = await sweepOf(page)
    for (const path of ['/track', '/track/TRK-0000000000000', ...day.tracked.map((id) => `/track/${id}`)]) {
      await page.goto(`${site.url}${path}`)
      await page.locator('main h1').waitFor()
      for (const width of widths)
        for (const language of languages) {
          await page.locator(`#languages #${language}`).click()
          await eventually(() => page.evaluate('document.documentElement.lang')).toBe(language)
          await look(
            path.replace(/TRK-\w+/, `${day.tracked.indexOf(path.split('/').at(-1) ?? '') + 1}`),
            language,
            width,
          )
        }
    }
    // The service knows cities by their English names.
    const cities = [[/^/, /^(Cairo|Moscow|Tbilisi|Saint Petersburg)( \([A-Z]{3}\))?$/]] as const
    expect(findings(cities).join('\n')).toBe('')
    // Of the id that no shipment has.
    expect(faults).toEqual([failed(404)])
  },
  seconds(120),
)
