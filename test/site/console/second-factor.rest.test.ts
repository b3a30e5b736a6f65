import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite, newTenant, password, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { addSecondFactor, codeAt, nextCode } from '../../support/auth/second-factor.ts'
import { factorIsLate } from '../../support/site/late-factor.ts'
import { routeNext } from '../../support/site/network.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { signIn as signInAtProvider } from '../../support/oauth/sign-in.ts'
import { addApp } from '../../support/routes/records.ts'
import { colleague } from '../../support/site/staff.ts'
import {
  eventually,
  isSignedIn,
  says,
  smallPhone,
  startConsole,
  submit,
  type Console,
} from '../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const codeForm = (page: Page) => page.getByText('Enter the code of your authenticator app')
const credentials = ({ email }: Pick<Tenant, 'email'>) => ({ 'E-mail address': email, Password: password })

test('a user adds an authenticator app, signs in with its codes, and with a recovery code removes it', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  await using opened = await site.openAs(tenant.email, '/console/sessions')
  const { page, faults } = opened
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor()
  const secret = (await dialog.locator('.code').first().textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, new Date()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const recovery = page.getByRole('dialog', { name: 'Recovery codes' })
  await eventually(() => recovery.getByRole('listitem').count()).toBe(10)
  const [first = ''] = await recovery.getByRole('listitem').allTextContents()
  await recovery.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('Signing in needs a code of your app since').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await submit(page, credentials(tenant), 'Sign in')
  await codeForm(page).waitFor()
  await submit(page, { Code: '000' }, 'Sign in')
  await page.getByText('This code is wrong, or was used.').first().waitFor()
  await submit(page, { Code: nextCode(secret) }, 'Sign in')
  await isSignedIn(page)

  await page.goto(`${site.url}/console/sessions`)
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const end = page.getByRole('dialog', { name: 'Remove the app' })
  await end.getByLabel('Code', { exact: true }).fill(first)
  await end.getByRole('button', { name: 'Remove the app' }).click()
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  // The password alone, and the wrong code.
  for (const fault of faults) expect(fault).toContain('401')
})

test('a manager removes the app of a colleague who has lost it', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  const { id, email } = await invite(tenant, { role: 'operator' })
  const body = { code: await arrivingCode(email), password }
  const joined = (await tenant.call('POST /auth/email/accept-invitation', { body })).body
  await addApp({ ...tenant, token: joined.access_token })
  await using opened = await site.openAs(tenant.email, `/console/people/${id}`)
  const { page, faults } = opened
  const panel = page.getByRole('dialog', { name: email })
  await panel.getByText('Authenticator app since').waitFor()
  await panel.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const confirm = page.getByRole('dialog', { name: 'Remove the authenticator app' })
  await confirm.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await eventually(() => panel.getByText('Authenticator app since').count()).toBe(0)
  expect((await tenant.send(`GET /api/v1/users/${id}`)).body.second_factor_since).toBeNull()
  expect(faults).toEqual([])
})

test('on the phone the code follows the password too, and the session has the name of the phone', async () => {
  const tenant = await newTenant()
  const code = await addApp(tenant)
  await using opened = await site.open(smallPhone)
  const { page } = opened
  await page.goto(`${site.url}/work`)
  await submit(page, { ...credentials(tenant), 'Name of this phone': 'Nino’s phone' }, 'Sign in')
  await codeForm(page).waitFor()
  await submit(page, { Code: code }, 'Sign in')
  await page.getByRole('link', { name: 'What is this label?' }).waitFor()
  const { body } = await tenant.send('GET /api/v1/users/me/sessions')
  expect(body[0]).toMatchObject({ device_name: 'Nino’s phone' })
})

test('a sign-in at an identity provider needs the code too, and a user can go back from it', async () => {
  const tenant = await newTenant()
  const code = await addApp(tenant)
  await using opened = await site.open()
  const { page } = opened
  const refused = await signInAtProvider((key) => tenant.call(key), tenant.email)
  expect([refused.status, refused.body.reason]).toEqual([401, 'second_factor_required'])
  const body = { ticket: refused.body.params.ticket as string, code }
  expect((await tenant.call('POST /api/v1/auth/second-factor', { body })).status).toBe(200)
  await page.goto(`${site.url}/console`)
  await submit(page, credentials(tenant), 'Sign in')
  await codeForm(page).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await page.getByLabel('E-mail address').waitFor()
})

