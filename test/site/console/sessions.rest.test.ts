import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, endSessions, newTenant, password, type Tenant } from '../../support/api/tenant.ts'
import { failed, holding, routeNext } from '../../support/site/network.ts'
import {
  eventually,
  isSignedIn,
  signIn,
  startConsole,
  submit,
  type Console,
} from '../../support/site/console.ts'

let site: Console
let tenant: Tenant
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
})
afterAll(() => site[Symbol.asyncDispose]())

const lost = expect.stringContaining('net::ERR_FAILED')
const isSignedOut = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
const cookieOf = async (page: Page) => (await page.context().cookies())[0]

async function fillIn(page: Page) {
  for (const [group, name] of [
    ['From', 'Anna Petrova'],
    ['To', 'Giorgi Beridze'],
  ] as const) {
    const fields = page.getByRole('group', { name: group })
    await fields.getByLabel('Name').fill(name)
    await fields.getByLabel('Phone').fill('+995599123456')
    await fields.getByLabel('City').fill('Tbilisi')
  }
  await page.getByLabel('Weight (kg)').fill('2,5')
}
/** What the booking form contains. */
const entered = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('input')
    .evaluateAll((all) => all.map((input) => input.value).filter(Boolean))
/** A new form: one package. */
const empty = ['1']
const complete = [
  'Anna Petrova',
  '+995599123456',
  'Tbilisi',
  'Giorgi Beridze',
  '+995599123456',
  'Tbilisi',
  // As it is understood.
  '2.5',
  ...empty,
]
const bookButton = (page: Page) => page.getByRole('button', { name: 'Book', exact: true })
const booked = (page: Page) => page.getByRole('heading', { name: /^TRK-/ }).waitFor()
/** The company has one shipment, that of the page. */
const isOnly = (of: Tenant, page: Page) =>
  eventually(async () =>
    ((await of.send('GET /api/v1/shipments')).body as { id: string }[]).map(({ id }) => id),
  ).toEqual([new URL(page.url()).pathname.split('/').at(-1)])

/** The service refuses the access token of the page's next request to an address. */
const refuse = (page: Page, address: string) =>
  routeNext(page, address, (route) => route.fulfill({ status: 401, json: { status: 401, detail: 'Expired' } }))

test('a reload continues, and a second tab is signed in and out with the first', async () => {
  await using opened = await site.openAs(tenant.email)
  const { page, faults } = opened
  await page.reload()
  await isSignedIn(page)
  const second = await page.context().newPage()
  await second.goto(`${site.url}/console/bags`)
  await second.getByRole('heading', { name: 'Bags', level: 1 }).waitFor()
  await second.getByRole('button', { name: 'Sign out' }).click()
  await Promise.all([page, second].map(isSignedOut))
  await page.getByText('You have signed out.').waitFor()
  await eventually(async () => page.context().cookies()).toEqual([])
  await page.reload()
  await isSignedOut(page)
  await signIn(page, tenant.email)
  await isSignedIn(second)
  expect(faults).toEqual([])
})

test('the cookie stays after the browser is closed only if the user wants to stay signed in', async () => {
  await using opened = await site.openAs(tenant.email)
  const { page, faults } = opened
  expect(await cookieOf(page)).toMatchObject({ httpOnly: true, expires: -1 })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check()
  await signIn(page, tenant.email)
  const { expires = 0 } = (await cookieOf(page)) ?? {}
  expect(expires * 1000).toBeGreaterThan(Date.now() + 86_400_000)
  // A refresh renews it as it was.
  await page.reload()
  await isSignedIn(page)
  expect((await cookieOf(page))?.expires).toBeGreaterThanOrEqual(expires)
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('eyJ')
  expect(faults).toEqual([])
})

test('who signs in while a sign-out is still on its way stays signed in', async () => {
  await using opened = await site.openAs(tenant.email)
  const { page, faults } = opened
  const release = await holding(page, '**/auth/logout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').fill(tenant.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sending …' }).waitFor()
  release()
  await isSignedIn(page)
  await page.reload()
  await isSignedIn(page)
  expect(faults).toEqual([])
})

test('a wrong password says so', async () => {
  await using opened = await site.open()
  const { page, faults } = opened
  await page.goto(`${site.url}/console`)
  await submit(page, { 'E-mail address': tenant.email, Password: 'another pass phrase' }, 'Sign in')
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  expect(faults).toEqual([failed(401)])
})

test('an ended session asks again, and the typed booking is still there', async () => {
  const own = await newTenant()
  await using opened = await site.openAs(own.email, '/console/shipments/new')
  const { page, faults } = opened
  await fillIn(page)
  await endSessions(own)
  await refuse(page, 'POST **/api/v1/shipments')
  await bookButton(page).click()
  await page.getByText('You have been signed out because').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await signIn(page, own.email)
  await bookButton(page).waitFor()
  expect(await entered(page)).toEqual(complete)
  await bookButton(page).click()
  await booked(page)
  await isOnly(own, page)
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
})

test.for(['ends', 'is signed out'] as const)(
  'after a session that %s, another user gets nothing of the first',
  async (how) => {
    const [first, other] = await Promise.all([newTenant(), newTenant()])
    const { tracking_id } = await book(first)
    await using opened = await site.openAs(first.email, '/console/shipments')
    const { page, faults } = opened
    await page.getByText(tracking_id).waitFor()
    await page.getByRole('link', { name: 'New shipment' }).click()
    await fillIn(page)
    if (how === 'ends') {
      await endSessions(first)
      await refuse(page, 'POST **/api/v1/shipments')
      await bookButton(page).click()
      await page.getByText('You have been signed out because').waitFor()
    } else {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You have signed out').waitFor()
    }
    await signIn(page, other.email)
    await page.getByText('No shipments yet').waitFor()
    if (how !== 'ends') await page.getByRole('link', { name: 'New shipment' }).click()
    await bookButton(page).waitFor()
    expect(await entered(page)).toEqual(empty)
    expect(await page.getByText(tracking_id).count()).toBe(0)
    expect(await page.getByText(first.email).count()).toBe(0)
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
  },
)

test.for([
  [
    'is a 500',
    (route: Route) => route.fulfill({ status: 500, json: { status: 500, detail: 'Failed' } }),
    failed(500),
  ],
  [
    'is lost',
    async (route: Route) => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    },
    lost,
  ],
] as const)('nothing is lost and one shipment is booked when the answer %s', async ([, answer, fault]) => {
  const own = await newTenant()
  await using opened = await site.openAs(own.email, '/console/shipments/new')
  const { page, faults } = opened
  await fillIn(page)
  await routeNext(page, 'POST **/api/v1/shipments', answer)
  let sent = 0
  page.on(
    'request',
    (request) => (sent += Number(request.method() === 'POST' && request.url().endsWith('/shipments'))),
  )
  await bookButton(page).click()
  await page.getByText('No response was received').waitFor()
  expect(await entered(page)).toEqual(complete)
  await bookButton(page).dblclick()
  await booked(page)
  expect(sent).toBe(2)
  await isOnly(own, page)
  // The next booking begins empty.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'New shipment' }).click()
  await bookButton(page).waitFor()
  expect(await entered(page)).toEqual(empty)
  expect(faults).toEqual([fault])
})

test('a session is recognised by its browser and its network', async () => {
  await using opened = await site.openAs(tenant.email, '/console/sessions')
  const { page, faults } = opened
  const own = page.getByRole('row', { name: 'This one' })
  await own.getByText('Chrome, Linux').waitFor()
  await own.getByText(/^\d+\.\d+\.\d+\.0\/24$/).waitFor()
  expect(faults).toEqual([])
})
