import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyThatRequires, waiting } from '../api/handovers/handovers.fixture.ts'
import { openWarehouse } from '../support/api/tenant.ts'
import { eventually, press, says, smallPhone, startConsole, type Console } from '../support/site/console.ts'
import { failed, routeNext } from '../support/site/network.ts'
import { openTask, openWork, sign, type } from './work/work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

type Tenant = Awaited<ReturnType<typeof companyThatRequires>>
type Shipment = Awaited<ReturnType<typeof waiting>>
/** Opens the form of a hand-over on a page. */
const pages = {
  console: async (tenant: Tenant, { id }: Shipment) => {
    const opened = await site.openAs(tenant.email, `/console/shipments/${id}`)
    await press(opened.page, 'Hand over')
    return opened
  },
  phone: async (tenant: Tenant, { parcels }: Shipment) => {
    const opened = await site.open(smallPhone)
    await openWork(opened.page, site.url, tenant.email)
    await openTask(opened.page, 'Hand over')
    await type(opened.page, JSON.stringify(parcels[0].qr_data))
    return opened
  },
}
const form = (page: Page) => page.locator('form', { has: page.getByText('Needed: ') })
const submit = (page: Page) => form(page).locator('button[type=submit]').click()
/** The part of the DOM that is read in the page. */
interface Shown {
  innerText: string
  value: string
  required: boolean
  noValidate: boolean
  ownerDocument: { getElementById: (id: string) => Shown }
  getAttribute: (name: string) => string | null
  querySelector: (selector: string) => Shown | null
}
const isRequired = (field: unknown) => (field as Shown).required
/** The fields that both pages have: label, text, whether the browser calls it required, and the errors that describe it. */
const fields = (page: Page): Promise<object[]> =>
  form(page)
    .locator('.field:not(.choices)')
    .evaluateAll((all) =>
      (all as unknown as Shown[]).map((field) => {
        const input = field.querySelector('input:not([type=file])')
        const described = (input ?? field).getAttribute('aria-describedby') ?? ''
        return {
          label: field.querySelector('label, legend')?.innerText,
          ...(input && { value: input.value, required: input.required }),
          errors: described
            .split(' ')
            .filter(Boolean)
            .map((id) => field.ownerDocument.getElementById(id).innerText),
        }
      }),
    )

test.for(Object.entries(pages))(
  'a hand-over in the %s: required fields are marked, and each error stands at its field',
  async ([, open]) => {
    const tenant = await companyThatRequires('code', 'signature')
    const shipment = await waiting(tenant)
    await using opened = await open(tenant, shipment)
    const { page, faults } = opened
    await page.getByText('Needed: code, signature').waitFor()
    const recipient = (await tenant.send(`GET ${shipment.at}`)).body.recipient_name as string
    const [receivedBy, code, signature, photo] = [
      { label: 'Received by', value: recipient, required: true, errors: [] },
      { label: 'Code of the recipient', value: '', required: true, errors: [] },
      { label: 'Signature', errors: [] },
      { label: 'Photo · optional', errors: [] },
    ]
    await eventually(() => fields(page)).toEqual([receivedBy, code, signature, photo])
    expect(await form(page).evaluate((form) => (form as unknown as Shown).noValidate)).toBe(true)

    await page.getByLabel('Received by').fill('')
    await submit(page)
    const empty = ['Fill in this field.']
    const unsigned = { ...signature, errors: ['Let the recipient sign here.'] }
    await eventually(() => fields(page)).toEqual([
      { ...receivedBy, value: '', errors: empty },
      { ...code, errors: empty },
      unsigned,
      photo,
    ])
    expect(await form(page).getByRole('alert').allInnerTexts()).toEqual(['Correct the marked fields.'])

    // An error goes when its field is filled in.
    await page.getByLabel('Received by').fill('Nino')
    await page.getByLabel('Code of the recipient').fill('00000000')
    await sign(page)
    const filled = [{ ...receivedBy, value: 'Nino' }, { ...code, value: '00000000' }, signature, photo]
    await eventually(() => fields(page)).toEqual(filled)

    // What the service refuses stands at its field too.
    await submit(page)
    const goOn = page.getByRole('button', { name: 'Touch to go on' })
    const refused = form(page).getByText(/^This code is wrong/)
    await refused.waitFor({ state: 'attached' })
    if (await goOn.isVisible()) await goOn.click()
    await eventually(() => refused.count()).toBe(1)
    expect(await form(page).getByRole('alert').allInnerTexts()).toEqual(['Correct the marked fields.'])
    expect(await shipment.statuses()).toEqual(['READY_FOR_PICKUP'])
    expect(faults).toEqual([failed(400)])
  },
)

