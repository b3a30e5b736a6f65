import { beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { newOutboxMessage, send } from '../support/mail/mailbox.ts'
import { sharedBrowser, openPage } from '../support/site/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

test('the button of an invitation in the local mailbox opens the page where it is accepted', async () => {
  const invitation = await newOutboxMessage()
  await send(invitation)
  await using opened = await openPage(browser, [inject('mail'), inject('url')])
  const { page } = opened
  await page.goto(inject('mail'))
  const message = page.locator('.email', { hasText: invitation.to })
  await message.getByRole('button', { name: 'Toggle HTML view' }).click()
  const popup = page.waitForEvent('popup')
  await message.frameLocator('iframe').getByRole('link', { name: 'Accept the invitation' }).click()
  const accepting = await popup
  expect(accepting.url()).toBe(`${inject('url')}/console#/invitation`)
  await accepting.getByRole('heading', { level: 1, name: /invitation/i }).waitFor()
})
