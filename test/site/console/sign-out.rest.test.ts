import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { newTenant, password, type Tenant } from '../../support/api/tenant.ts'
import {
  eventually,
  isSignedIn,
  signIn,
  startConsole,
  submit,
  type Console,
} from '../../support/site/console.ts'
import { sessionRequests, storedTexts } from '../../support/site/sessions.ts'

// A sign-out that the service has not confirmed yet.
let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const pending = 'You are signed out on this page. The service will be told as soon as it can be reached.'
const isPending = (page: Page) => page.getByText(pending).waitFor()
const isSignedOut = (page: Page) => page.getByText('You have signed out.').waitFor()
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()
const refreshTokenOf = async (context: BrowserContext) => (await context.cookies())[0]!.value

/** Whether the service refuses a refresh token. */
const isEnded = async (refresh_token: string) => {
  const { status } = await caller()('POST /api/v1/auth/refresh', { body: { refresh_token } })
  return status === 401
}
/** Answers sign-outs in place of the service. The returned function ends that. */
async function answering(context: BrowserContext, status: number) {
  const answer = { status, json: { status, detail: 'Failed' } }
  await context.route('**/auth/logout', (route) => route.fulfill(answer))
  return () => context.unroute('**/auth/logout')
}

test('a sign-out without a connection is sent when there is one, and no tab uses the cookie before', async () => {
  await using opened = await site.openAs(tenant.email)
  const { page } = opened
  const context = page.context()
  const second = await context.newPage()
  await second.goto(`${site.url}/console/bags`)
  await isSignedIn(second)
  const token = await refreshTokenOf(context)
  const requests = sessionRequests(context)

  await context.setOffline(true)
  await signOut(page)
  await Promise.all([page, second].map(isPending))
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('')
  expect(await storedTexts(page)).not.toContain(tenant.email)
  await context.setOffline(false)
  await Promise.all([page, second].map(isSignedOut))
  await eventually(() => context.cookies()).toEqual([])
  expect(new Set(requests)).toEqual(new Set(['logout']))
  expect(await isEnded(token)).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('')
  expect(await storedTexts(page)).not.toContain(tenant.email)
  expect(requests).not.toContain('refresh')
})

test.for([403, 429, 500])('a sign-out answered by %i is repeated, also after a reload', async (status) => {
  await using opened = await site.openAs(tenant.email)
  const { page } = opened
  const context = page.context()
  const token = await refreshTokenOf(context)
  const stop = await answering(context, status)
  const requests = sessionRequests(context)
  await signOut(page)
  await isPending(page)
  await page.reload()
  await isPending(page)
  await stop()
  await isSignedOut(page)
  expect(new Set(requests)).toEqual(new Set(['logout']))
  expect(await isEnded(token)).toBe(true)
})

test('the next user signs in after the pending sign-out, which ends the session of the first', async () => {
  const other = await newTenant()
  await using opened = await site.openAs(tenant.email)
  const { page } = opened
  const context = page.context()
  const token = await refreshTokenOf(context)
  await context.route('**/auth/logout', (route) => route.abort())
  await signOut(page)
  await isPending(page)
  // The service cannot be reached: nobody is signed in.
  await submit(page, { 'E-mail address': other.email, Password: password }, 'Sign in')
  await page.getByText('No response was received').waitFor()
  const requests = sessionRequests(context)
  await context.unroute('**/auth/logout')
  await signIn(page, other.email)
  expect(requests.indexOf('logout')).toBeLessThan(requests.indexOf('login'))
  expect(requests.filter((one) => one !== 'logout')).toEqual(['login'])
  expect(await isEnded(token)).toBe(true)
  await page.reload()
  await isSignedIn(page)
  await page.getByText(other.email).first().waitFor({ state: 'attached' })
})

test('a service that fails to sign out locks nobody out: the cookie of the next user replaces the old one', async () => {
  const other = await newTenant()
  await using opened = await site.openAs(tenant.email)
  const { page } = opened
  const context = page.context()
  const token = await refreshTokenOf(context)
  const stop = await answering(context, 500)
  await signOut(page)
  await isPending(page)
  await signIn(page, other.email)
  const next = await refreshTokenOf(context)
  expect(next).not.toBe(token)
  await stop()
  const requests = sessionRequests(context)
  // Nothing ends the session of the next user.
  await page.reload()
  await isSignedIn(page)
  expect(requests).toEqual(['refresh'])
})
