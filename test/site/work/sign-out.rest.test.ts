import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { sessionRequests, storedTexts } from '../../support/site/sessions.ts'
import { isKept, openWork } from './work.fixture.ts'

let site: Awaited<ReturnType<typeof startSiteServer>>
let phone: Phone
let tenant: Tenant
beforeAll(async () => {
  site = await startSiteServer(freshAddress())
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[phone, tenant] = await Promise.all([startPhone(), newTenant()])
})
afterEach(() => phone[Symbol.asyncDispose]())

const pending = 'You are signed out on this page. The service will be told as soon as it can be reached.'

test('a sign-out without a connection outlives the end of the browser, and is sent before anything else', async () => {
  const first = await phone.start()
  await openWork(first, site.url, tenant.email)
  await isKept(first)
  await first.context().setOffline(true)
  await first.getByRole('button', { name: 'Sign out' }).click()
  await first.getByText(pending).waitFor()

  const page = await phone.start()
  const context = page.context()
  const requests = sessionRequests(context)
  await context.setOffline(true)
  await page.goto(`${site.url}/work`)
  await page.getByText(pending).waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('')
  expect(await storedTexts(page)).not.toContain(tenant.email)
  expect(requests).not.toContain('refresh')

  await context.setOffline(false)
  await page.getByText('You have signed out.').waitFor()
  await eventually(() => context.cookies()).toEqual([])
  expect(new Set(requests)).toEqual(new Set(['logout']))
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('')
  expect(requests).not.toContain('refresh')
})

test('a sign-out in the console is one of the phone page too', async () => {
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  const console = await phone.newPage()
  await console.setViewportSize({ width: 1280, height: 800 })
  await console.goto(`${site.url}/console`)
  await page.close()
  await console.getByRole('button', { name: 'Sign out' }).click()
  await console.getByText('You have signed out.').waitFor()
  await eventually(() => storedTexts(console)).not.toContain(tenant.email)
  await console.goto(`${site.url}/work`)
  await console.getByLabel('E-mail address').waitFor()
})
