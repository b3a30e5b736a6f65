import { afterAll, beforeAll, expect, test } from 'vitest'
import { busyDay } from '../../support/site/busy-day.ts'
import { addressOf, screenNames, startConsole, type Console } from '../../support/site/console.ts'
import { languages, widths } from '../../support/site/sweep.ts'
import { seconds } from '../../support/suite/time.ts'
import { identifiers, openSweep } from './sweep.fixture.ts'

let site: Console
let day: Awaited<ReturnType<typeof busyDay>>
beforeAll(async () => {
  ;[site, day] = await Promise.all([startConsole(), busyDay()])
}, seconds(60))
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await day[Symbol.asyncDispose]()
})

test(
  'every screen and record of a busy day is whole in four languages, on a computer and a phone',
  async () => {
    await using opened = await openSweep(site, day.tenant.email)
    const { page, faults, look, speak, visit, listed, findings } = opened
    let isWideFirst = true
    /** In each language and width; the next screen starts with the width of the last. */
    async function lookAt(screen: string) {
      for (const width of isWideFirst ? widths : widths.toReversed())
        for (const language of languages) {
          await speak(language)
          await look(screen, language, width)
        }
      isWideFirst = !isWideFirst
    }
    for (const screen of screenNames) {
      const address = addressOf(screen)
      await visit(address)
      await lookAt(screen)
      const ids = day.records[screen] ?? (await listed(address)).slice(0, 1)
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
