import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { add, book, newTenant, openBag, type Tenant } from '../../support/api/tenant.ts'
import { failed, routeNext } from '../../support/site/network.ts'
import { eventually, startConsole, type Console } from '../../support/site/console.ts'
import { scanner } from '../../support/site/scanner.ts'
import { seconds } from '../../support/suite/time.ts'

let site: Console
let tenant: Tenant
let shipment: { id: string }
beforeAll(async () => {
  ;[site, tenant] = await Promise.all([startConsole(), newTenant()])
  shipment = await book(tenant)
})
afterAll(() => site[Symbol.asyncDispose]())

/** Packages that are in no bag yet. */
async function newPackages(count: number) {
  const all: { id: string; qr_code: string; qr_data: object }[] = []
  while (all.length < count) all.push(await add(tenant, shipment.id, { weight: 0.1 }))
  return all
}
let bag: { id: string }
beforeEach(async () => {
  bag = await openBag(tenant)
})
const openBagPanel = async () => {
  const opened = await site.openAs(tenant.email, `/console/bags/${bag.id}`)
  await line(opened.page).waitFor()
  return { ...opened, scan: await scanner(opened.page) }
}
const line = (page: Page) => page.getByLabel('Scan a package or a command')
/** The scans that the page lists, the newest first: "<text> <what became of it>". */
const scans = (page: Page) => page.getByRole('list', { name: 'Scans' }).getByRole('listitem')
const contents = async () =>
  ((await tenant.send(`GET /api/v1/bags/${bag.id}/packages?limit=200`)).body as { qr_code: string }[]).map(
    ({ qr_code }) => qr_code,
  )

test('40 labels that are scanned without a pause are packed in order, though answers are slow', async () => {
  const packages = await newPackages(40)
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const packed: string[] = []
  await page.route('**/api/v1/bags/*/packages', async (route: Route) => {
    packed.push(...(route.request().postDataJSON() as { qr_codes: string[] }).qr_codes)
    await new Promise((answered) => setTimeout(answered, 25))
    await route.continue()
  })
  // Most by their QR codes, some by the code that is printed below.
  const labels = packages.map(({ qr_code, qr_data }, n) => (n % 4 === 0 ? qr_code : JSON.stringify(qr_data)))
  await scan(...labels)
  await page.getByText('Packed: 40 in the bag').waitFor({ timeout: seconds(45) })
  expect(packed).toEqual(labels)
  expect((await contents()).toSorted()).toEqual(packages.map(({ qr_code }) => qr_code).toSorted())
  expect(await line(page).inputValue()).toBe('')
  expect(faults).toEqual([])
})

test('a scan goes to the scanner’s line wherever the focus is, and presses no button', async () => {
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const [first, second, third] = await newPackages(3)
  await page.getByRole('button', { name: 'Seal', exact: true }).focus()
  await scan(first!.qr_code)
  await page.getByText('Packed: 1 in the bag').waitFor()
  expect(await page.getByRole('dialog').count(), 'no question was opened').toBe(1)

  await page.getByRole('button', { name: 'Check in' }).click()
  const tag = page.getByLabel('Airline tag')
  await tag.fill('0555 123')
  await scan(second!.qr_code)
  await page.getByText('Packed: 2 in the bag').waitFor()
  expect(await tag.inputValue()).toBe('0555 123')
  expect(await page.getByRole('dialog').count(), 'the form was not sent').toBe(2)

  // What a person types stays in the field.
  const type = await scanner(page, 0.2)
  await tag.fill('')
  await type('0555123456')
  expect(await tag.inputValue()).toBe('0555123456')
  await eventually(
    () => page.evaluate('document.activeElement.name'),
    'Enter sends the form, which is not complete',
  ).toBe('airline')
  await page.keyboard.press('Escape')
  await scan(third!.qr_code)
  await page.getByText('Packed: 3 in the bag').waitFor()
  expect(faults).toEqual([])
})

