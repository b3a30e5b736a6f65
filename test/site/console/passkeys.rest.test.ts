import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorIsLate } from '../../support/site/late-factor.ts'
import { routeNext } from '../../support/site/network.ts'
import { newTenant, password, verifyManager } from '../../support/api/tenant.ts'
import { eventually, isSignedIn, says, startConsole, submit, type Console } from '../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** Gives a page an authenticator, as that of a laptop or a phone (WebAuthn Level 3 §11.3). */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return { credentials }
}
/** An IP address has no passkeys; localhost has. */
const atLocalhost = (path: string) => site.url.replace('127.0.0.1', 'localhost') + path
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a user adds a passkey, signs in with it in the console and on the phone, and renames and removes it', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  await using opened = await site.open()
  const { page } = opened
  const { credentials } = await withAuthenticator(page)
  await page.goto(atLocalhost('/console/sessions'))
  await submit(page, { 'E-mail address': tenant.email, Password: password }, 'Sign in')
  await button(page, 'Add a passkey').click()
  await says(page, 'Saved')
  const [made] = await credentials()
  expect(made).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
  expect(Buffer.from(made?.userHandle ?? '', 'base64').toString()).toBe(tenant.user.id)
  await page.getByText(/^Added /).waitFor()
  // The same authenticator has one of a user.
  await button(page, 'Add a passkey').click()
  await says(page, 'This device has a passkey of yours already.')

  await button(page, 'Sign out').click()
  await button(page, 'Sign in with a passkey').click()
  await isSignedIn(page)
  await page.goto(atLocalhost('/console/sessions'))
  await page.getByText(/^Last used /).waitFor()
  await button(page, 'Rename').click()
  await submit(page, { Name: 'Work laptop' }, 'Save')
  await page.getByText('Work laptop', { exact: true }).waitFor()

  // What needs a recent factor asks for the passkey.
  await page.goto(atLocalhost('/console/people/new'))
  await routeNext(page, 'POST **/api/v1/users', factorIsLate)
  const invited = `invited-${randomUUID()}@example.com`
  await submit(page, { 'E-mail address': invited, Role: 'operator' }, 'Invite')
  await page.getByText('What you are about to do needs your passkey.').waitFor()
  await button(page, 'Use a passkey').click()
  await page.getByRole('row', { name: invited }).waitFor()

  await button(page, 'Sign out').click()
  await page.goto(atLocalhost('/work'))
  await button(page, 'Sign in with a passkey').click()
  await page.getByRole('link', { name: 'What is this label?' }).waitFor()
  const { body } = await tenant.send('GET /api/v1/users/me/sessions')
  expect(body[0].device_name).toEqual(expect.any(String))

  await page.goto(atLocalhost('/console/sessions'))
  await button(page, 'Remove').click()
  await page
    .getByRole('dialog', { name: 'Remove Work laptop?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await eventually(() => page.getByText('Work laptop', { exact: true }).count()).toBe(0)
  await button(page, 'Sign out').click()
  await button(page, 'Sign in with a passkey').click()
  await page.getByText('This passkey is not known here. Sign in with your password.').waitFor()
})

test('a page at an IP address offers no passkeys', async () => {
  await using opened = await site.open()
  const { page, faults } = opened
  await page.goto(`${site.url}/console`)
  await page.getByLabel('E-mail address').waitFor()
  expect(await button(page, 'Sign in with a passkey').count()).toBe(0)
  expect(faults).toEqual([])
})
