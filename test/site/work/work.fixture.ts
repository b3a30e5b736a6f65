import type { Page } from 'playwright-core'
import { password, type Tenant } from '../../support/api/tenant.ts'
import { eventually, submit } from '../../support/site/console.ts'

/** A package with its label. */
export interface Labelled {
  id: string
  qr_code: string
  qr_data: object
}

/** Opens the page as a user, who signs in if need be, with the tasks shown. */
export async function openWork(page: Page, url: string, email: string) {
  await page.goto(`${url}/work`)
  const form = page.getByLabel('E-mail address')
  const tasks = page.getByRole('link', { name: 'What is this label?' })
  await form.or(tasks).waitFor()
  if (await form.isVisible()) await signIn(page, email)
  await tasks.waitFor()
}
const signIn = (page: Page, email: string) =>
  submit(page, { 'E-mail address': email, Password: password }, 'Sign in')

/** Chooses a warehouse, which a list may show a moment after it was added. */
export async function chooseWarehouse(page: Page, name: string) {
  const choice = page.getByLabel('Warehouse').getByRole('option', { name })
  await eventually(async () => {
    await page.getByRole('link', { name: 'What is this label?' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    return choice.count()
  }).toBe(1)
  await page.getByLabel('Warehouse').selectOption({ label: name })
}

/** A browser that was killed may have lost the cookie, which it stores half a minute later. The queue waits. */
export async function signInAgain(page: Page, email: string) {
  const button = page.getByRole('button', { name: 'Sign in' })
  await button
    .or(page.getByRole('link', { name: 'All sent' }))
    .first()
    .waitFor()
  if (!(await button.isVisible())) return
  await button.click()
  await signIn(page, email)
}

/** Waits until the page can start without a network: its files are kept. */
export const isKept = (page: Page) =>
  eventually(() =>
    page.evaluate<boolean>('navigator.serviceWorker.ready.then((one) => one.active?.state === "activated")'),
  ).toBe(true)

/** Opens a task, with the line to type codes. */
export async function openTask(page: Page, name: string) {
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Type' }).click()
}
/** Fills in what is asked of a parcel at the counter. */
export async function receive(page: Page, changes: Record<string, string> = {}) {
  const fields = {
    'Phone of the recipient': '+995599123456',
    'Name of the recipient': 'Giorgi Beridze',
    'Phone of the sender': '+79991234567',
    'Name of the sender': 'Anna Petrova',
    'Weight in kg': '2.5',
    Destination: 'Tbilisi',
    ...changes,
  }
  for (const [field, value] of Object.entries(fields)) await page.getByLabel(field).fill(value)
  await page.getByRole('button', { name: 'Receive the parcel' }).click()
}
/** Signs for a hand-over, as with a finger. */
export async function sign(page: Page) {
  const pad = page.getByRole('img', { name: 'Signature' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 80, y + 40)
  await page.mouse.up()
}

/** Types what is on labels, half of them as their QR codes, without waiting for answers. */
export async function scan(page: Page, some: readonly Labelled[]) {
  for (const [n, { qr_code, qr_data }] of some.entries())
    await type(page, n % 2 === 0 ? qr_code : JSON.stringify(qr_data))
}
export async function type(page: Page, text: string) {
  await page.getByLabel('Code of the label').fill(text)
  // The screen may show the last result.
  await page.getByRole('button', { name: 'Enter' }).dispatchEvent('click')
}
/** Opens the task until a bag is listed there, since the list may lag behind. */
export const openUnload = (page: Page, bag: RegExp) =>
  eventually(async () => {
    const list = page.getByRole('heading', { name: 'Bags expected here', exact: true })
    if (await list.isVisible()) await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: 'Unload' }).click()
    await list.waitFor()
    return page.getByRole('button', { name: bag }).count()
  }).toBe(1)
/** What the QR code on a label says. */
export const labelOf = ({ qr_data }: { qr_data: object }) => JSON.stringify(qr_data)
const withClock = new WeakSet<Page>()
/**
 * Types what is on a label, and returns the result in the list of scans and its tone. The page waits 1.5 seconds for the service,
 * which may take longer here: its clock stands meanwhile.
 */
export async function scanned(page: Page, text: string): Promise<[result: string | null, tone: string | null]> {
  if (!withClock.has(page)) {
    // A timer from before the clock is none of it: it would close the next result.
    await page.locator('.feedback').waitFor({ state: 'hidden' })
    await page.clock.install()
  }
  withClock.add(page)
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await type(page, text)
  const lines = page.getByRole('list', { name: 'Scans' }).getByRole('listitem')
  await lines.first().waitFor()
  await eventually(() => lines.getByText('Waits …').count()).toBe(0)
  const [result, tone] = [
    await lines.first().locator('span').last().textContent(),
    await lines.first().getAttribute('class'),
  ]
  await page.clock.resume()
  if (tone === 'wrong') await page.getByRole('button', { name: 'Touch to go on' }).click()
  return [result, tone]
}
/** Does a step without a network; it is sent afterwards. */
export async function offline(page: Page, step: () => Promise<void>) {
  await page.context().setOffline(true)
  await step()
  await page.getByRole('link', { name: /waiting$/ }).waitFor()
  await page.context().setOffline(false)
  await badge(page, 'All sent')
}
/** Waits until the head says how much is in the queue. */
export const badge = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true }).waitFor()

/** The times of the scans of a package, by its timeline. */
export async function scansOf(tenant: Tenant, id: string): Promise<number[]> {
  const { body } = await tenant.send(`GET /api/v1/packages/${id}/events`)
  return (body as { event_type: string; timestamp: string }[])
    .filter(({ event_type }) => event_type === 'PACKAGE_SCANNED')
    .map(({ timestamp }) => Date.parse(timestamp))
}
