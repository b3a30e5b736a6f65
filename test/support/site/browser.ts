import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * A headless Chromium, from the npm registry alone; where that binary cannot run (it is built for Linux), CHROMIUM
 * names one of the system's.
 */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env.CHROMIUM ?? (await chromium.executablePath()),
    args: ['--disable-gpu'],
  })
}

export const phone = {
  viewport: { width: 375, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const desktop = { viewport: { width: 1280, height: 800 } }

/**
 * A page in a context of its own that notes whatever should not happen: errors in the console, scripts that throw,
 * violations of the content security policy, requests to other hosts than `origins`.
 */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = desktop,
) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!origins.includes(origin) && !['data:', 'blob:'].includes(protocol))
      faults.push(`request: ${request.url()}`)
  })
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (violation) =>
    console.error('CSP violation:', violation.effectiveDirective, violation.blockedURI))`)
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

/** Time stands still on the page at `at`, but for what a test lets pass. */
export async function stopClock(page: Page, at: string | number = Date.now()) {
  const time = new Date(at).getTime()
  // The clock runs from its installation on, and cannot be set back.
  await page.clock.install({ time: time - 60_000 })
  await page.clock.pauseAt(time)
}

/** How far the page runs over its side, in pixels. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Holds the page against WCAG 2.2 A and AA and axe's best practices. */
export async function expectAccessible(page: Page) {
  // Playwright evaluates past the page's content security policy, as a browser's extension would.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
