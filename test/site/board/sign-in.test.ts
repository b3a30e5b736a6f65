import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, holding, startBoard, type BoardPage } from '../../support/site/board.ts'
import { desktop, expectAccessible, phone } from '../../support/site/browser.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { invite, newTenant, password } from '../../support/api/tenant.ts'

let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterAll(() => board[Symbol.asyncDispose]())

/** Opens the page at a path, signed out. */
async function openSignedOut(path = '/board') {
  const opened = await board.open()
  await opened.page.goto(`${board.url}${path}`)
  await opened.page.locator('form').waitFor()
  return opened
}
async function submit(page: Page, fields: Record<string, string>, go: string) {
  const button = page.getByRole('button', { name: go })
  // The previous form may have fields with the same names.
  await button.waitFor()
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await button.click()
}
async function isIn(page: Page, as: string) {
  await page.getByText(`· ${as}`).waitFor()
  await board.isIn(page)
}
const newEmail = () => `board-${randomUUID()}@example.com`

test('a new company’s manager registers and sees the board', async () => {
  const email = newEmail()
  await using opened = await openSignedOut()
  const { page, faults } = opened
  await page.getByRole('link', { name: 'Register a company' }).click()
  await submit(page, { Company: 'Swift Couriers', 'E-mail address': email, Password: 'short' }, 'Register')
  await page.getByText('Password must have at least 8 characters').waitFor()
  await submit(page, { Password: password }, 'Register')
  await isIn(page, 'Manager')
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await isIn(page, 'Manager')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await submit(page, { 'E-mail address': email, Password: password }, 'Sign in')
  await isIn(page, 'Manager')
  expect(faults).toEqual([failed(422)])
})

test('an invited user signs in with the code of the e-mail', async () => {
  const tenant = await newTenant()
  const { email } = await invite(tenant, { role: 'warehouse' })
  await using opened = await openSignedOut('/board#/invitation')
  const { page, faults } = opened
  await submit(page, { Code: '7K2M9QX4TB3HPC0V', Password: password }, 'Accept')
  await page.getByText('This invitation is not good').waitFor()
  await submit(page, { Code: await arrivingCode(email) }, 'Accept')
  await isIn(page, 'Warehouse')
  expect(faults).toEqual([failed(400)])
})

test('a user who resets a forgotten password is signed in', async () => {
  const tenant = await newTenant()
  await using opened = await openSignedOut()
  const { page, faults } = opened
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  await submit(page, { 'E-mail address': tenant.email }, 'Send me a code')
  await page.getByText('a code is on its way').waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(tenant.email)
  expect(await page.evaluate('document.activeElement.name')).toBe('code')
  // The page is reloaded, as after the user has opened the e-mail in the same tab.
  await page.reload()
  await page.getByLabel('E-mail address').fill(tenant.email)
  const changed = 'another long pass phrase'
  await submit(
    page,
    { Code: await arrivingCode(tenant.email), 'New password': changed },
    'Set password and sign in',
  )
  await isIn(page, 'Manager')
  const login = (secret: string) =>
    tenant.call('POST /api/v1/auth/login', { body: { email: tenant.email, password: secret } })
  expect([(await login(changed)).status, (await login(password)).status]).toEqual([200, 401])
  expect(faults).toEqual([])
})

test('a link to a shipment opens the shipment after sign-in', async () => {
  const tenant = await newTenant()
  await using opened = await openSignedOut(`/board#/shipments/${randomUUID()}`)
  const { page } = opened
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
  await page.getByRole('heading', { name: 'This shipment cannot be shown' }).waitFor()
})

test('a late response does not change the form', async () => {
  await using opened = await openSignedOut('/board#/reset')
  const { page, faults } = opened
  const release = await holding(page, '**/auth/**')
  await submit(page, { 'E-mail address': newEmail() }, 'Send me a code')
  await page.getByRole('link', { name: 'Sign in to the board' }).click()
  await page.getByLabel('Password').fill(password)
  const answered = page.waitForEvent('requestfinished')
  release()
  await answered
  await page.clock.runFor(100)
  expect(await page.getByLabel('Password').inputValue()).toBe(password)
  expect(new URL(page.url()).hash).toBe('#/')
  expect(faults).toEqual([])
})

test('if two sign-ins overlap, only the last one takes effect', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  await using opened = await openSignedOut()
  const { page, faults } = opened
  const release = await holding(page, '**/auth/**')
  await submit(page, { 'E-mail address': other.email, Password: password }, 'Sign in')
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  await page.getByRole('link', { name: 'Sign in to the board' }).click()
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
  await isIn(page, 'Manager')
  const answered = page.waitForResponse('**/auth/login')
  release()
  await (await answered).finished()
  await page.clock.runFor(100)
  expect(await page.locator('.who').innerText()).toContain(tenant.email)
  expect(await page.locator('.desk').count()).toBe(1)
  await page.reload()
  await isIn(page, 'Manager')
  expect(await page.locator('.who').innerText()).toContain(tenant.email)
  expect(faults).toEqual([])
})

test.for([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)('the sign-in forms are accessible on %s, light and dark', async ([, size]) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using opened = await board.open({ ...size, colorScheme })
    const { page } = opened
    await page.clock.resume()
    for (const form of ['register', 'invitation', 'reset', 'code']) {
      await page.goto(`${board.url}/board#/${form}`)
      await page.locator('form').waitFor()
      await expectAccessible(page)
    }
  }
})
