import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { freshAddress } from '../../support/api/client.ts'
import { launchBrowser, openPage } from '../../support/site/browser.ts'
import { smallPhone, submit } from '../../support/site/console.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { password } from '../../support/api/tenant.ts'
import { seededRandom } from '../../support/chaos-proxy/faults/seeded-random.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitUntil } from '../../support/suite/wait.ts'

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
  /** Its number in the film, from 1 to 254. */
  marker: number
  prints: readonly Print[]
  /** From 0 to 1. */
  light: number
  seconds: number
}
/** No label. The film begins with it, while the decoder is loaded. */
export const nothing = (seconds: number, marker = 0): Scene => ({ marker, prints: [], light: 1, seconds })
/** The marker of the end of a film. */
const end = 255

const size = { width: 640, height: 480 }
/** Frames a second of Chromium's fake camera. */
const rate = 30
/** Frames between two movements of the hand. */
const still = 5
const script = readFileSync(join(import.meta.dirname, 'camera-film.page.js'), 'utf8')

/**
 * Writes a film as Motion JPEG, which the camera repeats after some seconds without a label: the same film each time for
 * the same images. Returns the file's path. A camera that is opened again takes what is at the path then.
 */
export async function writeFilm(
  images: readonly Buffer[],
  scenes: readonly Scene[],
  pause = 10,
  path = join(tmpdir(), `film-${randomUUID()}.mjpeg`),
): Promise<string> {
  const { random } = seededRandom(1)
  const shake = () => random() * 8 - 4
  const frames = [...scenes, nothing(pause, end)].flatMap(({ prints, seconds, ...scene }) => {
    const steps = Math.round((seconds * rate) / still)
    // Nothing moves where nothing is.
    if (prints.length === 0) return [{ ...scene, step: 0, prints, noise: [0, 0], repeat: steps * still }]
    return Array.from({ length: steps }, (_, step) => {
      const [dx, dy] = [shake(), shake()]
      const moved = prints.map((print) => ({ ...print, x: print.x + dx, y: print.y + dy }))
      return { ...scene, step, prints: moved, noise: [random(), random()], repeat: still }
    })
  })
  const film = {
    ...size,
    // The brightness of the pixels of what is drawn over the frames, which is twice their size.
    noise: Array.from({ length: 4 * size.width * size.height }, () => Math.floor(random() * 256)),
    frames,
    images: images.map((png) => `data:image/png;base64,${png.toString('base64')}`),
  }
  const browser = await launchBrowser()
  const file = openSync(path, 'w')
  try {
    const page = await browser.newPage()
    await page.evaluate(script)
    const jpegs = await page.evaluate(
      (of) => (globalThis as unknown as { drawFilm: (of: unknown) => Promise<string[]> }).drawFilm(of),
      film,
    )
    for (const [n, jpeg] of jpegs.entries())
      for (let times = frames[n]?.repeat ?? 0; times > 0; times--) writeSync(file, Buffer.from(jpeg, 'base64'))
  } finally {
    closeSync(file)
    await browser.close()
  }
  return path
}

export interface Noted {
  /** When the camera took the first frame of each marker. */
  shown: Record<number, number>
  scans: { text: string; at: number }[]
  hints: { text: string; at: number }[]
}

const withCamera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

/** Opens the page of phones in front of a film, signed in. The film begins when the camera is opened. */
export async function openInFrontOf(film: string, email: string, options: BrowserContextOptions = {}) {
  const browser = await launchBrowser([...withCamera, `--use-file-for-fake-video-capture=${film}`])
  const site = await startSiteServer(freshAddress())
  const context = { ...smallPhone, deviceScaleFactor: 1, locale: 'en-GB', permissions: ['camera'], ...options }
  const { page, faults } = await openPage(browser, [site.url], context)
  page.setDefaultTimeout(seconds(20))
  await page.goto(`${site.url}/work`)
  await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  await page.getByRole('link', { name: 'What is this label?' }).waitFor()
  const stop = async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  }
  return { browser, page, faults, [Symbol.asyncDispose]: stop }
}

/** Opens the camera, and notes what it sees. */
export async function openCamera(page: Page) {
  await page.getByRole('link', { name: 'What is this label?' }).click()
  await noteScans(page)
}
async function noteScans(page: Page) {
  await page.locator('video').waitFor()
  await page.evaluate(script)
  await page.evaluate(`noteScans(${(1000 * still) / rate})`)
}
/** What was noted until the end of the film. */
export async function notedAtEnd(page: Page, duration: number): Promise<Noted> {
  const isOver = () => page.evaluate<boolean>(`noted.shown[${end}] !== undefined`)
  await waitUntil(isOver, { timeout: seconds(duration), interval: 200 })
  return page.evaluate<Noted>('noted')
}

/** Seconds of CPU time that the browser has used. */
export async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
