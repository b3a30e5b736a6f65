import { afterAll, beforeAll, expect, test } from 'vitest'
import { change, newTenant } from '../../support/api/tenant.ts'
import { startConsole, type Console } from '../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a user who does nothing for as long as the company has set is signed out, and one who works is not', async () => {
  const tenant = await newTenant()
  await change(tenant, 'PUT /api/v1/settings', { idle_sign_out_minutes: 15 })
  await using opened = await site.openAs(tenant.email, '/console/contacts')
  const { page } = opened
  const heading = page.getByRole('heading', { name: 'Contacts', exact: true })
  await heading.waitFor()
  await page.clock.install()
  const settings = page.waitForResponse((response) => response.url().endsWith('/api/v1/settings'))
  await page.reload()
  await Promise.all([settings, heading.waitFor()])
  await page.clock.runFor('14:00')
  await heading.click()
  await page.clock.runFor('14:00')
  await heading.waitFor()
  expect(await page.getByLabel('E-mail address').count()).toBe(0)
  await page.clock.runFor('02:00')
  await page.getByLabel('E-mail address').waitFor()
  await page.reload()
  await page.getByLabel('E-mail address').waitFor()
})
