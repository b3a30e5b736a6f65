import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { busyDay } from '../../support/site/busy-day.ts'
import { addressOf, eventually, screenNames, startConsole, type Console } from '../../support/site/console.ts'
import { languages, sweepOf, widths, type Language } from '../../support/site/sweep.ts'
import { seconds } from '../../support/suite/time.ts'

let site: Console
let day: Awaited<ReturnType<typeof busyDay>>
beforeAll(async () => {
  ;[site, day] = await Promise.all([startConsole(), busyDay()])
}, seconds(60))
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await day[Symbol.asyncDispose]()
})

/** What stays as it is in every language, because people write it in their programs and files. */
const identifiers: readonly (readonly [screen: RegExp, text: RegExp])[] = [
  // Types of events and their subscriptions; scopes, ids and the first letters of keys.
  [/^webhooks/, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/],
  [/^keys/, /^[a-z-]+:[a-z]+$|^courier_[\w-]+$/],
  // The columns of a file to import, by the names of the API.
  [/^transfers/, /^[a-z]+(_[a-z]+)*( \/ [a-z]+(_[a-z]+)*)*$/],
]
/** Goes to an address without loading the page again, as links do. */
const go = (page: Page, address: string) =>
  page.evaluate(`(() => {
    const link = document.createElement('a')
    link.href = ${JSON.stringify(address)}
    document.body.append(link)
    link.click()
    link.remove()
  })()`)
const speak = async (page: Page, language: Language) => {
  await page.locator('.account select').evaluate((select, value) => {
    ;(select as unknown as { value: string }).value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, language)
  await eventually(() => page.evaluate('document.documentElement.lang')).toBe(language)
}

test(
  'every screen and record of a busy day is whole in four languages, on a computer and a phone',
  async () => {
    await using opened = await site.openAs(day.tenant.email, '/console')
    const { page, faults } = opened
    const { look, settle, findings } = await sweepOf(page)
    await page.reload()
    let isWideFirst = true
    /** In each language and width; the next screen starts with the width of the last. */
    async function lookAt(screen: string) {
      for (const width of isWideFirst ? widths : widths.toReversed())
        for (const language of languages) {
          await speak(page, language)
          await look(screen, language, width)
        }
      isWideFirst = !isWideFirst
    }
    const visit = async (address: string) => {
      await go(page, address)
      await eventually(() => page.evaluate('location.pathname + location.search')).toBe(address)
      await settle(address)
    }
    for (const screen of screenNames) {
      const address = addressOf(screen)
      await visit(address)
      await lookAt(screen)
      const listed = await page
        .locator(`main a[data-item][href^="${address}/"]`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
      const ids = day.records[screen] ?? listed.slice(0, 1).map((one) => one.split('/').at(-1) ?? '')
      for (const [n, id] of ids.entries()) {
        await visit(`${address}/${id}`)
        const parcel = page.locator('dialog .package').first()
        if (await parcel.count()) await parcel.dispatchEvent('click')
        await lookAt(`${screen} ${n + 1}`)
      }
      if ((await page.locator('[data-new]').count()) > 0) {
        await visit(`${address}/new`)
        await lookAt(`${screen}, new`)
      }
    }
    for (const address of [
      '/console/shipments?view=list',
      '/console/cases?status=RESOLVED',
      '/console/nothing',
    ]) {
      await visit(address)
      await lookAt(address)
    }
    await visit('/console')
    await page.keyboard.press('Control+k')
    await page.locator('.palette input').fill(day.tracked[0]!)
    await page.locator('.palette').getByText(day.tracked[0]!).waitFor()
    await lookAt('palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Slash')
    await page.getByRole('dialog').waitFor()
    await lookAt('shortcuts')
    expect(findings(identifiers).join('\n')).toBe('')
    expect(faults).toEqual([])
  },
  seconds(120),
)
