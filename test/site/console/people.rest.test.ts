import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite, newTenant, password, type Tenant } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { says, startConsole, submit, type Console, top } from '../../support/site/console.ts'
import { failed } from '../../support/site/network.ts'
import { indexesCaughtUp } from './indexes.fixture.ts'
import { accept, colleague } from '../../support/site/staff.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits until the list shows a user with a status. */
const isListed = (page: Page, email: string, status: string) =>
  page.getByRole('row').filter({ hasText: email }).getByText(status, { exact: true }).waitFor()
async function open(page: Page, email: string) {
  await page.getByRole('link', { name: email }).click()
  await page.getByRole('dialog', { name: email }).waitFor()
}
/** Presses a button of the user's panel, and the same in the question that follows. */
async function confirm(page: Page, action: string) {
  await press(page, action)
  await page.getByRole('dialog', { name: action, exact: true }).getByRole('button', { name: action }).click()
  await says(page, 'Saved')
}
const login = async (tenant: Tenant, email: string) =>
  (await tenant.call('POST /api/v1/auth/login', { body: { email, password } })).status

test('a manager confirms the own address, invites a user, deactivates and activates them', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/people')
  const { page, faults } = opened
  await page.getByRole('heading', { name: 'Confirm your address', exact: true }).waitFor()
  await press(page, 'Send me a code')
  await submit(page, { Code: await arrivingCode(tenant.email) }, 'Confirm')
  await says(page, 'Your address is confirmed')
  await page.getByRole('heading', { name: 'Confirm your address', exact: true }).waitFor({ state: 'hidden' })

  const email = `people-${randomUUID()}@example.com`
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  expect(await page.getByLabel('Role').inputValue(), 'the fewest rights first').toBe('viewer')
  await submit(page, { 'E-mail address': email, Role: 'Warehouse' }, 'Invite')
  await says(page, `An invitation is on its way to ${email}`)
  await isListed(page, email, 'Invited')
  await accept(tenant, email)
  await open(page, email)
  await top(page).getByText('Warehouse', { exact: true }).waitFor()
  await confirm(page, 'Deactivate')
  expect(await login(tenant, email)).toBe(401)
  await press(page, 'Activate')
  await page.getByRole('button', { name: 'Deactivate' }).waitFor()
  expect(await login(tenant, email)).toBe(200)
  await page.keyboard.press('Escape')
  await isListed(page, email, 'Active')

  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await submit(page, { 'E-mail address': email }, 'Invite')
  await page.getByRole('alert').getByText('Someone with this e-mail address exists already').waitFor()
  expect(faults).toEqual([failed(400)])
})

test('a manager sends an invitation again, withdraws it, and renews it', async () => {
  const tenant = await newTenant()
  const { email } = await invite(tenant, { role: 'operator' })
  const code = await arrivingCode(email)
  await using opened = await site.openAs(tenant.email, '/console/people')
  const { page, faults } = opened
  await open(page, email)
  await press(page, 'Invite again')
  await says(page, `An invitation is on its way to ${email}`)
  const old = await tenant.call('POST /auth/email/accept-invitation', { body: { code, password } })
  expect(old.status, 'the former code is no longer valid').toBe(400)
  await press(page, 'Withdraw')
  await top(page).getByText('The invitation ends').waitFor()
  await top(page).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: 'Activate' }).count()).toBe(0)
  await press(page, 'Invite again')
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await page.keyboard.press('Escape')
  await isListed(page, email, 'Invited')
  expect(faults).toEqual([])
})

test('a manager changes the role of a user, but not the own', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'viewer' })
  await using opened = await site.openAs(tenant.email, '/console/people')
  const { page, faults } = opened
  await open(page, email)
  await press(page, 'Edit')
  await submit(page, { Role: 'Operator' }, 'Save')
  await says(page, 'Saved')
  await top(page).getByText('Operator', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await open(page, tenant.email)
  await top(page).getByText('Manager', { exact: true }).waitFor()
  await top(page).getByRole('button', { name: 'End selected' }).waitFor()
  expect(await top(page).getByRole('button').count(), 'no other but the one that closes').toBe(2)
  expect(faults).toEqual([])
})

test('only managers see the people; others are given a reason', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'operator' })
  await using opened = await site.openAs(email, '/console/people')
  const { page, faults } = opened
  await page.getByRole('alert').getByText('Your role does not include this. Ask a manager for it.').waitFor()
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
  expect(await page.getByText(tenant.email).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a manager ends the session of a phone that was lost, and then all sessions of its user', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'warehouse' })
  const signIn = async (fields: object) =>
    (await tenant.call('POST /api/v1/auth/login', { body: { email, password, ...fields } })).body.refresh_token
  const [phone, laptop] = [await signIn({ device_name: 'Nino’s phone' }), await signIn({})]
  const renew = (refresh_token: string) => tenant.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
  await using opened = await site.openAs(tenant.email, '/console/people')
  const { page, faults } = opened
  await open(page, email)
  const row = top(page).getByRole('row').filter({ hasText: 'Nino’s phone' })
  await row.getByRole('button', { name: 'End', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'End the session on: Nino’s phone' })
  await question.getByRole('button', { name: 'End', exact: true }).click()
  await says(page, 'Ended')
  await row.waitFor({ state: 'hidden' })
  expect((await renew(phone)).status).toBe(401)
  const renewed = await renew(laptop)
  expect(renewed.status).toBe(200)

  await press(page, 'End all sessions')
  const all = page.getByRole('dialog', { name: 'End all sessions', exact: true })
  await all.getByRole('button', { name: 'End', exact: true }).click()
  await top(page).getByText('Signed in nowhere').waitFor()
  expect((await renew(renewed.body.refresh_token)).status).toBe(401)
  expect(faults).toEqual([])
})

test('the owner offers the ownership to a manager, who accepts it; nobody else can', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'manager' })
  await indexesCaughtUp()
  await using opened = await site.openAs(email, '/console/people')
  const { page: other, faults: refused } = opened
  await isListed(other, tenant.email, 'Owner')
  await open(other, tenant.email)
  await top(other).getByText('Owner', { exact: true }).waitFor()
  for (const name of ['Edit', 'Deactivate'])
    expect(await top(other).getByRole('button', { name }).count(), name).toBe(0)
  await other.keyboard.press('Escape')
  await other.goto(`${site.url}/console/sessions`)
  await other.getByRole('button', { name: /^Leave/ }).waitFor()
  expect(await other.getByRole('button', { name: 'Accept the ownership' }).count()).toBe(0)

  await using own = await site.openAs(tenant.email, '/console/people')
  const { page, faults } = own
  await open(page, email)
  await press(page, 'Make owner …')
  await top(page)
    .getByText(/within a week/)
    .waitFor()
  await press(page, 'Offer')
  await says(page, `Offered: ${email} has a week to accept`)

  await other.goto(`${site.url}/console/sessions`)
  await press(other, 'Accept the ownership')
  await says(other, 'You own the company now')
  await other.getByRole('button', { name: 'Accept the ownership' }).waitFor({ state: 'hidden' })
  await page.reload()
  await top(page).getByText('Owner', { exact: true }).waitFor()
  expect(await top(page).getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
  expect([...refused, ...faults]).toEqual([])
})
