import type { Browser, Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { sessionCookieName } from '../../../shared/http/headers.ts'
import { caller, freshAddress } from '../../support/api/client.ts'
import { exampleOf, newTenant, password } from '../../support/api/tenant.ts'
import { begin, follow, signIn } from '../../support/oauth/sign-in.ts'
import { desktop, expectAccessible, sharedBrowser, openPage } from '../../support/site/browser.ts'
import { isSignedIn, submit } from '../../support/site/console.ts'
import { failed, holding } from '../../support/site/network.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { seconds } from '../../support/suite/time.ts'

// At the service's own address: identity providers send browsers back to no other.
const home = inject('url').replace(/\/$/, '')
let browser: Browser
let provider: string
beforeAll(async () => {
  browser = await sharedBrowser()
  provider = (await begin(caller(), 'custom/local')).url.origin
})

/** Opens the console, signed out, in a browser of its own. */
async function openConsole(path = '/console', options = {}) {
  const opened = await openPage(browser, [home, provider], { ...desktop, locale: 'en-GB', ...options })
  opened.page.setDefaultTimeout(seconds(10))
  await opened.page.goto(home + path)
  return opened
}
const newEmail = () => `provider-${randomUUID()}@example.com`
const press = (page: Page) => page.getByRole('button', { name: 'Continue with local' }).click()
/** Fills in the provider's form. */
async function signInThere(page: Page, email: string) {
  await page.waitForURL(`${provider}/**`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()
const notThisTab = 'This sign-in was not started in this tab, or has been used already. Start again.'
const cookieOf = async (page: Page) =>
  (await page.context().cookies(home)).find(({ name }) => name === sessionCookieName)
/** The requests to callbacks, as a page sends them: the browser's navigation, or a request of the page. */
function callbacksOf(page: Page) {
  const calls: { url: string; isNavigation: boolean }[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (new URL(url).pathname.endsWith('/callback'))
      calls.push({ url, isNavigation: request.isNavigationRequest() })
  })
  return calls
}

/** Where the provider sends the browser of a person who began at the console: the link of their sign-in. */
async function linkOf(email: string) {
  const query = `?${new URLSearchParams({ login_hint: email, return_to: 'console' }).toString()}`
  return home + (await follow((await begin(caller(), 'custom/local', query)).url))
}

test('a new user signs in at a provider, gets a company, and is signed in after a reload', async () => {
  await using opened = await openConsole()
  const { page, faults } = opened
  const email = newEmail()
  await press(page)
  await signInThere(page, email)
  await isSignedIn(page)
  await page.locator('.who').getByText(email).waitFor()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  expect(page.url()).toBe(`${home}/console`)
  expect(await cookieOf(page)).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
  await page.reload()
  await isSignedIn(page)
  // Neither the answer nor a token is left in the page.
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
  )
  expect(kept).not.toMatch(/code=|state|console\.|eyJ/)
  expect(faults).toEqual([])
})

test('the session is kept if the user wants it, and the screen that was asked for opens', async () => {
  const email = newEmail()
  const { body } = await signIn(caller(), email)
  const booked = await caller()('POST /api/v1/shipments', {
    token: body.access_token,
    body: exampleOf(NewShipment),
  })
  const address = `/console/shipments/${booked.body.id}`
  await using opened = await openConsole(address)
  const { page, faults } = opened
  await page.getByLabel('Keep me signed in').check()
  await press(page)
  await signInThere(page, email)
  await page.getByRole('dialog', { name: booked.body.tracking_id }).waitFor()
  expect(page.url()).toBe(home + address)
  expect((await cookieOf(page))!.expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
  expect(faults).toEqual([])
})

test('the link of another person’s sign-in signs no browser in: in a new tab, one that has begun, or one that is signed in', async () => {
  await using opened = await openConsole()
  const { page, faults } = opened
  const calls = callbacksOf(page)
  await page.goto(await linkOf(newEmail()))
  await alert(page, notThisTab)
  await press(page)
  await page.waitForURL(`${provider}/**`)
  await page.goto(await linkOf(newEmail()))
  await alert(page, notThisTab)
  expect(await cookieOf(page)).toBeUndefined()
  const email = newEmail()
  await press(page)
  await signInThere(page, email)
  await isSignedIn(page)
  await page.goto(await linkOf(newEmail()))
  await isSignedIn(page)
  await page.locator('.who').getByText(email).waitFor()
  expect(page.url()).toBe(`${home}/console`)
  // The page has used the answer to its own sign-in alone; the other requests are the browser's, which is sent on.
  expect(calls.map(({ isNavigation }) => isNavigation)).toEqual([true, true, true, false, true])
  expect(faults).toEqual([])
})

test('an answer is used once: its link in another tab, or in the same one, signs nobody in', async () => {
  await using opened = await openConsole()
  const { page, faults } = opened
  const calls = callbacksOf(page)
  await press(page)
  await signInThere(page, newEmail())
  await isSignedIn(page)
  const { url } = calls[0]!
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('You have signed out.').waitFor()
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(url)
    await alert(tab, notThisTab)
  }
  // The service refuses it too, whatever a page does.
  const { pathname, search } = new URL(url)
  const headers = { 'refresh-token-cookie': 'session', 'sec-fetch-site': 'same-origin' }
  expect((await caller()(`GET ${pathname}${search}`, { headers })).status).toBe(400)
  expect(faults).toEqual([])
})

test('an answer of another provider than the tab has begun at is refused', async () => {
  await using opened = await openConsole()
  const { page, faults } = opened
  const asked = page.waitForRequest(`${provider}/auth?**`)
  await press(page)
  const state = new URL((await asked).url()).searchParams.get('state')!
  await page.waitForURL(`${provider}/**`)
  await page.goto(`${home}/api/v1/auth/oauth/google/callback?code=c&state=${state}`)
  await alert(page, notThisTab)
  expect(faults).toEqual([])
})

test('a user who cancels at the provider reads so, in four languages, and can sign in after that', async () => {
  await using opened = await openConsole('/console', { colorScheme: 'dark' })
  const { page, faults } = opened
  await press(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await alert(page, 'You were not signed in: local reports that the sign-in was cancelled or refused.')
  await expectAccessible(page)
  for (const language of ['ru', 'ka', 'ar', 'en']) {
    await page.locator('select').selectOption(language)
    await page.getByRole('button', { name: 'local' }).waitFor()
    await expectAccessible(page)
  }
  await press(page)
  await signInThere(page, newEmail())
  await isSignedIn(page)
  expect(faults).toEqual([])
})

test('a user who chooses another form meanwhile stays, and reads of no problem', async () => {
  await using opened = await openConsole()
  const { page, faults } = opened
  const release = await holding(page, '**/oauth/custom/local?**')
  const abandoned = page.waitForEvent('requestfailed')
  await press(page)
  await page.getByRole('button', { name: 'Register a company' }).click()
  release()
  await abandoned
  await page.getByLabel('Company').waitFor()
  await page.locator('.providers [aria-disabled="false"]').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a refusal of the service is shown: the e-mail has an account, and the provider has not verified it', async () => {
  const email = `provider-${randomUUID()}@unverified.example`
  await caller()('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Swift Couriers' } })
  await using opened = await openConsole()
  const { page, faults } = opened
  await press(page)
  await signInThere(page, email)
  await alert(page, 'Someone with this e-mail address exists')
  expect(await cookieOf(page)).toBeUndefined()
  expect(faults).toEqual([failed(400)])
})

test('at an address that the provider does not send browsers back to, the page names the one that it does', async () => {
  await using site = await startSiteServer(freshAddress())
  await using opened = await openPage(browser, [site.url], { ...desktop, locale: 'en-GB' })
  const { page, faults } = opened
  await page.goto(`${site.url}/console`)
  await press(page)
  await alert(page, `Open ${home}/console to sign in this way.`)
  expect(faults).toEqual([])
})

test('without the list of providers there are no buttons, and passwords sign in', async () => {
  const tenant = await newTenant()
  await using opened = await openPage(browser, [home], { ...desktop, locale: 'en-GB' })
  const { page } = opened
  await page.route('**/oauth/providers', (route) => route.abort())
  const failing = page.waitForEvent('requestfailed')
  await page.goto(`${home}/console`)
  await failing
  await page.getByLabel('Password').waitFor()
  expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0)
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
  await isSignedIn(page)
})
