import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, invite, newTenant, password } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { desktop } from '../../support/site/browser.ts'
import { isSignedIn, startConsole, submit, type Console } from '../../support/site/console.ts'
import { failed, holding } from '../../support/site/network.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** Opens the page at an address, signed out. */
async function openSignedOut(address = '/console', options = {}) {
  const opened = await site.open({ ...desktop, ...options })
  await opened.page.goto(`${site.url}${address}`)
  await opened.page.locator('form').waitFor()
  return opened
}
const isIn = async (page: Page, role: string) => {
  await isSignedIn(page)
  await page.locator('.who').getByText(role, { exact: true }).waitFor()
}
const to = (page: Page, form: string) => page.getByRole('button', { name: form, exact: true }).click()
const newEmail = () => `console-${randomUUID()}@example.com`

test('the manager of a new company registers, signs out and in again', async () => {
  const email = newEmail()
  await using opened = await openSignedOut()
  const { page, faults } = opened
  await to(page, 'Register a company')
  await submit(page, { Company: 'Swift Couriers', 'E-mail address': email, Password: 'short' }, 'Register')
  await page.getByText(/at least 8 characters\.$/).waitFor()
  await submit(page, { Password: password }, 'Register')
  await isIn(page, 'Manager')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await to(page, 'Sign out')
  await page.getByText('You have signed out.').waitFor()
  await submit(page, { 'E-mail address': email, Password: 'not the password' }, 'Sign in')
  await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  await submit(page, { Password: password }, 'Sign in')
  await isIn(page, 'Manager')
  expect(faults).toEqual([failed(422), failed(401)])
})

test('an invited user accepts with the code of the letter, by the address in it or that of the former board', async () => {
  const tenant = await newTenant()
  for (const page of ['console', 'board']) {
    const { email } = await invite(tenant, { role: 'warehouse' })
    await using opened = await openSignedOut(`/${page}#/invitation`)
    await submit(opened.page, { Code: '7K2M9QX4TB3HPC0V', Password: password }, 'Accept')
    await opened.page.getByText('This invitation is not valid any more').waitFor()
    await submit(opened.page, { Code: await arrivingCode(email) }, 'Accept')
    await isIn(opened.page, 'Warehouse')
    await expect.poll(() => opened.page.url()).toBe(`${site.url}/console`)
    expect(opened.faults).toEqual([failed(400)])
  }
})

test('a user who sets a new password is signed in, also on the page that the letter links to', async () => {
  const tenant = await newTenant()
  await using opened = await openSignedOut()
  const { page, faults } = opened
  await to(page, 'Forgot password?')
  await submit(page, { 'E-mail address': tenant.email }, 'Send me a code')
  await page.getByText('a code is on its way').waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(tenant.email)
  await page.goto('about:blank')
  await page.goto(`${site.url}/console#/code`)
  const changed = 'another long pass phrase'
  const code = await arrivingCode(tenant.email)
  await submit(
    page,
    { 'E-mail address': tenant.email, Code: code, 'New password': changed },
    'Set password and sign in',
  )
  await isIn(page, 'Manager')
  const login = (secret: string) =>
    tenant.call('POST /api/v1/auth/login', { body: { email: tenant.email, password: secret } })
  expect([(await login(changed)).status, (await login(password)).status]).toEqual([200, 401])
  expect(faults).toEqual([])
})

test('a link to a shipment opens it after signing in, also one to the former board', async () => {
  const tenant = await newTenant()
  const { id, tracking_id } = await book(tenant)
  for (const address of [`/console/shipments/${id}`, `/board#/shipments/${id}`]) {
    await using opened = await openSignedOut(address)
    const { page, faults } = opened
    await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
    await page.getByRole('dialog', { name: tracking_id }).waitFor()
    expect(page.url()).toBe(`${site.url}/console/shipments/${id}`)
    expect(faults).toEqual([])
  }
})

test('the console has the language of the browser, and keeps another that is chosen', async () => {
  const tenant = await newTenant()
  await using opened = await openSignedOut('/console', { locale: 'ka-GE' })
  const { page, faults } = opened
  const languageOf = () => page.evaluate('[document.documentElement.lang, document.documentElement.dir]')
  await page.getByRole('heading', { name: 'შესვლა', exact: true }).waitFor()
  expect(await languageOf()).toEqual(['ka', 'ltr'])
  await page.getByLabel('ენა').selectOption('العربية')
  await page.getByRole('heading', { name: 'تسجيل الدخول', exact: true }).waitFor()
  expect(await languageOf()).toEqual(['ar', 'rtl'])
  await page.reload()
  await page.getByLabel('اللغة').selectOption('Русский')
  await submit(page, { 'Электронная почта': tenant.email, Пароль: password }, 'Войти')
  await page.getByRole('heading', { name: 'Сегодня', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Отправления', exact: true }).click()
  await page.getByRole('heading', { name: 'Отправления', level: 1 }).waitFor()
  expect(await languageOf()).toEqual(['ru', 'ltr'])
  expect(faults).toEqual([])
})

test('a late answer does not change the form', async () => {
  await using opened = await openSignedOut()
  const { page, faults } = opened
  await to(page, 'Forgot password?')
  const release = await holding(page, '**/auth/**')
  const answered = page.waitForEvent('requestfailed')
  await submit(page, { 'E-mail address': newEmail() }, 'Send me a code')
  await to(page, 'Sign in')
  await page.getByLabel('Password').fill(password)
  release()
  await answered
  expect(await page.getByLabel('Password').inputValue()).toBe(password)
  expect(faults).toEqual([])
})

test('if two sign-ins overlap, the last one takes effect', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  await using opened = await openSignedOut()
  const { page, faults } = opened
  const release = await holding(page, '**/auth/**')
  const abandoned = page.waitForEvent('requestfailed')
  await submit(page, { 'E-mail address': other.email, Password: password }, 'Sign in')
  await to(page, 'Forgot password?')
  await to(page, 'Sign in')
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
  await isIn(page, tenant.email)
  release()
  expect((await abandoned).url()).toContain('/auth/login')
  await page.reload()
  await isIn(page, tenant.email)
  expect(faults).toEqual([])
})
