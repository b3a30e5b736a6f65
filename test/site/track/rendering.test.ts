import { describe, expect, test } from 'vitest'
import { expectAccessible, openPage, phone, horizontalOverflow } from '../../support/site/browser.ts'
import { smallPhone } from '../../support/site/console.ts'
import {
  setUp,
  browser,
  event,
  awaitHeading,
  id,
  openWith,
  parcel,
  awaitText,
  site,
} from './failures.fixture.ts'

setUp()

describe('the page of a parcel', () => {
  test('groups events by day in the reader’s time zone, newest first, and keeps the age current', async () => {
    const events = [
      { ...event('SHIPMENT_CREATED', '2029-12-31T12:00:00Z', 'SVO'), place: 'Moscow (SVO)' },
      event('PACKAGE_SCANNED', '2030-05-31T19:00:00Z', 'WH-1'),
      { ...event('FLIGHT_DEPARTED', '2030-05-31T21:30:00Z', 'SVO'), place: 'Moscow (SVO)' },
      event('BEAMED_UP', '2030-06-01T11:57:00Z', '', 'Beamed up by the ship'),
    ]
    await using opened = await openWith([{ json: parcel({ events }) }])
    const { page, faults } = opened
    await awaitHeading(page, 'On its way')
    const lines = await page.locator('h3, .timeline li').allInnerTexts()
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      'Today',
      'Beamed up by the ship 15:57',
      'Flight departed 1:30 · Moscow (SVO)',
      'Yesterday',
      'Received at the warehouse 23:00',
      'Monday, 31 December 2029',
      'Shipment booked 16:00 · Moscow (SVO)',
    ])
    await awaitText(page, 'Updated 3 minutes ago')
    await page.clock.runFor(120_000)
    await awaitText(page, 'Updated 5 minutes ago')
    await awaitText(page, /^Monday,? 3 June$/)
    expect(faults).toEqual([])
  })

  test('shows “Returned” as the last step of a returned parcel', async () => {
    await using opened = await openWith([{ json: parcel({ status: 'RETURNED' }) }], phone)
    const { page } = opened
    await awaitHeading(page, 'Returned')
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
    expect(await steps.allTextContents()).toEqual(['Registered', 'Returned'])
    expect(await page.getByText('Expected delivery').count()).toBe(0)
    await page.clock.resume()
    await expectAccessible(page)
  })

  test.each([
    [1, 'Your parcel has arrived at the warehouse.'],
    [3, 'Your parcel has arrived at the warehouse. Some of its packages may be at another stage.'],
  ])('says of %i packages what is known of all', async (packages_count, sentence) => {
    await using opened = await openWith([{ json: parcel({ status: 'CONSOLIDATING', packages_count }) }])
    await awaitHeading(opened.page, 'Arrived')
    expect(await opened.page.locator('.hero .state p').textContent()).toBe(sentence)
  })

  test.each(['READY_FOR_PICKUP', 'DELIVERED'] as const)(
    'says of a parcel that is %s how many of its packages are missing',
    async (status) => {
      const events = [
        { ...event('LOST', '2030-06-01T08:00:00Z'), packages: [3] },
        { ...event(status, '2030-06-01T09:00:00Z'), packages: [1, 2] },
      ]
      await using opened = await openWith([{ json: parcel({ status, packages_count: 3, events }) }])
      const { page } = opened
      await awaitHeading(page, status === 'DELIVERED' ? 'Delivered' : 'Ready for pickup')
      await awaitText(page, 'Missing; we are searching for it · 1 of 3 packages')
      await awaitText(page, /Some of its packages may be at another stage\.$/)
    },
  )

  test.each([
    ['the same', [1, 2], 'Your parcel has arrived at the warehouse.'],
    ['another', [2], 'Your parcel has arrived at the warehouse. Some of its packages may be at another stage.'],
  ])('of two packages whose newest event is %s', async (_, packages, sentence) => {
    const events = [
      { ...event('FLIGHT_ARRIVED', '2030-06-01T08:00:00Z'), packages: [1, 2] },
      { ...event('ARRIVED_AT_WAREHOUSE', '2030-06-01T09:00:00Z'), packages },
    ]
    await using opened = await openWith([
      { json: parcel({ status: 'CONSOLIDATING', packages_count: 2, events }) },
    ])
    await awaitHeading(opened.page, 'Arrived')
    expect(await opened.page.locator('.hero .state p').textContent()).toBe(sentence)
  })

  test('says of a problem of a part how many packages have it', async () => {
    const events = [
      { ...event('DELIVERED', '2030-06-01T08:00:00Z'), packages: [1] },
      { ...event('DELIVERY_FAILED', '2030-06-01T09:00:00Z'), packages: [2] },
    ]
    const of = { status: 'READY_FOR_PICKUP' as const, packages_count: 2, events }
    await using opened = await openWith([{ json: parcel(of) }])
    await awaitHeading(opened.page, 'Ready for pickup')
    await awaitText(opened.page, 'Delivery attempt failed · 1 of 2 packages')
  })

  test.each([
    ['BAG_MISSED_FLIGHT', []],
    ['FLIGHT_CANCELLED', ['Flight cancelled; waiting for another one']],
  ])('a packed parcel waits for another flight after %s', async (type, chips) => {
    const events = [event('ASSIGNED_TO_BAG', '2030-06-01T07:00:00Z'), event(type, '2030-06-01T08:00:00Z')]
    await using opened = await openWith([{ json: parcel({ status: 'IN_TRANSIT', events }) }])
    const { page } = opened
    await awaitHeading(page, 'Waiting for another flight')
    expect(await page.locator('.setback').allTextContents()).toEqual(chips)
  })

  test('expects no parcel without a destination', async () => {
    await using opened = await openWith([{ json: parcel({ destination: '' }) }])
    await awaitHeading(opened.page, 'On its way')
    expect(await opened.page.getByText(/expected/i).count()).toBe(0)
  })

  test('expects no parcel that is missing', async () => {
    const lost = [event('LOST', '2030-06-01T09:00:00Z')]
    await using opened = await openWith([{ json: parcel({ events: lost }) }])
    await awaitHeading(opened.page, 'Missing; we are searching for it')
    expect(await opened.page.getByText(/expected/i).count()).toBe(0)
  })

  test('shows where a parcel that is ready can be collected, with a link to a map', async () => {
    const place = { name: '<b>Hub</b>', address: 'Airport Road 7', city: 'Tbilisi' }
    const pickup = [
      { ...place, hours: 'Mon–Fri 9–18\nSat 10–14', phone: '+995322000000' },
      { name: 'WH-ABC123', address: '', city: '', hours: '', phone: '' },
    ]
    await using opened = await openWith([{ json: parcel({ status: 'READY_FOR_PICKUP', pickup }) }], phone)
    const { page, faults } = opened
    await awaitHeading(page, 'Ready for pickup')
    const places = page.getByRole('region', { name: 'Where to collect it: ' })
    const texts = (await places.allInnerTexts()).map((text) => text.split('\n').filter((line) => line !== ''))
    expect(texts).toEqual([
      [
        'Where to collect it',
        '<b>Hub</b>',
        'Address:',
        'Airport Road 7',
        'Tbilisi',
        'Opening hours:',
        'Mon–Fri 9–18',
        'Sat 10–14',
        'Phone:',
        '+995322000000',
        'Show on a map',
        'Call',
      ],
      ['Where to collect it', 'WH-ABC123'],
    ])
    expect(await places.getByRole('link', { name: '+995' }).getAttribute('href')).toBe('tel:+995322000000')
    const link = places.getByRole('link', { name: 'Show on a map' })
    const map = 'https://www.openstreetmap.org/search?query=Airport%20Road%207%2C%20Tbilisi'
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([map, 'noreferrer'])
    await page.clock.resume()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('shows a hold in place of the status and of where to collect, until it is cleared', async () => {
    const place = { name: 'Hub', address: 'Airport Road 7', city: 'Tbilisi', hours: '', phone: '' }
    const held = [
      event('READY_FOR_PICKUP', '2030-06-01T09:00:00Z', 'WH-1'),
      { ...event('CUSTOMS_HOLD', '2030-06-01T10:00:00Z', 'WH-1'), packages: [1, 2] },
      { ...event('DAMAGED', '2030-06-01T10:30:00Z', 'WH-1'), packages: [2] },
    ]
    const cleared = [1, 2].map((n) => ({
      ...event('CUSTOMS_CLEARED', `2030-06-01T1${n}:00:00Z`, 'WH-1'),
      packages: [n],
    }))
    const ready = { status: 'READY_FOR_PICKUP' as const, pickup: [place] }
    await using opened = await openWith([
      { json: parcel({ ...ready, events: held }) },
      { json: parcel({ ...ready, events: [...held, ...cleared.slice(0, 1)] }) },
    ])
    const { page, faults } = opened
    await awaitHeading(page, 'Held by customs')
    await awaitText(page, 'Please wait until it is cleared')
    const places = page.getByRole('region', { name: 'Where to collect it: ' })
    expect(await places.count()).toBe(0)
    expect(await page.getByText('is waiting for you').count()).toBe(0)
    expect(await page.title()).toBe(`Held by customs · ${id}`)
    // One of the two can be collected.
    await page.clock.runFor(30_000)
    await awaitHeading(page, 'Ready for pickup')
    await places.waitFor()
    expect(faults).toEqual([])
  })

  test('escapes HTML, and fits place names of the maximum length', async () => {
    const tag = '<img src=x onerror=alert(1)>'
    const long = `${'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(5)}${tag}`
    const events = [event('UNKNOWN', '2030-06-01T11:00:00Z', long, tag)]
    for (const locale of ['en', 'ar']) {
      const size = { viewport: { width: 320, height: 600 } }
      const answer = { json: parcel({ origin: long, destination: long, events }) }
      await using opened = await openWith([answer], { locale, ...size })
      const { page, faults } = opened
      await awaitText(page, tag)
      expect([await page.locator('main img').count(), await horizontalOverflow(page)]).toEqual([0, 0])
      expect(faults).toEqual([])
    }
  })

  test.each(['en', 'ru', 'ka', 'ar'])('on a phone, in %s, the age is on a line of its own', async (locale) => {
    const events = [event('SHIPMENT_CREATED', '2030-06-01T09:00:00Z', 'SVO')]
    await using opened = await openWith([{ json: parcel({ events }) }], { ...smallPhone, locale })
    const { page } = opened
    await page.locator('.hero > .small').waitFor()
    const [id, count, age] = await page.locator('.hero > .small > span').all()
    const top = async (line = age) => (await line!.boundingBox())!.y
    expect([await top(count), await top(id)].map(Math.round)).toSatisfy(([one, other]) => one === other)
    expect(await top(age)).toBeGreaterThan(await top(count))
  })

  test('prints the parcel without buttons and links', async () => {
    await using opened = await openWith([{ json: parcel() }])
    const { page } = opened
    await awaitHeading(page, 'On its way')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('button:visible, a#another:visible').count()).toBe(0)
    await awaitHeading(page, 'On its way')
  })
})

