import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourier, change, newTenant, openBag, schedule } from '../support/api/tenant.ts'
import { smallPhone, startConsole, type Console } from '../support/site/console.ts'
import { colleague } from '../support/site/staff.ts'
import { openWork } from './work/work.fixture.ts'

let site: Console
beforeAll(async () => {
  site = await startConsole()
})
afterAll(() => site[Symbol.asyncDispose]())

test('a bag whose flight left without it or was cancelled says so to its courier and to the office, until it has another', async () => {
  const tenant = await newTenant()
  const { id: courier_id } = await addCourier(tenant)
  const [missed, cancelled, next] = [
    await schedule(tenant, { flight_number: 'SU1' }),
    await schedule(tenant, { flight_number: 'SU2' }),
    await schedule(tenant, { flight_number: 'SU3' }),
  ]
  const assign = (bag: { id: string }, flight: { id: string }) =>
    change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id, flight_id: flight.id })
  const bagOn = async (label: string, flight: { id: string }, status: string) => {
    const bag = await openBag(tenant, { label })
    await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
    await assign(bag, flight)
    await change(tenant, `PUT /api/v1/flights/${flight.id}`, { status })
    return bag
  }
  const left = await bagOn('MOW-TBS-001', missed, 'DEPARTED')
  await bagOn('MOW-TBS-002', cancelled, 'CANCELLED')

  await using phone = await site.open(smallPhone)
  await openWork(phone.page, site.url, await colleague(tenant, { role: 'courier', courier_id }))
  await phone.page.getByRole('link', { name: 'My bags' }).click()
  await phone.page.getByRole('link', { name: /MOW-TBS-002.*SU2 cancelled/ }).waitFor()
  await phone.page.getByRole('link', { name: /MOW-TBS-001.*Missed SU1/ }).click()
  await phone.page.getByText('The office gives the bag another flight.').waitFor()
  expect(await phone.page.getByRole('button', { name: 'Check in' }).count()).toBe(0)

  await using office = await site.openAs(tenant.email, '/console/bags')
  const row = (label: string) => office.page.getByRole('row', { name: label })
  await row('MOW-TBS-002').getByText('SU2 cancelled').waitFor()
  await row('MOW-TBS-001').getByText('Missed SU1').waitFor()
  await row('MOW-TBS-001').getByRole('link').first().click()
  const panel = office.page.getByRole('dialog')
  await panel.getByRole('link', { name: /^Missed SU1 · .*GMT\+3$/ }).waitFor()
  await panel.getByText('It lost its flight. Assign a courier and another flight.').waitFor()
  expect(await panel.locator('button.primary').first().textContent()).toBe('Assign a courier')
  await assign(left, next)
  await panel.getByText('SU3').first().waitFor()
  expect(await panel.getByText(/SU1|It lost its flight/).count()).toBe(0)
  expect([...phone.faults, ...office.faults]).toEqual([])
})
