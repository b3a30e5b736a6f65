import chromium from '@sparticuz/chromium'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, type Browser, type Page } from 'playwright-core'
import { seconds } from '../suite/time.ts'

/**
 * A browser with a profile on the disk, whose process can be killed and started again, as on a phone whose system ends it.
 */
export async function startPhone() {
  const profile = await mkdtemp(join(tmpdir(), 'phone-'))
  let running: Awaited<ReturnType<typeof startBrowser>> | undefined

  /** Kills the process (SIGKILL), and waits until it has ended. */
  async function kill(): Promise<void> {
    const browser = running
    running = undefined
    await browser?.end()
  }
  /** Starts the browser with what the profile has, and opens a page. */
  async function start(): Promise<Page> {
    await kill()
    running = await startBrowser(profile)
    return newPage()
  }
  async function newPage(): Promise<Page> {
    const [context] = running?.browser.contexts() ?? []
    if (!context) throw new Error('The browser is not running')
    const page = await context.newPage()
    page.setDefaultTimeout(seconds(10))
    await page.setViewportSize({ width: 390, height: 844 })
    return page
  }
  const end = async () => {
    await kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { start, kill, newPage, [Symbol.asyncDispose]: end }
}
export type Phone = Awaited<ReturnType<typeof startPhone>>

async function startBrowser(profile: string) {
  const child = spawn(
    process.env.CHROMIUM ?? (await chromium.executablePath()),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--lang=en-GB',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise<string>((found, failed) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, url] = /DevTools listening on (\S+)/.exec(output) ?? []
      if (url) found(url)
    })
    child.once('exit', () => failed(new Error(`Chromium has ended: ${output}`)))
  })
  const browser: Browser = await playwright.connectOverCDP(address)
  return {
    browser,
    /** Kills the browser with its children, which are its process group. */
    async end() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      await browser.close().catch(() => undefined)
    },
  }
}
