import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, newTenant } from '../../../support/api/tenant.ts'
import { startConsole, type Console } from '../../../support/site/console.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('the columns that are chosen are kept, and the choice closes with Escape and with a click elsewhere', async () => {
  const tenant = await newTenant()
  await book(tenant)
  await using opened = await site.openAs(tenant.email, '/console/shipments')
  const { page } = opened
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const header = (name: string) => page.getByRole('columnheader', { name })
  await header('Weight').waitFor()
  expect(await header('Sender').count()).toBe(0)

  await page.getByText('Columns', { exact: true }).click()
  const menu = page.locator('.menu', { hasText: 'Columns' })
  // By the text of a label, which takes no focus.
  await menu.getByText('Sender', { exact: true }).click()
  await header('Sender').waitFor()
  await menu.getByText('Weight', { exact: true }).click()
  await header('Weight').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()

  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('heading', { name: 'Shipments', exact: true }).click()
  expect(await menu.getAttribute('open')).toBeNull()

  await page.reload()
  await header('Sender').waitFor()
  expect(await header('Weight').count()).toBe(0)
})
