import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { record } from '../suite/recording.ts'

/**
 * Starts the headless Chromium from the npm registry, which runs on Linux. On other systems, the environment variable
 * CHROMIUM contains the path of an installed browser. `args` are further arguments of Chromium.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env.CHROMIUM ?? (await chromium.executablePath()),
    args: ['--disable-gpu', ...args],
  })
}

let shared: Promise<Browser> | undefined
/**
 * The browser of this test worker, which all its files use, each page in a context of its own. It starts at the first use,
 * and ends with the worker, whose pipe it reads.
 */
export const sharedBrowser = () => (shared ??= launchBrowser())

export const phone = {
  viewport: { width: 375, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const desktop = { viewport: { width: 1280, height: 800 } }

/**
 * Opens a page in a separate browser context. `faults` records console errors, exceptions, violations of the content
 * security policy, and requests to hosts other than `origins`. If the test fails, the page's requests are printed.
 */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = desktop,
) {
  // Animations take a fifth of the browser's CPU time, and axe would see the colours of a half-open dialog.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
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
  recordRequests(page)
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (violation) =>
    console.error('CSP violation:', violation.effectiveDirective, violation.blockedURI))`)
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

let pages = 0
/** Records the page's requests to the API and its live events, for the reader of a failure. */
function recordRequests(page: Page): void {
  const name = `page ${++pages}`
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (pathname.startsWith('/api/'))
      record(`${name}: ${response.request().method()} ${pathname}${search} ${response.status()}`)
  })
  page.on('requestfailed', (request) => {
    record(`${name}: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('websocket', (socket) => {
    record(`${name}: live events`)
    socket.on('framereceived', ({ payload }) => record(`${name}: received ${payload.slice(0, 200).toString()}`))
    socket.on('close', () => record(`${name}: no live events`))
  })
}

/** Stops the page's clock at `at`. From then on, only the test advances it. */
export async function stopClock(page: Page, at: string | number = Date.now()) {
  const time = new Date(at).getTime()
  // The clock starts to run when it is installed, and cannot be set back.
  await page.clock.install({ time: time - 60_000 })
  await page.clock.pauseAt(time)
}

/** By how many pixels the page's content exceeds its width. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Checks the page against WCAG 2.2 A and AA and axe's best practices. */
export async function expectAccessible(page: Page) {
  // The content security policy does not apply to scripts that Playwright evaluates.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe }
    return (await here.run({ resultTypes: ['violations'] })).violations
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
