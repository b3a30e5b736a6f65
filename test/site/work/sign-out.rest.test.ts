import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'
import { colleague } from '../../support/site/staff.ts'
import { sessionRequests, storedTexts } from '../../support/site/sessions.ts'
import { badge, chooseWarehouse, isKept, openWork, receive } from './work.fixture.ts'

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

test('what waits cannot be read on the phone after a sign-out, and is sent once its user has signed in again', async () => {
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Receive' }).click()
  await receive(page, { 'Name of the recipient': 'Nana Sealed' })
  await badge(page, '1 waiting')
  await page.getByRole('link', { name: 'Back' }).click()
  // Its own user reads it without a connection, also after another start.
  await page.reload()
  await page.getByRole('link', { name: '1 waiting' }).click()
  await page.getByText('Nana Sealed').first().waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('1 waiting', { exact: true }).last().waitFor()
  await page.getByText('What is waiting stays on this phone').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText(pending).waitFor()
  // One entry, without what it is of, and no key.
  await eventually(() => storedTexts(page)).not.toMatch(/Nana|Beridze|Petrova|79991234567|"keys"/)
  expect(await storedTexts(page)).toContain('"kind":"receive"')

  await page.context().setOffline(false)
  const other = await colleague(tenant, { role: 'warehouse' })
  await openWork(page, site.url, other)
  await badge(page, '1 scan of another user waits')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await openWork(page, site.url, tenant.email)
  const booked = async () => (await tenant.send('GET /api/v1/shipments')).body
  await eventually(booked).toMatchObject([{ recipient_name: 'Nana Sealed' }])
  await badge(page, 'All sent')
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
