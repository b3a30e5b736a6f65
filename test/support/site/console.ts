import { readdirSync } from 'node:fs'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { sessionCookieHeader, sessionCookieName } from '../../../shared/http/headers.ts'
import { freshAddress } from '../api/client.ts'
import { password } from '../api/tenant.ts'
import { desktop, sharedBrowser, openPage } from './browser.ts'
import { startSiteServer } from './server.ts'
import { seconds } from '../suite/time.ts'

/** The screens of the console, each of which has a folder. */
export const screenNames = readdirSync('site/console/screens')
export const addressOf = (screen: string) => (screen === 'today' ? '/console' : `/console/${screen}`)

/** As small as phones are today, in CSS pixels. */
export const smallPhone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** Starts a browser and a server for the console's pages. */
export async function startConsole() {
  const [browser, site] = await Promise.all([sharedBrowser(), startSiteServer(freshAddress())])
  // Pages that a test has not closed are closed at the end, because the browser goes on.
  const all = new AsyncDisposableStack()
  all.use(site)

  /** Opens a page with a browser context of its own; its clock runs. */
  async function open(options: BrowserContextOptions = desktop) {
    const opened = await openPage(browser, [site.url, inject('s3')], { locale: 'en-GB', ...options })
    opened.page.setDefaultTimeout(seconds(10))
    return all.use(opened)
  }
  /** Opens a page signed in, at an address of the console. */
  async function openAs(email: string, address = '/console', options?: BrowserContextOptions) {
    const opened = await open({ ...options, storageState: await sessionOf(site.url, email) })
    await opened.page.goto(`${site.url}${address}`)
    await isSignedIn(opened.page)
    return opened
  }
  return { ...site, open, openAs, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
export type Console = Awaited<ReturnType<typeof startConsole>>
export type ConsolePage = Awaited<ReturnType<Console['open']>>

/** What a browser keeps of a session that was opened with the form to sign in (site/staff/api/session.ts). */
async function sessionOf(
  origin: string,
  email: string,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'sec-fetch-site': 'same-origin',
      [sessionCookieHeader]: 'session',
    },
    body: JSON.stringify({ email, password }),
  })
  const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(/[=;]/) ?? []
  expect([response.status, name]).toEqual([200, sessionCookieName])
  const scope = { domain: new URL(origin).hostname, path: '/', expires: -1 }
  return {
    cookies: [{ name, value, ...scope, httpOnly: true, secure: true, sameSite: 'Strict' }],
    origins: [{ origin, localStorage: [{ name: 'account', value: email }] }],
  }
}

/** Signs in with the form that the page shows, in English. */
export async function signIn(page: Page, email: string) {
  await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  await isSignedIn(page)
}
/** Waits until the screens are shown and receive events. (Chromium warns of a connection that is closed before.) */
export const isSignedIn = (page: Page) => page.locator('.live.on').waitFor({ state: 'attached' })

/** Fills in fields of a form by their labels, as text or as a choice, and presses a button of it. */
export async function submit(page: Page, fields: Record<string, string>, button: string) {
  const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) }).last()
  await form.waitFor()
  await fill(form, fields)
  await form.getByRole('button', { name: button, exact: true }).click()
}
/** Fills in fields by their labels: `Name`, or `To: Name` in the group To. */
export async function fill(form: Locator, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const [label = '', group] = name.split(': ').reverse()
    const among = group === undefined ? form : form.getByRole('group', { name: group })
    await enter(among.getByLabel(named(label)), value)
  }
}
/** The label of a field, which may end with "· optional". */
const named = (label: string) => new RegExp(`^${label.replace(/[()]/g, '\\$&')}( · optional)?$`)

async function enter(field: Locator, value: string) {
  const kind = await field.evaluate((element) => (element as { type?: string }).type)
  if (kind === 'checkbox') await field.setChecked(value === 'yes')
  else await (kind === 'select-one' ? field.selectOption(value) : field.fill(value))
}

/** On a phone, shows the screens that its bar at the bottom has no room for, and the account. */
export async function showAllScreens(page: Page) {
  const more = page.locator('nav button[aria-expanded=false]')
  if (await more.isVisible()) await more.click()
}

/** Presses a button of the dialog on top, or of the screen; for one in a closed menu of further actions, opens that first. */
export async function press(page: Page, name: string) {
  const named = { name, exact: true }
  const button = top(page).getByRole('button', { ...named, includeHidden: true })
  const pressed = async () => {
    await button.first().waitFor({ state: 'attached' })
    const hidden = page.getByRole('button', { ...named, includeHidden: true })
    const menu = top(page).locator('.menu:not([open])', { has: hidden })
    if (await menu.count()) await menu.locator('summary').click()
    await top(page).getByRole('button', named).click()
  }
  await pressed().catch(async (error: unknown) => {
    throw new Error(`No "${name}" to press. The page shows:\n${await top(page).innerText()}`, { cause: error })
  })
}

/** Waits until the page shows this message. */
export const says = (page: Page, text: string | RegExp) =>
  page.locator('.toasts').getByText(text).filter({ visible: true }).first().waitFor()

/** The dialog on top of the page; without one, the screen. */
export const top = (page: Page) => page.locator('dialog:not(:has(dialog)), main:not(:has(dialog))').last()

/** Waits for a change. */
export const eventually = <T>(what: () => T | Promise<T>, message = '') =>
  expect.poll(what, { timeout: seconds(10), interval: 50, message })
