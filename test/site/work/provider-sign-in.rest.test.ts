import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { sessionCookieName } from '../../../shared/http/headers.ts'
import { caller } from '../../support/api/client.ts'
import { begin } from '../../support/oauth/sign-in.ts'
import { sharedBrowser, openPage } from '../../support/site/browser.ts'
import { smallPhone } from '../../support/site/console.ts'
import { seconds } from '../../support/suite/time.ts'

// At the service's own address: identity providers send browsers back to no other.
const home = inject('url').replace(/\/$/, '')

test('a user signs in at a provider, comes back to the phone app, and is signed in after a reload', async () => {
  const provider = (await begin(caller(), 'custom/local')).url.origin
  const browser = await sharedBrowser()
  await using opened = await openPage(browser, [home, provider], { ...smallPhone, locale: 'en-GB' })
  const { page, faults } = opened
  page.setDefaultTimeout(seconds(10))
  await page.goto(`${home}/work`)
  await page.getByRole('button', { name: 'Continue with local' }).click()
  await page.waitForURL(`${provider}/**`)
  await page.getByLabel('E-mail').fill(`phone-${randomUUID()}@example.com`)
  const finished = page.waitForResponse(
    (response) => response.url().includes('/callback?') && response.request().resourceType() === 'fetch',
  )
  await page.getByRole('button', { name: 'Sign in' }).click()
  const { access_token } = (await (await finished).json()) as { access_token: string }
  const tasks = page.getByRole('link', { name: 'What is this label?' })
  await tasks.waitFor()
  expect(page.url()).toBe(`${home}/work`)

  // The session is that of a named device, which a manager can end, and outlasts the browser.
  const { body } = await caller()('GET /api/v1/users/me/sessions', { token: access_token })
  expect(body).toMatchObject([{ device_name: expect.stringMatching(/./) }])
  const cookies = await page.context().cookies(home)
  expect(cookies.find(({ name }) => name === sessionCookieName)!.expires).toBeGreaterThan(
    Date.now() / 1000 + 29 * 86_400,
  )
  await page.reload()
  await tasks.waitFor()
  expect(faults).toEqual([])
})
