import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { clocksIn } from '../../../shared/domain/kernel/time-zone.ts'
import { password } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import { eventually, isSignedIn, press, says, showAllScreens, submit, top } from '../../support/site/console.ts'

export const newEmail = (who: string) => `${who}-${randomUUID()}@example.com`
/** What a field for a time gets: so many hours from now, by the clocks of a zone, by default of the browser's. */
export const inHours = (hours: number, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone) =>
  clocksIn(Date.now() + hours * 3_600_000, zone)

export const go = async (page: Page, screen: string) => {
  if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape')
  const link = page.getByRole('navigation').getByRole('link', { name: screen, exact: true })
  if (!(await link.isVisible())) await showAllScreens(page)
  await link.click()
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor()
}
/** The names of the screens that the user may see. */
export async function screensOf(page: Page) {
  await showAllScreens(page)
  const links = page.getByRole('navigation').getByRole('link')
  await links.getByText('Contacts').waitFor()
  return links.allInnerTexts()
}
export const create = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
export const open = async (page: Page, screen: string, name: string | RegExp) => {
  await go(page, screen)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}
/** Waits until a figure of the panel has this number. */
export const counts = (page: Page, title: string, number: string) =>
  top(page)
    .locator('.tiles > div', { has: page.getByText(title, { exact: true }) })
    .getByText(number, { exact: true })
    .waitFor()
/** The manager invites a colleague, who accepts on a page of their own, which shows the form to sign in. */
export async function invite(manager: Page, page: Page, role: string) {
  const email = newEmail(role)
  await create(manager, 'Invite')
  await submit(manager, { 'E-mail address': email, Role: role }, 'Invite')
  await says(manager, `An invitation is on its way to ${email}`)
  await page.getByRole('button', { name: 'Accept an invitation' }).click()
  await submit(page, { Code: await arrivingCode(email), Password: password }, 'Accept')
  await isSignedIn(page)
}
/** Imports shipments, given as recipient and weight, of which one is in error. */
export async function importRows(page: Page, rows: readonly string[]) {
  const names = 'sender_name;sender_phone;origin;destination;recipient_phone;recipient_name;weight'
  const others = 'Anna Petrova;+79161234567;Moscow;Tbilisi;+995599000111'
  const file = [names, ...rows.map((row) => `${others};${row}`)].join('\r\n')
  await go(page, 'Import and export')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'shipments.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await press(page, 'Import')
  await says(page, 'The file is uploaded')
  await page.locator('tr', { hasText: 'Imported in part' }).getByText('Rows in error').waitFor()
}

/** Checks a bag in, whose form has the flight when the bag has been read again. */
export async function checkIn(page: Page, tag: string, flight: string) {
  await press(page, 'Check in')
  await eventually(() => top(page).getByLabel('Flight number').inputValue()).toBe(flight)
  await submit(page, { 'Airline tag': tag }, 'Check in')
  await says(page, /Checked in/)
}

/** How many buttons have a name, also in a closed menu. */
export const offers = (page: Page, name: string) =>
  top(page).getByRole('button', { name, exact: true, includeHidden: true }).count()

/** Makes the company require a code at hand-over. */
export async function requireCode(page: Page) {
  await go(page, 'Settings')
  await page.getByRole('checkbox', { name: 'Code by e-mail' }).check()
  await press(page, 'Save')
  await says(page, 'Saved')
  await page.reload()
  await eventually(() => page.getByRole('checkbox', { name: 'Code by e-mail' }).isChecked()).toBe(true)
}
