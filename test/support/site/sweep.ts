import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { allWritten } from './busy-day.ts'
import { eventually } from './console.ts'

export const languages = ['en', 'ka', 'ru', 'ar'] as const
export type Language = (typeof languages)[number]
/** A computer's and a phone's, in CSS pixels. */
export const widths = [1280, 390] as const

const script = readFileSync(join(import.meta.dirname, 'texts.page.js'), 'utf8')
interface Look {
  screen: string
  language: Language
  width: number
  texts: readonly { text: string; fault?: string }[]
  overflow: number
}

/**
 * What a page shows on each screen, in each language and width, light and dark in turns: `look` records it, `findings` says what is wrong
 * with it, one line each.
 */
export async function sweepOf(page: Page) {
  await page.addInitScript(script)
  const looks: Look[] = []
  const requests = new Set<Request>()
  page.on('request', (request) => {
    // Those of the page before have ended.
    if (request.isNavigationRequest()) requests.clear()
    requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  // The body of a refusal may never be read.
  page.on('response', (response) => !response.ok() && requests.delete(response.request()))

  /** Waits until everything is read and drawn. */
  const settle = async (screen: string) => {
    const unsettled = async () => {
      const drawing = await page.evaluate<string[]>(`new Promise((resolve) => requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve([...document.querySelectorAll('.skeleton, .toast')].map(({ className }) => className)))))`)
      return [...[...requests].map((request) => request.url()), ...drawing]
    }
    if ((await unsettled()).length > 0) await eventually(unsettled, `${screen} is read and drawn`).toEqual([])
  }
  const look = async (screen: string, language: Language, width: number) => {
    if (page.viewportSize()?.width !== width)
      await page.setViewportSize({ width, height: width < 500 ? 844 : 800 })
    const isDark = (languages.indexOf(language) + widths.indexOf(width as 390)) % 2 === 1
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    await settle(screen)
    const shown = await page.evaluate<Pick<Look, 'texts' | 'overflow'>>('textsOf()')
    looks.push({ screen, language, width, ...shown })
  }
  return {
    look,
    settle,
    findings: (allowed: Allowed = []) => findingsOf(looks, allowed),
  }
}

/** What is the same in every language, of any page: addresses, codes, times, units, names of products. */
const identifiers = [
  /\S+@\S+|https?:\/\/\S+/g,
  /\b(TRK|PKG|BAG)-\w+(-\w+)*/g,
  // Flights, airports, formats of files, commands on printed cards.
  /\b([A-Z]{2}\d{3,4}|GMT[+-]?[\d:]*|[A-Z]{2,5})\b/g,
  // Time zones.
  /\b[A-Z]\w+(\/[\w-]+)+/g,
  /\b(WhatsApp|Ctrl|Esc|Courier Logistics|English|Chrome|Linux)\b/g,
]
const written = allWritten.map((text) => text.normalize())
const foreign = (text: string) => {
  let rest = text.normalize().replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
  for (const one of written) rest = rest.replaceAll(one, ' ')
  for (const one of identifiers) rest = rest.replaceAll(one, ' ')
  return rest
}
/** Texts of screens that may be the same in every language. */
type Allowed = readonly (readonly [screen: RegExp, text: RegExp])[]
/** A code in place of a text. */
const code = /\b[A-Z]+(?:_[A-Z]+)+\b/
const word = /[A-Za-z]{2,}/
const words = /[A-Za-z][a-z'’-]*(?:[ ,]+[A-Za-z][a-z'’-]*){2,}/

function findingsOf(looks: readonly Look[], allowed: Allowed): string[] {
  const found = new Map<string, Set<string>>()
  const add = (look: Look, what: string) => {
    const key = `${look.screen}: ${what}`
    const places = found.get(key) ?? new Set()
    found.set(key, places.add(`${look.language} ${look.width}`))
  }
  const english = new Set(
    looks.filter(({ language }) => language === 'en').flatMap(({ texts }) => texts.map(({ text }) => text)),
  )
  for (const look of looks) {
    if (look.overflow > 0) add(look, `the page is ${look.overflow} pixels too wide`)
    for (const { text, fault } of look.texts) {
      if (fault) add(look, `${fault}: "${text}"`)
      if (allowed.some(([screen, one]) => screen.test(look.screen) && one.test(text))) continue
      const rest = foreign(text)
      if (code.test(rest)) add(look, `a code in place of a text: "${text}"`)
      if (look.language === 'en') continue
      if ((word.test(rest) && english.has(text)) || words.test(rest)) add(look, `English: "${text}"`)
    }
  }
  return [...found].map(([what, places]) => `${what}  (${[...places].join(', ')})`)
}
