import { randomUUID } from 'node:crypto'
import { openSync, closeSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { launchBrowser, openPage } from '../../support/site/browser.ts'
import { smallPhone, submit } from '../../support/site/console.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { password } from '../../support/api/tenant.ts'

/** A printed image in a frame. */
export interface Print {
  /** Its place in `images`. */
  image: number
  /** Its width on paper. */
  millimetres: number
  /** The part that is seen: left, top, width, height in millimetres. Default: all. */
  part?: readonly [number, number, number, number]
  /** Which of its points, in millimetres, is at `x`, `y`: pixels from the centre of the frame. */
  at: readonly [number, number]
  x: number
  y: number
  /** Pixels of a millimetre. */
  scale: number
  /** Degrees. */
  angle: number
}
/** What the camera sees for a while. */
export interface Scene {
  /** Below 255. Scenes of one number are one label. */
  marker: number
  prints: readonly Print[]
  /** From 0 to 1. */
  light: number
  /** Its length in frames, 30 a second. */
  length: number
}
/** Nothing, while the decoder is loaded. */
export const nothing = (length: number, marker = 0): Scene => ({ marker, prints: [], light: 1, length })
/** The marker of the end of a film. */
export const end = 255

const size = { width: 640, height: 480 }
/** Frames between two movements of the hand. */
const still = 5
const script = readFileSync(join(import.meta.dirname, 'camera-film.page.js'), 'utf8')

/** Writes a film as Motion JPEG, in which Chromium's fake camera has 30 frames a second. Returns the file's path. */
export async function writeFilm(images: readonly Buffer[], scenes: readonly Scene[]): Promise<string> {
  const browser = await launchBrowser()
  const path = join(tmpdir(), `film-${randomUUID()}.mjpeg`)
  const file = openSync(path, 'w')
  try {
    const page = await browser.newPage()
    await page.evaluate(script)
    const urls = images.map((png) => `data:image/png;base64,${png.toString('base64')}`)
    const shaken = scenes.map(({ marker, prints, light, length }) =>
      Array.from({ length: prints.length === 0 ? 1 : Math.ceil(length / still) }, () => {
        const [dx, dy] = [Math.random() * 8 - 4, Math.random() * 8 - 4]
        const labels = prints.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }))
        return { marker, labels, light, repeat: prints.length === 0 ? length : still }
      }),
    )
    const frames = shaken.flat()
    const jpegs = (await page.evaluate((film) => (globalThis as any).drawFilm(film), {
      ...size,
      images: urls,
      frames,
    })) as string[]
    for (const [n, jpeg] of jpegs.entries())
      for (let times = frames[n]!.repeat; times > 0; times--) writeSync(file, Buffer.from(jpeg, 'base64'))
  } finally {
    closeSync(file)
    await browser.close()
  }
  return path
}

export interface Noted {
  /** When the page showed each marker first. */
  shown: Record<number, number>
  scans: { text: string; at: number }[]
  /** How often the hint appeared or vanished. */
  hints: number
}

/** Opens the page of phones in front of a film, signed in, on the screen that tells what a label is. */
export async function watchFilm(film: string, email: string) {
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  const site = await startSiteServer(freshAddress())
  const context = { ...smallPhone, deviceScaleFactor: 1, locale: 'en-GB', permissions: ['camera'] }
  const { page, faults } = await openPage(browser, [site.url], context)
  page.setDefaultTimeout(20_000)
  await page.goto(`${site.url}/work`)
  await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  const task = page.getByRole('link', { name: 'What is this label?' })
  await task.waitFor()
  await page.evaluate(script)
  await task.click()
  await page.locator('video').waitFor()
  await page.evaluate('noteScans()')
  const stop = async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
    rmSync(film)
  }
  return { browser, page, faults, [Symbol.asyncDispose]: stop }
}

/** What the page showed and scanned until the end of the film. */
export async function notedAtEnd(page: Page, seconds: number): Promise<Noted> {
  const isOver = () => page.evaluate<boolean>(`noted.shown[${end}] !== undefined`)
  await expect.poll(isOver, { timeout: 1000 * seconds, interval: 200 }).toBe(true)
  return page.evaluate<Noted>('noted')
}
