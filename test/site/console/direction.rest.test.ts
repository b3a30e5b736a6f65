import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addContact, addCourier, book, change, newTenant, openBag, schedule } from '../../support/api/tenant.ts'
import { desktop } from '../../support/site/browser.ts'
import { eventually, smallPhone, startConsole, type Console } from '../../support/site/console.ts'
import { written } from '../../support/site/busy-day.ts'

let site: Console
let email: string
beforeAll(async () => {
  ;[site, email] = await Promise.all([startConsole(), company()])
})
afterAll(() => site[Symbol.asyncDispose]())

const phone = '+1 212 555-0100'
const { latin, arabic } = written
/** A company with shipments, a contact, and a bag whose courier cannot fly, all of them with names in two directions. */
async function company() {
  const tenant = await newTenant()
  for (const { name } of [latin, arabic])
    await book(tenant, { origin: 'Tbilisi', destination: 'New York', recipient_name: name })
  await addContact(tenant, { name: 'Acme Ltd', phone })
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const [bag, courier, flight] = await Promise.all([
    openBag(tenant, { label: latin.name, origin: 'TBS', destination: 'JFK' }),
    addCourier(tenant, { full_name: 'Acme Ltd' }),
    schedule(tenant, { scheduled_departure: hours(3), scheduled_arrival: hours(7) }),
  ])
  const assignment = { courier_id: courier.id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, assignment)
  const noShow = { flight_id: flight.id, cause: 'ILLNESS' }
  expect((await tenant.send(`POST /api/v1/couriers/${courier.id}/no-shows`, { body: noShow })).status).toBe(201)
  return tenant.email
}

/** Where parts of a text stand on the page, from left to right, in the shortest visible text that has all of them. */
async function placesOf(page: Page, ...parts: string[]): Promise<string[]> {
  const find = () =>
    page.evaluate<string[]>(`(() => {
      const parts = ${JSON.stringify(parts)}
      const range = document.createRange()
      const boxOf = (element, part) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const start = node.data.indexOf(part)
          if (start < 0) continue
          range.setStart(node, start)
          range.setEnd(node, start + part.length)
          return range.getBoundingClientRect()
        }
      }
      const all = [...document.querySelectorAll('#screen *')].filter((element) =>
        element.checkVisibility() && parts.every((part) => element.textContent.includes(part)))
        .sort((a, b) => a.textContent.length - b.textContent.length)
      for (const element of all) {
        const boxes = parts.map((part) => boxOf(element, part))
        if (boxes.every((box) => box?.width > 0))
          return parts.map((part, n) => [part, boxes[n].left]).sort(([, a], [, b]) => a - b).map(([part]) => part)
      }
      return []
    })()`)
  await eventually(async () => (await find()).length, parts.join(' ')).toBe(parts.length)
  return find()
}
/** Of a text that is cut: whether its first letter is in sight. */
const showsBeginning = (page: Page, text: string) =>
  page.evaluate<boolean[]>(`(() => {
    const seen = []
    const walker = document.createTreeWalker(document.querySelector('#screen'), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.startsWith(${JSON.stringify(text)}) || !node.parentElement.checkVisibility()) continue
      range.selectNodeContents(node)
      const whole = range.getBoundingClientRect()
      range.setEnd(node, 1)
      const first = range.getBoundingClientRect()
      let clip = node.parentElement
      while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
      const { left, right } = clip.getBoundingClientRect()
      if (whole.left < left - 1 || whole.right > right + 1)
        seen.push(first.left >= left - 1 && first.right <= right + 1)
    }
    return seen
  })()`)

const languages = [
  ['Arabic', 'ar'],
  ['English', 'en'],
] as const
const widths = [
  ['a computer', desktop],
  ['a phone', smallPhone],
] as const
const places = languages.flatMap(([name, code]) =>
  widths.map(([device, options]) => [name, device, code, options] as const),
)
const openIn = async (language: string, address: string, options: object) => {
  const opened = await site.openAs(email, address, options)
  await opened.page.evaluate(`localStorage.setItem('language', '${language}')`)
  return opened
}

test.for(places)('routes and sentences run as the page does: in %s, on %s', async ([, , language, options]) => {
  await using opened = await openIn(language, '/console/shipments?view=list', options)
  const { page, faults } = opened
  const inOrder = (...parts: string[]) => (language === 'ar' ? parts.toReversed() : parts)
  const arrow = language === 'ar' ? '←' : '→'
  for (const [address, from, to] of [
    ['shipments?view=list', 'Tbilisi', 'New York'],
    ['shipments?view=board', 'Tbilisi', 'New York'],
    ['bags', 'TBS', 'JFK'],
    ['flights', 'SVO', 'TBS'],
  ] as const) {
    await page.goto(`${site.url}/console/${address}`)
    expect(await placesOf(page, from, arrow, to), address).toEqual(inOrder(from, arrow, to))
  }
  // A sentence begins with the name, wherever that is written.
  await page.goto(`${site.url}/console`)
  const rest = language === 'ar' ? 'اختر مندوباً آخر' : 'choose another courier'
  expect(await placesOf(page, 'Acme Ltd', rest)).toEqual(inOrder('Acme Ltd', rest))
  // A number is one from left to right, with its plus before it.
  await page.goto(`${site.url}/console/contacts`)
  expect(await placesOf(page, '+1', '0100')).toEqual(['+1', '0100'])
  expect(faults).toEqual([])
})

test.for(places)('a name that is cut shows its beginning: in %s, on %s', async ([, , language, options]) => {
  await using opened = await openIn(language, '/console/shipments?view=board', options)
  const { page, faults } = opened
  for (const [address, name] of [
    ['shipments?view=board', latin.name],
    ['shipments?view=board', arabic.name],
    ['shipments?view=list', latin.name],
    ['shipments?view=list', arabic.name],
    ['bags', latin.name],
  ] as const) {
    await page.goto(`${site.url}/console/${address}`)
    await page.getByText(name).filter({ visible: true }).first().waitFor()
    await eventually(() => showsBeginning(page, name), `${address} ${name}`).toEqual([true])
  }
  expect(faults).toEqual([])
})

test('a fact begins below its title in Arabic, also one with a Latin name and a tag', async () => {
  await using opened = await openIn('ar', '/console/bags', desktop)
  const { page, faults } = opened
  await page.goto(`${site.url}/console/bags`)
  await page.getByRole('row').filter({ hasText: latin.name }).getByRole('link').first().click()
  const fact = page.getByRole('dialog').locator('.facts > div').filter({ hasText: 'Acme Ltd' })
  const end = async (text: Locator) => {
    const { x = 0, width = 0 } = (await text.boundingBox()) ?? {}
    return Math.round(x + width)
  }
  expect(await end(fact.getByText('Acme Ltd', { exact: true }))).toBe(await end(fact.locator('dt')))
  expect(faults).toEqual([])
})
