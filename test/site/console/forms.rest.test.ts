import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSessions, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { eventually, fill, press, signIn, startConsole, top, type Console } from '../../support/site/console.ts'
import { holding, routeNext } from '../../support/site/network.ts'
import { size } from '../../support/suite/proof.ts'
import { forms } from './forms.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

const note = (page: Page, text: string | RegExp) => top(page).getByRole('alert').getByText(text).waitFor()
const changed = (page: Page) => note(page, 'Save again to keep what you entered')
/** What the form on top contains. */
const entered = (page: Page) =>
  top(page)
    .locator('form')
    .last()
    .locator('input, select, textarea')
    .evaluateAll((all) => all.map((field) => (field.type === 'checkbox' ? field.checked : field.value)))

describe.each(forms.slice(0, size(3, forms.length)))('$name', ({ at, open = [], fields, request }) => {
  let tenant: Tenant
  let address: string
  beforeAll(async () => {
    tenant = await newTenant()
    address = await at(tenant)
  })

  test('keeps what was entered when it fails, and is carried out once', async () => {
    await using opened = await site.openAs(tenant.email, address)
    const { page } = opened
    const show = async () => {
      for (const name of open) await press(page, name)
      await top(page).locator('form').last().waitFor()
    }
    const submit = top(page).locator('form').last().locator('button[type=submit]')
    const send = () => submit.click()
    await show()
    await fill(top(page).locator('form').last(), fields)
    const before = await entered(page)
    // Choices of a list are shown when it has been read.
    const isKept = () => eventually(() => entered(page)).toEqual(before)

    await page.context().setOffline(true)
    await send()
    await note(page, 'You are offline')
    await isKept()
    await page.context().setOffline(false)

    await routeNext(page, request, (route) => route.fulfill({ status: 500, json: { detail: 'Failed' } }))
    await send()
    await note(page, 'It is not known')
    await isKept()

    await endSessions(tenant)
    await routeNext(page, request, (route) => route.fulfill({ status: 401, json: { detail: 'Expired' } }))
    await send()
    await page.getByText('You have been signed out because').waitFor()
    await signIn(page, tenant.email)
    await show()
    await isKept()

    // A slow answer that is lost, while the button is pressed again.
    const held = Promise.withResolvers<undefined>()
    const keys: (string | undefined)[] = []
    await routeNext(page, request, async (route: Route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await held.promise
      const lost = await route.fetch()
      expect(lost.ok(), `${lost.status()} ${await lost.text()}`).toBe(true)
      await route.abort()
    })
    await send()
    await submit.dispatchEvent('click')
    await eventually(() => keys.length).toBe(1)
    held.resolve(undefined)
    await note(page, 'It is not known')
    await isKept()

    const [method, path = ''] = request.split(' **')
    const sent = new RegExp(`${path.replaceAll('*', '[^/]+')}$`)
    const answer = page.waitForResponse(
      (one) => one.request().method() === method && sent.test(one.url()) && one.status() !== 412,
    )
    await send()
    // A record that has been read before the answer was lost is read again, and then sent with its version.
    if (method !== 'POST' && (await Promise.race([answer.then(() => 'done'), changed(page)])) !== 'done')
      await send()
    const again = await answer
    expect(again.ok(), `${again.url()}: ${again.status()}`).toBe(true)
    if (method === 'POST') {
      expect(again.request().headers()['idempotency-key']).toBe(keys[0])
      expect(again.headers()['idempotent-replayed']).toBe('true')
    }
    await eventually(() => page.getByRole('alert').count()).toBe(0)
  })
})

test('a choice that was made is sent, also while the list of choices is read again', async () => {
  const tenant = await newTenant()
  const { id } = await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  await using opened = await site.openAs(tenant.email, '/console/bags/new')
  const { page } = opened
  await fill(top(page).locator('form').last(), {
    Label: 'Bag 1',
    Warehouse: 'Tbilisi',
    'From airport': 'SVO',
    'To airport': 'TBS',
  })
  await holding(page, '**/api/v1/warehouses')
  await page.reload()
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/v1/bags'))
  await top(page).locator('form button[type=submit]').click()
  expect((await sent).postDataJSON()).toMatchObject({ warehouse_id: id })
})

test('a form that is left and opened again while it is sent waits for the answer, and is empty after it', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console/contacts/new')
  const { page } = opened
  const form = top(page).locator('form').last()
  const name = form.getByLabel(/^Name/)
  const submit = form.locator('button[type=submit]')
  await fill(form, { Name: 'Nino', Phone: '+995599123456' })
  const release = await holding(page, 'POST **/api/v1/contacts')
  await submit.click()
  await submit.getByText('Sending').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'New contact' }).first().click()
  await submit.getByText('Sending').waitFor()
  expect(await name.inputValue()).toBe('Nino')
  release()
  await eventually(() => name.inputValue()).toBe('')
  await submit.getByText('New contact').waitFor()
  await page.reload()
  expect(await name.inputValue()).toBe('')
})
