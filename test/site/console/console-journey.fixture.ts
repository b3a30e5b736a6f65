import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'
import {
  eventually,
  isSignedIn,
  press,
  says,
  startConsole,
  submit,
  top,
  type Console,
  type ConsolePage,
} from '../../support/site/console.ts'
import { scanner } from '../../support/site/scanner.ts'
import {
  checkIn,
  counts,
  create,
  go,
  importRows,
  inHours,
  invite,
  newEmail,
  offers,
  open,
  requireCode,
  screensOf,
} from './journey.fixture.ts'

// The way of a shipment, by what four users do on their pages. Each test continues where the one before has ended.
/** Registers the tests of the journey, on a device. A function, because test files may share loaded modules. */
export function describeJourney(device: string, size: BrowserContextOptions): void {
  describe(`on ${device}`, () => {
    let site: Console
    beforeAll(async () => {
      site = await startConsole()
    })
    afterAll(() => site[Symbol.asyncDispose]())

    const roles = ['manager', 'operator', 'warehouse', 'viewer'] as const
    const opened: Partial<Record<(typeof roles)[number], ConsolePage>> = {}
    const pageOf = (role: (typeof roles)[number]): Page => opened[role]!.page
    const recipient = newEmail('giorgi')
    let [packages, bagLabel, trackingId]: [string[], string, string] = [[], '', '']
    afterAll(() => Promise.all(Object.values(opened).map((one) => one[Symbol.asyncDispose]())))

    test('the manager registers the company and invites three colleagues, who accept', async () => {
      const email = newEmail('manager')
      for (const role of roles) opened[role] = await site.open(size)
      const manager = pageOf('manager')
      await manager.goto(`${site.url}/console`)
      await manager.getByRole('button', { name: 'Register a company' }).click()
      await submit(manager, { Company: 'Swift', 'E-mail address': email, Password: password }, 'Register')
      await isSignedIn(manager)
      await go(manager, 'People')
      await press(manager, 'Send me a code')
      await submit(manager, { Code: await arrivingCode(email) }, 'Confirm')
      await says(manager, 'Your address is confirmed')
      for (const role of roles.slice(1)) {
        const page = pageOf(role)
        await page.goto(`${site.url}/console`)
        await invite(manager, page, role)
      }
    })

    test('the manager adds warehouses, a courier and a flight, and requires a code at hand-over', async () => {
      const page = pageOf('manager')
      for (const [name, code, airport] of [
        ['Moscow', 'MOW-1', 'SVO'],
        ['Tbilisi', 'TBS-1', 'TBS'],
      ] as const) {
        await go(page, 'Warehouses')
        await create(page, 'New warehouse')
        const place = { City: name, Country: name, Airport: airport, Address: 'Main Street 1' }
        await submit(page, { Name: name, Code: code, ...place }, 'New warehouse')
        await page.getByRole('heading', { name, exact: true }).waitFor()
      }
      await go(page, 'Couriers')
      await create(page, 'New courier')
      const person = { Name: 'Nino Kapanadze', Phone: '+995599111222', 'E-mail address': newEmail('nino') }
      await submit(
        page,
        { ...person, Nationality: 'GE', 'Home country': 'Georgia', 'Passport number': '12AB34567' },
        'New courier',
      )
      await page.getByRole('link', { name: 'Nino Kapanadze' }).waitFor()
      await go(page, 'Flights')
      await create(page, 'New flight')
      await submit(
        page,
        {
          'Flight number': 'SU1234',
          Airline: 'Aeroflot',
          'From airport': 'SVO',
          'To airport': 'TBS',
          Departure: inHours(3, 'Europe/Moscow'),
          Arrival: inHours(7, 'Asia/Tbilisi'),
          'Capacity in kg': '100',
          Courier: 'Nino Kapanadze',
        },
        'New flight',
      )
      await page.getByRole('heading', { name: 'SU1234', exact: true }).waitFor()
      await requireCode(page)
    })

    test('the operator books a shipment of two packages', async () => {
      const page = pageOf('operator')
      await go(page, 'Shipments')
      await create(page, 'New shipment')
      const group = (name: string) => page.getByRole('group', { name })
      await group('From').getByLabel('Name').fill('Anna Petrova')
      await group('From').getByLabel('Phone').fill('+79161234567')
      await group('From').getByLabel('City').fill('Moscow')
      await group('To').getByLabel('Name').fill('Giorgi Beridze')
      await group('To').getByLabel('Phone').fill('+995599123456')
      await group('To').getByLabel('E-mail address').fill(recipient)
      await group('To').getByLabel('City').fill('Tbilisi')
      await submit(page, { 'Weight (kg)': '2,5', Packages: '0' }, 'Book')
      const heading = page.getByRole('heading', { name: /^TRK-/ })
      await heading.waitFor()
      trackingId = await heading.innerText()
      for (const weight of ['1', '1.5']) {
        await press(page, 'Add a package')
        await submit(page, { 'Weight (kg)': weight }, 'Add a package')
        await page.getByText(`${weight} kg`).waitFor()
      }
      packages = await page.getByText(/^PKG-/).allInnerTexts()
      expect(packages).toHaveLength(2)
    })

    test('the operator imports shipments from a file, which also names the row in error', async () => {
      const page = pageOf('operator')
      await importRows(page, ['Tamar;1,5', 'Luka;heavy', 'Salome;2'])
      await go(page, 'Shipments')
      for (const name of ['Tamar', 'Salome']) await page.getByText(name).first().waitFor()
      expect(await page.getByText('Luka').count()).toBe(0)
    })

    test('the warehouse worker receives, packs and seals with the scanner', async () => {
      const page = pageOf('warehouse')
      expect(await screensOf(page)).not.toContain('People')
      const scan = await scanner(page)
      await open(page, 'Warehouses', 'Moscow')
      await page.getByLabel('Scan what arrives').waitFor()
      await scan(...packages)
      await eventually(() => page.getByText('In the warehouse').count()).toBe(2)
      await go(page, 'Bags')
      await create(page, 'New bag')
      await submit(
        page,
        { Label: 'Bag 1', Warehouse: 'Moscow', 'From airport': 'svo', 'To airport': 'TBS' },
        'New bag',
      )
      await page.getByLabel('Scan a package or a command').waitFor()
      await scan(...packages, 'SEAL')
      await top(page).getByText('Sealed', { exact: true }).waitFor()
      await eventually(() => top(page).getByText('In a bag').count()).toBe(2)
    })

    test('the operator assigns the bag to the flight, which departs and arrives', async () => {
      const page = pageOf('operator')
      const read = page.waitForResponse(/\/api\/v1\/bags\/[^/?]+$/)
      await open(page, 'Bags', 'Bag 1')
      bagLabel = JSON.stringify((await (await read).json()).qr_data)
      await press(page, 'Assign a courier')
      await press(page, 'Assign a courier')
      await says(page, 'Assigned')
      await checkIn(page, '0555123456', 'SU1234')
      await open(page, 'Flights', 'SU1234')
      for (const step of ['Has departed', 'Has arrived']) {
        await press(page, step)
        await press(page, step)
        await page.getByRole('dialog').nth(1).waitFor({ state: 'hidden' })
        // The bags of the flight arrive with it, and say so too.
        const status = step.replace('Has a', 'A').replace('Has d', 'D')
        await top(page).getByText(status, { exact: true }).first().waitFor()
      }
    })

    test('the warehouse worker unloads; what is missing gets a case', async () => {
      const page = pageOf('warehouse')
      const scan = await scanner(page)
      await go(page, 'Unloading')
      await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Tbilisi')
      await page.getByLabel('Scan the label of a bag').waitFor()
      await scan(bagLabel.replace('"bag"', '"pkg"'))
      await page.getByText('Scan the QR code of a bag’s label, or choose the bag below').waitFor()
      await scan(bagLabel)
      await page.getByLabel('Scan each package of the bag').waitFor()
      await scan(packages[0]!)
      await counts(page, 'Found', '1')
      await press(page, 'Close the unloading')
      await press(page, 'Close the unloading')
      await counts(page, 'Missing', '1')
      await go(page, 'Cases')
      await page
        .getByRole('row', { name: /Missing/ })
        .getByRole('link')
        .click()
      await page.getByRole('dialog').waitFor()
      await top(page).getByRole('link', { name: packages[1]! }).waitFor()
    })

    test('it hands the other package over with the code that the recipient has got', async () => {
      const page = pageOf('warehouse')
      await open(page, 'Shipments', new RegExp(trackingId))
      await press(page, 'Hand over')
      await page.getByText('Needed: code').waitFor()
      await press(page, 'Send the code')
      await says(page, /The code was sent to/)
      await submit(page, { 'Code of the recipient': await arrivingCode(recipient) }, 'Hand over')
      await says(page, 'Handed over')
      await top(page).getByText('Delivered', { exact: true }).first().waitFor()
    })

    test('the operator books the return', async () => {
      const page = pageOf('operator')
      await open(page, 'Shipments', new RegExp(trackingId))
      await press(page, 'Book a return')
      await submit(page, {}, 'Book a return')
      const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
      await eventually(() => heading.allInnerTexts()).toEqual([
        expect.stringMatching(`^TRK-(?!${trackingId.slice(4)})`),
      ])
      await top(page).getByText('Return of').waitFor()
      await top(page).getByRole('link', { name: trackingId }).waitFor()
      await open(page, 'Shipments', new RegExp(trackingId))
      await top(page).getByRole('link', { name: 'Its return' }).waitFor()
    })

    test('each role sees what it may, and a link to anything else says so', async () => {
      const page = pageOf('viewer')
      const forManagers = ['People', 'API keys', 'Webhooks', 'Audit log', 'Settings']
      const shown = await screensOf(page)
      expect(forManagers.filter((name) => shown.includes(name))).toEqual([])
      expect(await screensOf(pageOf('manager'))).toEqual(expect.arrayContaining(forManagers))
      await open(page, 'Shipments', new RegExp(trackingId))
      await top(page).getByText(packages[0]!).waitFor()
      for (const name of ['Hand over', 'Edit', 'Delete', 'Book a return', 'Add a package', 'Open a case'])
        expect(await offers(page, name), name).toBe(0)
      await open(page, 'Bags', 'Bag 1')
      await top(page).getByText(packages[0]!).waitFor()
      for (const name of ['Edit', 'Assign a courier', 'Check in', 'Delete'])
        expect(await offers(page, name), name).toBe(0)
      for (const screen of ['shipments', 'bags', 'flights', 'warehouses', 'couriers', 'contacts']) {
        await page.goto(`${site.url}/console/${screen}/new`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await isSignedIn(page)
        expect(await page.locator('[data-new], form[method=post]').count(), screen).toBe(0)
      }
      for (const screen of ['people', 'keys/new', 'webhooks']) {
        await page.goto(`${site.url}/console/${screen}`)
        await page.getByRole('alert').getByText('Your role does not include this').waitFor()
      }
      await page.goto(`${site.url}/console/nothing`)
      await page.getByRole('alert').getByText('This page does not exist').waitFor()
      for (const role of roles) expect(opened[role]!.faults, role).toEqual([])
    })
  })
}
