import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import { book, newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { stopToken } from '../../support/mail/notices.ts'
import { expectAccessible, sharedBrowser, openPage } from '../../support/site/browser.ts'
import { startSiteServer } from '../../support/site/server.ts'

let browser: Browser
let site: Awaited<ReturnType<typeof startSiteServer>>
let tenant: Tenant
beforeAll(async () => {
  ;[browser, site, tenant] = await Promise.all([sharedBrowser(), startSiteServer(freshAddress()), newTenant()])
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

test('the reader of an e-mail stops them, and starts them again', async () => {
  const recipient_email = `giorgi-${randomUUID()}@example.com`
  await verifyManager(tenant)
  const shipment = await book(tenant, { recipient_email })
  await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body: { status: 'READY_FOR_PICKUP' } })
  const token = await stopToken(inProcess(), shipment, recipient_email)
  await using opened = await openPage(browser, [site.url], { locale: 'en-GB' })
  const { page } = opened
  await page.goto(`${site.url}/track/${shipment.tracking_id}#stop=${token}`)
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await page.getByText('You will get no more e-mails about parcels of this company, nor codes').waitFor()
  await expectAccessible(page)
  expect(page.url()).not.toContain(token)
  const resend = () => tenant.send(`POST /api/v1/shipments/${shipment.id}/notices`)
  expect((await resend()).status).toBe(409)

  // The link opened again says that they are stopped already.
  await using again = await openPage(browser, [site.url], { locale: 'en-GB' })
  await again.page.goto(`${site.url}/track/${shipment.tracking_id}#stop=${token}`)
  await again.page.getByText('You will get no more e-mails about parcels of this company, nor codes').waitFor()
  expect(await again.page.getByRole('button', { name: 'Stop these e-mails' }).count()).toBe(0)
  await again.page.getByRole('button', { name: 'Start them again' }).waitFor()

  await page.getByRole('button', { name: 'Start them again' }).click()
  await page.getByText('You will get these e-mails again.').waitFor()
  expect((await resend()).status).toBe(202)
})

test('a link that lost its end offers nothing, and says to open it again', async () => {
  const { tracking_id } = await book(tenant)
  await using opened = await openPage(browser, [site.url], { locale: 'en-GB' })
  const { page } = opened
  await page.goto(`${site.url}/track/${tracking_id}#stop=1.sJ0qWc`)
  await page.getByText('Open the link in the e-mail again, or try later.').waitFor()
  expect(await page.getByRole('button', { name: 'Stop these e-mails' }).count()).toBe(0)
})