describe('the language', () => {
  test('of the URL has precedence over the browser’s, and is remembered', async () => {
    await using opened = await openWith([{ json: parcel() }], { path: `/track/${id}?lang=KA`, locale: 'ru' })
    const { page } = opened
    await awaitHeading(page, 'გზაშია')
    await awaitText(page, 'ორშაბათი, 3 ივნისი')
    await page.goto(`${site.url}/track/${id}`)
    await awaitHeading(page, 'გზაშია')
  })

  test('is kept in the URL if the browser has no storage', async () => {
    await using opened = await openWith([{ json: parcel() }], { path: '/track' })
    const { page, faults } = opened
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })`,
    )
    await page.goto(`${site.url}/track/${id}`)
    await page.getByRole('button', { name: 'العربية' }).click()
    await awaitHeading(page, 'في الطريق')
    await page.reload()
    await awaitHeading(page, 'في الطريق')
    await page.getByRole('link', { name: 'تتبّع طرد آخر' }).click()
    await awaitHeading(page, 'تتبّع طردك')
    expect(faults).toEqual([])
  })

  test('without JavaScript is every supported one, in the note that JavaScript is needed', async () => {
    await using opened = await openPage(browser, [site.url], { javaScriptEnabled: false })
    const { page, faults } = opened
    await page.goto(`${site.url}/track/${id}`)
    const text = await page.locator('main').innerText()
    for (const words of ['needs JavaScript', 'нужен JavaScript', 'JavaScript სჭირდება', 'تحتاج هذه الصفحة'])
      expect(text).toContain(words)
    expect(faults).toEqual([])
  })
})