test.for(Object.entries(pages))(
  'a hand-over in the %s with no required proof goes with the name of the recipient',
  async ([, open]) => {
    const tenant = await companyThatRequires()
    const shipment = await waiting(tenant)
    await using opened = await open(tenant, shipment)
    const { page, faults } = opened
    const handOver = page.locator('form', { has: page.getByLabel('Received by') })
    await handOver.locator('button[type=submit]').click()
    await eventually(shipment.statuses).toEqual(['DELIVERED'])
    const { body: proof } = await tenant.send(`GET ${shipment.at}/proof`)
    const recipient = (await tenant.send(`GET ${shipment.at}`)).body.recipient_name
    expect(proof.handovers).toMatchObject([{ received_by: recipient }])
    expect(faults).toEqual([])
  },
)

test('a hand-over of a part names what is held back, and why; one of a shipment that is brought back is not the next step', async () => {
  const tenant = await companyThatRequires()
  const shipment = await waiting(tenant, 3, { price: 45, payment_status: 'COD' })
  const [, held, lost] = shipment.parcels
  const hold = { kind: 'HOLD', package_ids: [held.id] }
  expect((await tenant.send('POST /api/v1/cases', { body: hold })).status).toBe(201)
  await tenant.send(`PUT /api/v1/packages/${lost.id}`, { body: { status: 'LOST' } })
  await using opened = await pages.console(tenant, shipment)
  const { page, faults } = opened
  const note = page.locator('.note', { hasText: 'Not handed over now:' })
  await note.waitFor()
  expect((await note.innerText()).split('\n').filter(Boolean)).toEqual([
    'Not handed over now:',
    `${held.qr_code} · Ready for pickup · On hold`,
    'The price is that of the whole shipment: agree with the recipient what is paid now.',
  ])
  await page.keyboard.press('Escape')
  const handOver = page.getByRole('dialog').getByRole('button', { name: 'Hand over' })
  expect(await handOver.getAttribute('class')).toContain('primary')
  expect((await tenant.send(`POST ${shipment.at}/return`, { body: {} })).status).toBe(201)
  await page.getByRole('dialog').locator('.primary', { hasText: 'Its return' }).waitFor()
  await eventually(() => handOver.getAttribute('class')).not.toContain('primary')
  expect(faults).toEqual([])
})

test.for([
  { require: [] as const, advice: 'You can hand over without a code.' },
  { require: ['code'] as const, advice: 'A manager can mark it as delivered in the console, with a reason.' },
])('where no code can be sent today and $require is required, the advice is one that helps', async (given) => {
  const tenant = await companyThatRequires(...given.require)
  await using opened = await pages.console(tenant, await waiting(tenant))
  const { page } = opened
  // Forty letters to the address would cause it.
  const json = { detail: 'This address got all letters of this day', reason: 'address_letters_used_up' }
  await routeNext(page, 'POST **/handover-code', (route) => route.fulfill({ status: 429, json }))
  const advice = page.locator('form .hint', { hasText: /without a code|A manager/ })
  await eventually(() => page.getByLabel(/^Code of the recipient/).evaluate(isRequired)).toBe(
    given.require.length > 0,
  )
  expect(await advice.count()).toBe(0)
  await press(page, 'Send the code')
  await says(page, 'No code was sent: no more e-mails today.')
  await eventually(() => advice.allInnerTexts()).toEqual([given.advice])
})

test('at a counter of a company whose hand-overs need a code, the console asks for the address that it goes to', async () => {
  const tenant = await companyThatRequires('code')
  const { id } = await openWarehouse(tenant)
  await using opened = await site.openAs(tenant.email, `/console/warehouses/${id}`)
  const { page, faults } = opened
  await press(page, 'Receive a parcel')
  const email = page.getByRole('group', { name: 'To' }).getByLabel(/^E-mail/)
  await eventually(() => email.evaluate(isRequired)).toBe(true)
  await page.getByText('The code for the hand-over is sent here').waitFor()
  await page.locator('dialog form button[type=submit]').click()
  await eventually(() => email.getAttribute('aria-invalid')).toBe('true')

  // A booking may be completed later.
  await page.goto(`${site.url}/console/shipments/new`)
  await page.getByText('The code for the hand-over is sent here').waitFor()
  expect(await email.evaluate(isRequired)).toBe(false)
  expect(faults).toEqual([])
})
