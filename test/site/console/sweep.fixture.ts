import type { Page } from 'playwright-core'
import { eventually, type Console } from '../../support/site/console.ts'
import { sweepOf, type Language } from '../../support/site/sweep.ts'

/** What stays as it is in every language, because people write it in their programs and files. */
export const identifiers: readonly (readonly [screen: RegExp, text: RegExp])[] = [
  // Types of events and their subscriptions; scopes, ids and the first letters of keys.
  [/^webhooks/, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/],
  [/^keys/, /^[a-z-]+:[a-z]+$|^courier_[\w-]+$/],
  // Ids, networks, requests and fields in the audit log, and values of fields.
  [/^audit/, /^[\da-f:./-]+$|^[A-Z]+ \/api\/v1\/|^[a-z]+(_[a-z]+)*$|^sha256:/],
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

/** A console that is looked at: `visit` goes to an address, `speak` chooses a language. */
export async function openSweep(site: Console, email: string) {
  const opened = await site.openAs(email, '/console')
  const { page } = opened
  const sweep = await sweepOf(page)
  await page.reload()
  return {
    ...opened,
    ...sweep,
    speak: (language: Language) => speak(page, language),
    async visit(address: string) {
      await go(page, address)
      await eventually(() => page.evaluate('location.pathname + location.search')).toBe(address)
      await sweep.settle(address)
    },
    /** The records of the screen that is shown, by their ids in the list. */
    listed: async (address: string) => {
      const links = page.locator(`main a[data-item][href^="${address}/"]`)
      const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
      return hrefs.map((href) => href.split('/').at(-1) ?? '')
    },
  }
}