test('what needs a recent code asks for one, and is done when it is proven', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  const clock = { now: new Date(Date.now() + 30_000) }
  const { recovery_codes } = await addSecondFactor({ call: tenant.call, clock }, tenant.token)
  const [first = '', second = ''] = recovery_codes
  await using opened = await site.open()
  const { page } = opened
  await page.goto(`${site.url}/console/people/new`)
  await submit(page, credentials(tenant), 'Sign in')
  await codeForm(page).waitFor()
  await submit(page, { Code: first }, 'Sign in')
  const invited = `invited-${randomUUID()}@example.com`
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await routeNext(page, 'POST **/api/v1/users', factorIsLate)
  await submit(page, { 'E-mail address': invited, Role: 'operator' }, 'Invite')
  await question.waitFor()
  await question.getByRole('button', { name: 'Back' }).click()
  await page.getByText('This needs a new code of your authenticator app, or your passkey.').first().waitFor()

  await routeNext(page, 'POST **/api/v1/users', factorIsLate)
  await submit(page, { 'E-mail address': invited, Role: 'operator' }, 'Invite')
  await question.getByLabel('Code', { exact: true }).fill('000000')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.getByText('This code is wrong, or was used.').first().waitFor()
  await question.getByLabel('Code', { exact: true }).fill(second)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('row', { name: invited }).waitFor()
})

/** A tenant whose manager has an authenticator app, and a colleague without. */
async function withColleague(role: string) {
  const tenant = await newTenant()
  await verifyManager(tenant)
  const email = await colleague(tenant, { role })
  const clock = { now: new Date(Date.now() + 30_000) }
  const { recovery_codes } = await addSecondFactor({ call: tenant.call, clock }, tenant.token)
  return { tenant, email, recovery_codes }
}
/** Adds the app that a sign-in asks for, and keeps its recovery codes. */
async function addRequired(page: Page) {
  await page.getByText('Your company requires a code of an authenticator app').waitFor()
  await page.getByRole('img', { name: 'QR code for the app' }).waitFor()
  const secret = (await page.locator('.code').first().textContent()) ?? ''
  await submit(page, { Code: '000' }, 'Confirm')
  await page.getByText('This code is wrong, or was used.').first().waitFor()
  await submit(page, { Code: codeAt(secret, new Date()) }, 'Confirm')
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
}

test('a manager requires it from a day on: users without one read so, and add it at a sign-in after that day', async () => {
  const { tenant, email, recovery_codes } = await withColleague('operator')
  await using managers = await site.open()
  await managers.page.goto(`${site.url}/console/settings`)
  await submit(managers.page, credentials(tenant), 'Sign in')
  await codeForm(managers.page).waitFor()
  await submit(managers.page, { Code: recovery_codes[0] ?? '' }, 'Sign in')
  await managers.page.getByLabel('Required of').selectOption('all')
  await managers.page.getByLabel('From', { exact: false }).last().fill('2031-05-06T07:00')
  await managers.page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(managers.page, 'Saved')
  const { body } = await tenant.send('GET /api/v1/settings')
  expect(body.second_factor).toEqual({ required_of: 'all', from: expect.stringMatching(/^2031-05-0/) })

  await using opened = await site.openAs(email)
  const { page } = opened
  await page
    .getByText(/From .*2031.*, your company requires an authenticator app or a passkey to sign in/)
    .waitFor()
  await page.getByRole('link', { name: 'Add it now' }).click()
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()

  const second_factor = { required_of: 'all', from: new Date().toISOString() }
  expect((await tenant.send('PUT /api/v1/settings', { body: { second_factor } })).status).toBe(200)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await submit(page, credentials({ email }), 'Sign in')
  await addRequired(page)
  await isSignedIn(page)

  await managers.page.goto(`${site.url}/console/people`)
  const row = managers.page.getByRole('row').filter({ hasText: email })
  await eventually(() => row.getByRole('cell').nth(3).textContent()).not.toBe('—')
})

test('on the phone a required app is added at the sign-in too', async () => {
  const { tenant, email } = await withColleague('warehouse')
  await tenant.send('PUT /api/v1/settings', { body: { second_factor: { required_of: 'all' } } })
  await using opened = await site.open(smallPhone)
  const { page } = opened
  await page.goto(`${site.url}/work`)
  await submit(page, credentials({ email }), 'Sign in')
  await addRequired(page)
  await page.getByRole('link', { name: 'What is this label?' }).waitFor()
})
