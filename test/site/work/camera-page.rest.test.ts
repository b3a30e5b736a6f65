import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTenant, password } from '../../support/api/tenant.ts'
import { eventually, smallPhone, startConsole, submit, type Console } from '../../support/site/console.ts'
import { openCamera, openInFrontOf, writeFilm } from './camera-film.fixture.ts'
import { label, printLabels, shownId, type Labelled } from './camera-labels.fixture.ts'

let email: string
let film: string
let labels: Labelled[]
beforeAll(async () => {
  const tenant = await newTenant()
  email = tenant.email
  labels = await printLabels(tenant, 1)
  const scene = { marker: 1, prints: [label(0)], light: 1, seconds: 3 }
  film = await writeFilm([labels[0]!.image], [scene], 2.5)
})
const scans = (page: Page) => page.getByRole('list', { name: 'Scans' }).getByRole('listitem')
const shown = () => shownId(labels[0]!)
/** Shows the page or hides it, as a phone does. */
const show = (page: Page, isShown: boolean) =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${!isShown} }),
    document.dispatchEvent(new Event('visibilitychange'))`,
  )
/** The states of all tracks that the camera had. */
const noteTracks = `tracks = []
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (constraints) {
    const stream = await getUserMedia.call(this, constraints)
    tracks.push(...stream.getTracks())
    return stream
  }`
const tracks = (page: Page) => page.evaluate<string[]>('tracks.map(({ readyState }) => readyState)')

test('the camera is stopped when the page is hidden or left, and starts again when it is shown', async () => {
  await using opened = await openInFrontOf(film, email)
  const { page, faults } = opened
  await page.evaluate(noteTracks)
  await openCamera(page)
  await scans(page).getByText(shown()).waitFor()
  expect(await tracks(page)).toEqual(['live'])
  await show(page, false)
  expect(await tracks(page)).toEqual(['ended'])
  await show(page, true)
  await eventually(() => tracks(page)).toEqual(['ended', 'live'])
  // The label counts again when it was out of view.
  await scans(page).nth(1).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await eventually(() => tracks(page)).toEqual(['ended', 'ended'])
  expect(faults).toEqual([])
})

test('a picture that is wider than high is whole, in the height that is free above the buttons', async () => {
  await using opened = await openInFrontOf(film, email)
  const { page } = opened
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  const picture = async () => {
    const { width, height } = await box('video')
    return [Math.round(width), Math.round(height)]
  }
  const below = async () => {
    const { y, height } = await box('.ways')
    return smallPhone.viewport.height - y - height
  }
  await openCamera(page)
  await eventually(picture).toEqual([390, 293])
  expect((await box('.camera')).height).toBeGreaterThan(smallPhone.viewport.height / 2)
  expect(await below()).toBe(12)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Pack' }).click()
  await page.getByText('There are no open bags here.').waitFor()
  await eventually(picture).toEqual([373, 280])
  expect((await box('.camera')).height).toBe(280)
  expect(await below()).toBe(12)
})

test('labels are read without a connection', async () => {
  await using opened = await openInFrontOf(film, email)
  const { page } = opened
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.context().setOffline(true)
  await page.reload()
  await openCamera(page)
  await scans(page).getByText(shown()).waitFor()
})

test('the decoder of the browser is used where there is one', async () => {
  await using opened = await openInFrontOf(film, email, { serviceWorkers: 'block' })
  const { page, faults } = opened
  // Chromium has one on Android and macOS alone.
  await page.route('**/work/decoder-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${browserDecoder}\n${await response.text()}` })
  })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openCamera(page)
  await scans(page).getByText('BROWSER-1').waitFor()
  expect(loaded.filter((url) => url.includes('zxing'))).toEqual([])
  expect(faults).toEqual(['console: Service Worker registration blocked by Playwright'])
})
const browserDecoder = `globalThis.BarcodeDetector = class {
  static getSupportedFormats = async () => ['code_128', 'itf', 'qr_code', 'pdf417']
  detect = async ({ width, height }) => {
    const [left, right, top, bottom] = [width / 2 - 50, width / 2 + 50, height / 2 - 50, height / 2 + 50]
    const cornerPoints = [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }]
    return [{ rawValue: 'BROWSER-1', format: 'qr_code', cornerPoints }]
  }
}`

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('without a camera the page says so, and scanners and typing work', async () => {
  await using opened = await site.open(smallPhone)
  const { page, faults } = opened
  await page.goto(`${site.url}/work`)
  await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  await page.getByRole('link', { name: 'What is this label?' }).click()
  await page.getByText('There is no camera that can be used. Use a scanner or type.').waitFor()
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByLabel('Code of the label').fill(labels[0]!.qr_code)
  await page.keyboard.press('Enter')
  await scans(page).getByText(labels[0]!.qr_code).waitFor()
  expect(faults).toEqual([])
})
