import { afterAll, beforeAll, expect, test } from 'vitest'
import { busyDay } from '../../support/site/busy-day.ts'
import { addressOf, eventually, screenNames, startConsole, type Console } from '../../support/site/console.ts'
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
  'every dialog that an action opens is whole in four languages',
  async () => {
    await using opened = await openSweep(site, day.tenant.email)
    const { page, faults, look, speak, visit, listed, findings } = opened
    const dialogs = page.locator('dialog[open]')
    const seen = new Set<string>()
    let records = 0
    /** Opens the dialog of each action that is shown, unless it was seen on another record of the screen. */
    async function lookAtActions(screen: string) {
      const width = widths[records++ % 2]!
      // The order of the actions depends on it.
      await page.setViewportSize({ width, height: 800 })
      await speak('en')
      const actions = page.locator('button[aria-haspopup="dialog"]')
      const shown = await actions.evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''))
      const unseen = [...shown.entries()].filter(([, name]) => !seen.has(`${screen}, ${name}`))
      for (const language of unseen.length > 0 ? languages : []) {
        await speak(language)
        for (const [n, name] of unseen) {
          const action = `${screen}, ${name}`
          seen.add(action)
          const before = await dialogs.count()
          // Some are in a menu.
          await actions.nth(n).dispatchEvent('click')
          await eventually(() => dialogs.count(), action).toBe(before + 1)
          await look(action, language, width)
          await page.keyboard.press('Escape')
          await eventually(() => dialogs.count(), `${action} is closed`).toBe(before)
        }
      }
    }
    for (const screen of screenNames) {
      const address = addressOf(screen)
      await visit(address)
      await lookAtActions(screen)
      for (const id of day.records[screen] ?? (await listed(address)).slice(0, 1)) {
        await visit(`${address}/${id}`)
        await lookAtActions(screen)
        const parcel = page.locator('dialog .package').first()
        if ((await parcel.count()) === 0) continue
        await parcel.dispatchEvent('click')
        await lookAtActions(screen)
      }
    }
    expect(seen.size).toBeGreaterThan(30)
    expect(findings(identifiers).join('\n')).toBe('')
    expect(faults).toEqual([])
  },
  seconds(120),
)