test('a scan in the moment in which the line appears is taken', async () => {
  await using opened = await site.openAs(tenant.email, '/console/bags')
  const { page, faults } = opened
  const [one] = await newPackages(1)
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.querySelector('#scan-line')) return
    observer.disconnect()
    for (const code of [...'${one!.qr_code}', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }))
  }).observe(document, { childList: true, subtree: true })`)
  await page.locator(`a[href="/console/bags/${bag.id}"]`).click()
  await page.getByText('Packed: 1 in the bag').waitFor()
  expect(await contents()).toEqual([one!.qr_code])
  expect(faults).toEqual([])
})

test('an unknown label is red and the others go on; UNDO takes the last out, SEAL seals', async () => {
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const [first, second] = await newPackages(2)
  await scan(first!.qr_code, 'PKG-0000000000', second!.qr_code, 'UNDO')
  await eventually(() => scans(page).allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^UNDO\\s+${second!.qr_code} · Taken out again$`)),
    expect.stringMatching(`^${second!.qr_code}\\s+Packed: 2`),
    expect.stringMatching(/^PKG-0000000000\s+No package of this company has this code/),
    expect.stringMatching(`^${first!.qr_code}\\s+Packed: 1`),
  ])
  expect(await scans(page).evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'done',
    'done',
    'wrong',
    'done',
  ])
  expect(await contents()).toEqual([first!.qr_code])
  await scan('SEAL')
  await page.getByRole('dialog').getByText('Sealed', { exact: true }).waitFor()
  await line(page).waitFor({ state: 'hidden' })
  expect((await tenant.send(`GET /api/v1/bags/${bag.id}`)).body).toMatchObject({ status: 'SEALED' })
  expect(faults).toEqual([])
})

test('a package that goes to another country is packed, in amber with the place where it goes', async () => {
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const { id } = await book(tenant, { origin: 'Berlin', destination: 'Yerevan' })
  const elsewhere = await add(tenant, id)
  await scan(elsewhere.qr_code)
  await eventually(() => scans(page).allInnerTexts()).toEqual([
    expect.stringMatching(
      /This bag does not go there: the parcel is for Yerevan \(EVN\) · Packed: 1 in the bag/,
    ),
  ])
  expect(await scans(page).first().getAttribute('class')).toBe('needs')
  const row = page.getByRole('dialog').getByRole('row', { name: elsewhere.qr_code })
  await row.getByText('Yerevan').waitFor()
  expect(faults).toEqual([])
})

test('a forged label is red, and its package is not packed', async () => {
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const [one] = await newPackages(1)
  const forged = JSON.stringify({ ...one!.qr_data, c: '0'.repeat(64) })
  await scan(forged)
  await eventually(() => scans(page).first().innerText()).toContain('This label is not genuine')
  expect(await contents()).toEqual([])
  expect(faults).toEqual([])
})

test.for(['pack', 'undo', 'seal'] as const)('a scan whose response was lost is done once: %s', async (what) => {
  await using opened = await openBagPanel()
  const { page, faults, scan } = opened
  const [first, second, third] = await newPackages(3)
  await scan(first!.qr_code, second!.qr_code)
  await page.getByText('Packed: 2 in the bag').waitFor()
  const sent: string[] = []
  const requests = { pack: '**/api/v1/bags/*/packages', undo: '**/api/v1/bags/*/packages/*', seal: '**/seal' }
  await routeNext(page, requests[what], async (route) => {
    sent.push((await route.fetch()).status().toString())
    await route.abort()
  })
  await scan(what === 'pack' ? third!.qr_code : what.toUpperCase())
  const done = { pack: 'Packed: 3', undo: 'Taken out again', seal: 'Sealed' }[what]
  if (what === 'seal') await page.getByRole('dialog').getByText('Sealed', { exact: true }).waitFor()
  else await eventually(() => scans(page).first().innerText()).toContain(done)
  expect(sent).toEqual(['200'])
  const expected = { pack: [first, second, third], undo: [first], seal: [first, second] }[what]
  expect((await contents()).toSorted()).toEqual(expected.map((one) => one!.qr_code).toSorted())
  // Another attempt to take the package out finds it out already.
  const refused = what === 'undo' ? [failed(404)] : []
  expect(faults).toEqual([expect.stringContaining('net::ERR_FAILED'), ...refused])
})
