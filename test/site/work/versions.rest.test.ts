import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freshAddress } from '../../support/api/client.ts'
import {
  add,
  book,
  newTenant,
  openBag,
  openWarehouse,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { eventually } from '../../support/site/console.ts'
import { startPhone, type Phone } from '../../support/site/phone.ts'
import { startSiteServer } from '../../support/site/server.ts'
import {
  badge,
  chooseWarehouse,
  isKept,
  openTask,
  openWork,
  scan,
  scansOf,
  type Labelled,
} from './work.fixture.ts'

const previousShell = 'shell-00000000.html'
/** Whether the server has the previous version of the page, and whether the API answers. */
let [isPrevious, isApiUp] = [true, true]
let site: Awaited<ReturnType<typeof startSiteServer>>
let phone: Phone
let tenant: Tenant
beforeAll(async () => {
  site = await startSiteServer(freshAddress(), answer)
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[isPrevious, isApiUp] = [true, true]
  ;[phone, tenant] = await Promise.all([startPhone(), newTenant()])
})
afterEach(() => phone[Symbol.asyncDispose]())

/** The previous version: a service worker of its own, whose page has another title. */
async function answer(path: string) {
  if (path.startsWith('/api/v1/scan') && !isApiUp)
    return { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{"detail":"Unavailable"}' }
  if (!isPrevious) return undefined
  const read = async (file: string) => {
    const response = await fetch(new URL(file, inject('url')))
    const headers = new Headers(response.headers)
    // These are of another body than is sent.
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
    return { status: 200, headers: Object.fromEntries(headers), text: await response.text() }
  }
  if (path === '/work/service-worker.js') {
    const { text, ...rest } = await read(path)
    return { ...rest, body: text.replaceAll(/shell-[0-9A-F]{8}\.html/g, previousShell) }
  }
  if (path === `/work/${previousShell}`) {
    const { text, ...rest } = await read('/work')
    return { ...rest, body: text.replace('<div id="work">', '<div id="work" data-version="previous">') }
  }
  return undefined
}
const isPreviousPage = (page: Page) => page.locator('[data-version=previous]').count()

test('a new version opens when the worker wants it: a task goes on until then, and nothing of the queue is lost', async () => {
  await openWarehouse(tenant, { name: 'Tbilisi', code: 'TBS1' })
  const shipment = await book(tenant)
  const packages: Labelled[] = []
  while (packages.length < 5) packages.push(await add(tenant, shipment.id))
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  await chooseWarehouse(page, 'Tbilisi')
  await isKept(page)
  await page.reload()
  await eventually(() => isPreviousPage(page)).toBe(1)

  isApiUp = false
  await openTask(page, 'Scan in')
  await scan(page, packages.slice(0, 4))
  await badge(page, '4 waiting')
  isPrevious = false
  await page.evaluate('navigator.serviceWorker.getRegistration("/work").then((one) => one.update())')
  await eventually(() =>
    page.evaluate<boolean>(
      'navigator.serviceWorker.getRegistration("/work").then((one) => one.waiting !== null)',
    ),
  ).toBe(true)
  await scan(page, packages.slice(4))
  await badge(page, '5 waiting')
  expect(await isPreviousPage(page)).toBe(1)

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('A new version is ready').waitFor()
  await page.getByRole('button', { name: 'Open it' }).click()
  await eventually(() => isPreviousPage(page)).toBe(0)
  await badge(page, '5 waiting')
  isApiUp = true
  await page.reload()
  await badge(page, 'All sent')
  for (const { id } of packages) expect(await scansOf(tenant, id)).toHaveLength(1)
})

test('what an earlier version has stored is sent, though it names packages and bags by their ids', async () => {
  isPrevious = false
  const [warehouse, bag] = await Promise.all([openWarehouse(tenant), openBag(tenant)])
  const parcels = await Promise.all([1, 2, 3].map(async () => newParcel(tenant)))
  const [packed, damaged, given] = parcels as [Labelled, Labelled, Labelled]
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  const at = new Date().toISOString()
  const scanned = { bag_id: bag.id, qr_code: JSON.stringify(packed.qr_data) }
  const stored = [
    { kind: 'pack', input: scanned },
    { kind: 'unpack', input: scanned },
    { kind: 'unload', input: { bag_id: bag.id, warehouse_id: warehouse.id } },
    { kind: 'damage', input: { package_id: damaged.id, note: 'Wet' } },
    { kind: 'handOver', input: { package_ids: [given.id], received_by: 'Giorgi Beridze', photos: [] } },
  ].map((entry) => ({ ...entry, id: randomUUID(), user: tenant.user.id, at, label: '', state: 'waiting' }))
  await store(page, stored)
  await page.reload()
  const read = async (path: string) => (await tenant.send(`GET /api/v1/${path}`)).body
  await eventually(async () => (await read(`packages/${given.id}`)).status).toBe('DELIVERED')
  await badge(page, 'All sent')
  const events = (await read(`packages/${packed.id}/events`)) as { event_type: string }[]
  expect(events.map(({ event_type }) => event_type)).toContain('REMOVED_FROM_BAG')
  const unloadings = () => read(`warehouse/${warehouse.id}/unloadings`)
  await eventually(unloadings).toMatchObject([{ bag_id: bag.id }])
  await eventually(() => read('cases')).toMatchObject([{ kind: 'DAMAGE', package_ids: [damaged.id] }])
})

test('a refusal that an earlier version has stored has no reason, and is shown as the service said it', async () => {
  isPrevious = false
  const page = await phone.start()
  await openWork(page, site.url, tenant.email)
  const detail = 'A bag with status SEALED takes no more packages'
  const entry = {
    kind: 'seal',
    input: { bag_id: randomUUID() },
    label: 'MOW-TBS-001',
    problem: { status: 409, detail },
  }
  const at = new Date().toISOString()
  await store(page, [{ ...entry, id: randomUUID(), user: tenant.user.id, at, state: 'refused' }])
  await page.reload()
  await page.getByRole('link', { name: '1 refused' }).click()
  await page.getByText(detail).waitFor()
})

/** Puts entries into the queue of the phone, as an earlier version of the page did. */
const store = (page: Page, entries: readonly object[]) =>
  page.evaluate(`new Promise((done) => {
    indexedDB.open('work').onsuccess = ({ target: { result } }) => {
      const transaction = result.transaction('entries', 'readwrite')
      for (const entry of ${JSON.stringify(entries)}) transaction.objectStore('entries').add(entry)
      transaction.oncomplete = () => done(result.close())
    }
  })`)
