import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite, newTenant, password, verifyManager, type Tenant } from '../../../support/api/tenant.ts'
import { arrivingCode, emailsTo } from '../../../support/mail/mailbox.ts'
import {
  eventually,
  press,
  says,
  startConsole,
  submit,
  top,
  type Console,
} from '../../../support/site/console.ts'
import { expectAccessible } from '../../../support/site/browser.ts'
import { indexesCaughtUp } from '../indexes.fixture.ts'
import { colleague } from '../../../support/site/staff.ts'
import { waitUntil } from '../../../support/suite/wait.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

/** Creates an API key as one of the managers. */
async function createKey(tenant: Tenant, token: string, name: string) {
  const created = await tenant.send('POST /api/v1/api-keys', {
    token,
    body: { name, scopes: ['shipments:read'] },
  })
  expect(created.status, created.text).toBe(201)
}
/** Waits for the code of a later e-mail than that of another code. */
const laterCode = (to: string, former: string) =>
  waitUntil(async () =>
    (await emailsTo({ to }))
      .map(({ body }) => /^[0-9A-Z]{8}$/m.exec(body.text)?.[0])
      .find((code) => code !== undefined && code !== former),
  )
const keysOf = async ({ send }: Tenant) =>
  ((await send('GET /api/v1/api-keys')).body as { name: string }[]).map(({ name }) => name).toSorted()

test('after a user is dismissed, a manager ends access that they gave and keeps the rest, which the user’s screen lists', async () => {
  const tenant = await newTenant()
  const email = await colleague(tenant, { role: 'manager' })
  const { body } = await tenant.call('POST /api/v1/auth/login', { body: { email, password } })
  const token = body.access_token as string
  await createKey(tenant, token, 'Web shop')
  await createKey(tenant, token, 'Own laptop')
  const friend = `friend-${randomUUID()}@example.com`
  const invited = await tenant.send('POST /api/v1/users', { token, body: { email: friend, role: 'viewer' } })
  expect(invited.status, invited.text).toBe(201)
  await indexesCaughtUp()

  await using opened = await site.openAs(tenant.email, `/console/people/${body.user.id}`)
  const { page, faults } = opened
  await press(page, 'Deactivate')
  await press(page, 'Deactivate')
  await page.getByRole('dialog', { name: 'What becomes of the access that they gave?' }).waitFor()
  const box = (name: string) => top(page).getByRole('checkbox', { name })
  await eventually(() => top(page).getByRole('checkbox').count()).toBe(3)
  for (const name of ['Web shop', 'Own laptop', friend]) expect(await box(name).isChecked(), name).toBe(true)
  await expectAccessible(page)
  await box('Web shop').uncheck()
  await press(page, 'End selected')
  await says(page, 'Access ended')
  await eventually(() => keysOf(tenant)).toEqual(['Web shop'])
  const { body: user } = await tenant.send(`GET /api/v1/users/${invited.body.id}`)
  expect(user.status).not.toBe('INVITED')

  const panel = page.getByRole('dialog', { name: email })
  await panel.getByRole('heading', { name: 'Access given', exact: true }).waitFor()
  await eventually(() => panel.getByRole('checkbox').count()).toBe(1)
  await box('Web shop').check()
  await press(page, 'End selected')
  await panel.getByRole('heading', { name: 'Access given', exact: true }).waitFor({ state: 'hidden' })
  await eventually(() => keysOf(tenant)).toEqual([])
  expect(faults).toEqual([])
})

test('access that the user has given is not selected on an ordinary visit', async () => {
  const tenant = await newTenant()
  await verifyManager(tenant)
  await createKey(tenant, tenant.token, 'Web shop')
  await indexesCaughtUp()
  await using opened = await site.openAs(tenant.email, '/console/sessions')
  const { page, faults } = opened
  const box = page.getByRole('checkbox', { name: 'Web shop' })
  await box.waitFor()
  expect(await box.isChecked()).toBe(false)
  const button = page.getByRole('button', { name: 'End selected' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(faults).toEqual([])
})

test.for([
  ['in the console', '/console'],
  ['on the phone', '/work'],
] as const)(
  'a manager who has reset the password %s reviews the access of the last 30 days, and ends it in one step',
  async ([, start]) => {
    const tenant = await newTenant()
    await verifyManager(tenant)
    const former = await arrivingCode(tenant.email)
    await createKey(tenant, tenant.token, 'Unknown')
    const { email: stranger } = await invite(tenant, { role: 'manager' })
    await indexesCaughtUp()
    await using opened = await site.open()
    const { page, faults } = opened
    await page.goto(`${site.url}${start}`)
    await press(page, 'Forgot password?')
    await submit(page, { 'E-mail address': tenant.email }, 'Send me a code')
    const code = await laterCode(tenant.email, former)
    await submit(page, { Code: code, 'New password': 'another long pass phrase' }, 'Set password and sign in')
    if (start === '/work') await page.getByRole('link', { name: 'Check access' }).click()
    await page.getByRole('heading', { name: 'Access you have given', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/sessions')
    const box = (name: string) => page.getByRole('checkbox', { name })
    for (const name of ['Unknown', stranger]) expect(await box(name).isChecked(), name).toBe(true)
    await expectAccessible(page)
    await press(page, 'End selected')
    await page.getByText('No access given').waitFor()

    const { body } = await tenant.call('POST /api/v1/auth/login', {
      body: { email: tenant.email, password: 'another long pass phrase' },
    })
    const token = body.access_token as string
    await eventually(
      async () => (await tenant.send(`GET /api/v1/users/${body.user.id}/grants`, { token })).body as unknown,
    ).toEqual([])
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    expect(faults).toEqual([])
  },
)

test('the link of an e-mail about the account leads to the sessions', async () => {
  const tenant = await newTenant()
  await using opened = await site.openAs(tenant.email, '/console#/sessions')
  await opened.page.getByRole('heading', { name: 'Access you have given', exact: true }).waitFor()
  expect(opened.page.url()).toBe(`${site.url}/console/sessions`)
  expect(opened.faults).toEqual([])
})
