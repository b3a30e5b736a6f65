import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accept,
  colleague,
  eventually,
  failed,
  shows,
  startBoard,
  type BoardPage,
} from '../../support/site/board.ts'
import { desktop, expectAccessible, phone, horizontalOverflow } from '../../support/site/browser.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { invite, newTenant, password, type Tenant } from '../../support/api/tenant.ts'

let board: BoardPage
beforeAll(async () => {
  board = await startBoard()
})
afterAll(() => board[Symbol.asyncDispose]())

const people = (page: Page) => page.locator('.people li')
const statusOf = async (page: Page, email: string) =>
  (await people(page).filter({ hasText: email }).locator('.tag').allTextContents())[0]
const login = async (tenant: Tenant, email: string) =>
  (await tenant.call('POST /api/v1/auth/login', { body: { email, password } })).status

test('a manager invites a user, deactivates them, and reactivates them', async () => {
  const tenant = await newTenant()
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, tenant.email)
  await page.getByRole('link', { name: 'People' }).click()
  const dialog = page.getByRole('dialog', { name: 'People' })
  await shows(page, () => people(page).count(), 1)
  expect(
    await dialog.getByRole('button', { name: 'Invite' }).isVisible(),
    'before the address is verified',
  ).toBe(false)
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await dialog.getByText(`We have sent a code to ${tenant.email}`).waitFor()
  await dialog.getByLabel('Code').fill(await arrivingCode(tenant.email))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect(await people(page).getByRole('button').count(), 'users cannot deactivate themselves').toBe(0)
  const email = `people-${randomUUID()}@example.com`
  await dialog.getByLabel('E-mail address').fill(email)
  expect(await dialog.getByLabel('Role').inputValue()).toBe('viewer')
  await dialog.getByLabel('Role').selectOption('Warehouse')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`We have sent an e-mail with a code to ${email}`).waitFor()
  expect(await statusOf(page, email)).toBe('Invited')
  await accept(tenant, email)
  await shows(page, () => statusOf(page, email), 'Active')
  const press = (says: string) => page.getByRole('button', { name: `${says}: ${email}` }).click()
  page.once('dialog', (dialog) => dialog.accept())
  await press('Deactivate')
  await eventually(() => statusOf(page, email)).toBe('Deactivated')
  // The second click of a double click hits the button that has replaced the first one. It must have no effect.
  await page.getByRole('button', { name: `Activate: ${email}` }).dispatchEvent('click', { detail: 2 })
  expect(await login(tenant, email)).toBe(401)
  expect(await statusOf(page, email)).toBe('Deactivated')
  await press('Activate')
  await eventually(() => statusOf(page, email)).toBe('Active')
  expect(await login(tenant, email)).toBe(200)
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('A user with this e-mail already exists').waitFor()
  expect(faults).toEqual([failed(400)])
})

test('a manager can resend, withdraw and renew an invitation', async () => {
  const tenant = await newTenant()
  const { email } = await invite(tenant, { role: 'operator' })
  const before = await arrivingCode(email)
  await using opened = await board.open()
  const { page } = opened
  await board.signIn(page, tenant.email, '/board#/people')
  await shows(page, () => people(page).count(), 2)
  await page.getByRole('button', { name: `Invite again: ${email}` }).click()
  await page.getByText(`We have sent an e-mail with a code to ${email}`).waitFor()
  const body = { code: before, password }
  const old = await tenant.call('POST /auth/email/accept-invitation', { body })
  expect(old.status, 'the former code is no longer valid').toBe(400)
  // A withdrawn invitation can be replaced by a new one.
  await page.getByRole('button', { name: `Withdraw: ${email}` }).click()
  await eventually(() => statusOf(page, email)).toBe('Deactivated')
  await page.getByRole('button', { name: `Activate: ${email}` }).click()
  await eventually(() => statusOf(page, email)).toBe('Invited')
})

test('only managers see the users', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'operator' })
  await using opened = await board.open()
  const { page, faults } = opened
  await board.signIn(page, email, '/board#/people')
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test.for([
  ['a phone', phone],
  ['a desktop', desktop],
] as const)('the page of users is accessible on %s, light and dark', async ([, size]) => {
  const tenant = await newTenant()
  const email = `${'w'.repeat(60)}-${randomUUID()}@example.com`
  await invite(tenant, { role: 'viewer', email })
  for (const colorScheme of ['light', 'dark'] as const) {
    await using opened = await board.open({ ...size, colorScheme })
    const { page } = opened
    await board.signIn(page, tenant.email, '/board#/people')
    await shows(page, () => people(page).count(), 2)
    await page.clock.resume()
    await expectAccessible(page)
    expect(await horizontalOverflow(page)).toBe(0)
  }
})
