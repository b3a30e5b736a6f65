import { expect, test } from 'vitest'
import { expectAccessible, phone } from '../../support/site/browser.ts'
import { setUp, event, awaitHeading, openWith, parcel, awaitText } from './failures.fixture.ts'

setUp()

const company = {
  name: 'Swift & <b>Couriers</b>',
  phone: '+995 (322) 00-00-00',
  email: 'hello@swift.example',
  website: 'https://swift.example/help',
}

test('the page shows how to reach the company, and nothing if it has not said how', async () => {
  const unreachable = { name: company.name, phone: '', email: '', website: '' }
  await using opened = await openWith([
    { json: parcel({ company }) },
    { json: parcel({ company: unreachable }) },
  ])
  const { page, faults } = opened
  const contact = page.getByRole('region', { name: 'Questions about this parcel?' })
  const links = await contact.getByRole('link').all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    'tel:+995322000000',
    'mailto:hello%40swift.example',
    'https://swift.example/help',
  ])
  expect(await links[2]?.getAttribute('rel')).toBe('noreferrer')
  await page.clock.runFor(15_000)
  await contact.waitFor({ state: 'detached' })
  await awaitText(page, company.name)
  expect(faults).toEqual([])
})

test('the header names the company that carries the parcel, and the service while it is unknown', async () => {
  await using opened = await openWith([{ json: parcel() }, { json: parcel({ company }) }])
  const { page } = opened
  await awaitHeading(page, 'On its way')
  const home = page.getByRole('banner').getByRole('link')
  expect(await home.innerText()).toBe('Courier Logistics')
  await page.clock.runFor(15_000)
  await home.filter({ hasText: company.name }).waitFor()
  await page.clock.resume()
  await expectAccessible(page)
})

test.each([
  ['en', 'Step 3 of 6 · Next: Arrived', 'right'],
  ['ar', 'الخطوة 3 من 6 · التالي: وصل', 'left'],
] as const)(
  'in %s, the way has its step reached, the next one, and the destination on the %s',
  async (locale, step, side) => {
    await using opened = await openWith(
      [{ json: parcel({ origin: 'Moscow (SVO)', destination: 'Batumi (BUS)' }) }],
      { locale },
    )
    const { page } = opened
    await awaitText(page, step)
    expect(await page.locator('[aria-current=step]').count()).toBe(1)
    const [from, to] = await page.locator('.route > div').all()
    expect(
      [await from!.innerText(), await to!.innerText()].map((text) => text.split('\n').filter(Boolean).slice(1)),
    ).toEqual([
      ['Moscow', 'SVO'],
      ['Batumi', 'BUS'],
    ])
    const [left, right] = await Promise.all([from, to].map(async (place) => (await place!.boundingBox())!.x))
    expect(left! < right!).toBe(side === 'right')
  },
)

test('several packages share the entry of an event, which counts them', async () => {
  const at = (minute: number) => `2030-06-01T10:0${minute}:00Z`
  const scans = [1, 2, 3].map((n) => ({ ...event('PACKAGE_SCANNED', at(n)), packages: [n] }))
  const events = [event('SHIPMENT_CREATED', at(0)), ...scans, { ...event('LOST', at(4)), packages: [2] }]
  await using opened = await openWith([{ json: parcel({ events, packages_count: 3 }) }])
  const { page } = opened
  await awaitHeading(page, 'On its way')
  const lines = await page.locator('.timeline li').allInnerTexts()
  expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    'Missing; we are searching for it 14:04 · 1 of 3 packages',
    'Received at the warehouse 14:03 · 3 of 3 packages',
    'Shipment booked 14:00',
  ])
  expect(await page.locator('.setback').innerText(), 'a problem is shown at the top').toContain('Missing')
})

test('a parcel of one package counts none', async () => {
  const events = [{ ...event('PACKAGE_SCANNED', '2030-06-01T10:00:00Z'), packages: [1] }]
  await using opened = await openWith([{ json: parcel({ events, packages_count: 1 }) }])
  await awaitHeading(opened.page, 'On its way')
  expect(await opened.page.locator('.timeline').innerText()).not.toContain('package ')
  expect(await opened.page.locator('.timeline').innerText()).not.toContain('of 1')
})

test.each([
  ['Delivered', 'Date of delivery', { status: 'DELIVERED' }],
  ['Returned', 'Date of return', { status: 'RETURNED' }],
  ['Cancelled', 'Cancelled on', { status: 'RETURNED', cancelled_at: '2030-05-31T21:30:00Z' }],
] as const)(
  'the head of a parcel that is %s has its date, its last step, and no estimate',
  async (title, term, fields) => {
    const ended = parcel({ ...fields, finished_at: '2030-05-31T21:30:00Z', company })
    await using opened = await openWith([{ json: ended }], phone)
    const { page } = opened
    await awaitHeading(page, title)
    const head = page.getByRole('region', { name: title })
    const text = (await head.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toMatch(new RegExp(`${term} Saturday,? 1 June 1:30`))
    expect(text).not.toMatch(/expected/i)
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
    expect((await steps.allTextContents()).at(-1)).toBe(title)
    await page.clock.resume()
    await expectAccessible(page)
  },
)

test('a parcel that waits for its recipient is expected no more', async () => {
  await using opened = await openWith([{ json: parcel({ status: 'READY_FOR_PICKUP' }) }])
  await awaitHeading(opened.page, 'Ready for pickup')
  expect(await opened.page.getByText(/expected/i).count()).toBe(0)
})
