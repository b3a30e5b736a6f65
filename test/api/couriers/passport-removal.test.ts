import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { messagesOfRun } from '../../../functions/jobs/flightwatch.ts'
import { sweepPassports } from '../../../functions/jobs/passportsweep.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { agendaBetween } from '../../../shared/db/stores/agenda.ts'
import { asFunction, inProcess } from '../../support/in-process/service.ts'
import { addCourier, openBag, password, schedule } from '../../support/api/tenant.ts'

const day = 86_400_000
// Far from the times of other tests, whose companies are in the same agenda.
const start = new Date('2061-01-15T12:00:00Z')

async function company() {
  const service = inProcess()
  service.clock.now = start
  const login = { email: `passports-${randomUUID()}@example.com`, password }
  const body = { ...login, tenant_name: 'Swift Couriers' }
  const { user } = (await service.call('POST /api/v1/auth/register', { body })).body
  const send = async (key: string, options: { body?: object } = {}) => {
    const { access_token: token } = (await service.call('POST /api/v1/auth/login', { body: login })).body
    return service.call(key, { token, ...options })
  }
  const numberOf = async ({ id }: { id: string }) =>
    (await send(`GET /api/v1/couriers/${id}`)).body.passport_number
  const runAt = async (moment: Date, timeLeft = Infinity) => {
    service.clock.now = moment
    return asFunction('passportsweep', () => sweepPassports(service.runtime, () => timeLeft))
  }
  /** Runs the job until a time. Three days are as rarely as it finds each company. */
  const sweepUntil = async (moment: string) => {
    while (service.clock.now < new Date(moment)) {
      const next = Math.min(service.clock.now.getTime() + 3 * day, Date.parse(moment))
      expect(await runAt(new Date(next))).toBe(0)
    }
  }
  const keepFor = (passport_retention_months: number) =>
    send('PUT /api/v1/settings', { body: { passport_retention_months } })
  return { service, user, send, numberOf, runAt, sweepUntil, keepFor }
}

test('a passport number is removed a year after it was entered, if the courier has not flown, and may be entered again', async () => {
  const { service, send, numberOf, sweepUntil } = await company()
  const courier = await addCourier({ send })
  // The company is entered in the agenda of this week again.
  service.clock.now = new Date('2062-01-05T12:00:00Z')
  const newer = await addCourier({ send })
  await sweepUntil('2062-01-15T12:00:00Z')
  expect(await numberOf(courier)).toBe('•••••4567')
  await sweepUntil('2062-01-24T12:00:00Z')
  expect([await numberOf(courier), await numberOf(newer)]).toEqual(['•••••', '•••••4567'])

  const path = `/api/v1/couriers/${courier.id}`
  const reveal = () => send(`POST ${path}/passport/reveal`, { body: { reason: 'Booking' } })
  const removed = await reveal()
  expect([removed.status, removed.body.reason]).toEqual([404, 'passport_removed'])
  const body = { passport_number: '12AB34567' }
  expect((await send(`PUT ${path}`, { body })).body).toMatchObject(body)
  await sweepUntil('2062-02-05T12:00:00Z')
  expect((await reveal()).body.passport_number).toBe('12AB34567')
})

test('a courier keeps the passport number with a flight since, a flight ahead, or a bag that is not delivered', async () => {
  const { send, numberOf, sweepUntil, keepFor } = await company()
  await keepFor(2)
  const flying = async (departure: string) => {
    const times = { scheduled_departure: `${departure}T10:00:00Z`, scheduled_arrival: `${departure}T13:00:00Z` }
    const courier = await addCourier({ send })
    return { courier, flight: await schedule({ send }, { ...times, courier_id: courier.id }) }
  }
  const carrying = async (departure: string, status: string) => {
    const [{ flight }, courier, bag] = [
      await flying(departure),
      await addCourier({ send }),
      await openBag({ send }),
    ]
    const body = { courier_id: courier.id, flight_id: flight.id }
    await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })
    await send(`PUT /api/v1/bags/${bag.id}`, { body: { status } })
    return courier
  }
  const kept = [
    (await flying('2061-03-20')).courier,
    (await flying('2061-05-01')).courier,
    await carrying('2061-01-20', 'SEALED'),
    await carrying('2061-03-20', 'DELIVERED'),
  ]
  const gone = [
    await addCourier({ send }),
    (await flying('2061-01-20')).courier,
    await carrying('2061-01-20', 'DELIVERED'),
  ]
  await sweepUntil('2061-04-05T12:00:00Z')
  for (const courier of kept) expect(await numberOf(courier)).toBe('•••••4567')
  for (const courier of gone) expect(await numberOf(courier)).toBe('•••••')
})

test('a company that a run has no time for is due in the next, and one from before is entered by its next flight', async () => {
  const { service, user, send, numberOf, runAt, sweepUntil, keepFor } = await company()
  await keepFor(1)
  const courier = await addCourier({ send })
  const { store, tenant } = service.runtime
  const entries = async () => {
    const from = service.clock.now.getTime()
    const found = await agendaBetween(store, from, from + 8 * day)
    return found.filter(({ tenant_id, group }) => tenant_id === user.tenant_id && group === 'passports')
  }
  const own = await entries()
  expect(own).toHaveLength(1)
  await store.commit(own.map((entry) => tenant(mintGrant(user.tenant_id)).removeAgendaEntry(entry)))
  await sweepUntil('2061-03-01T12:00:00Z')
  expect([await entries(), await numberOf(courier)]).toEqual([[], '•••••4567'])

  const times = { scheduled_departure: '2061-03-02T10:00:00Z', scheduled_arrival: '2061-03-02T13:00:00Z' }
  await schedule({ send }, times)
  await runAt(service.clock.now)
  const [entry] = await entries()
  const due = new Date(entry?.from ?? '')
  await runAt(due, 1000)
  expect(await numberOf(courier)).toBe('•••••4567')
  await runAt(new Date(due.getTime() + day))
  expect(await numberOf(courier)).toBe('•••••')
})

test('a company whose couriers cannot be read is reported, and does not stop others', async () => {
  const [broken, other] = [await company(), await company()]
  const couriers = []
  for (const { keepFor, send } of [broken, other]) {
    await keepFor(1)
    couriers.push(await addCourier({ send }))
  }
  const key = { pk: `T#${broken.user.tenant_id}#SETTINGS`, sk: 'SETTINGS' }
  const set = { passport_retention_months: 'none' }
  await broken.service.runtime.store.commit([{ update: key, change: { set } }])
  let failed = 0
  for (let now = start.getTime(); now < start.getTime() + 42 * day; now += 3 * day)
    failed += await other.runAt(new Date(now))
  expect(failed).toBeGreaterThan(0)
  expect(await other.numberOf(couriers[1])).toBe('•••••')
})

test('the flight watch does not take the companies of this agenda for flights', async () => {
  const { send } = await company()
  await addCourier({ send })
  const provided = inProcess({ secrets: { flightdata: { key: 'key' } } })
  for (let now = start.getTime(); now < start.getTime() + 7 * day; now += day) {
    provided.clock.now = new Date(now)
    const messages = await asFunction('flightwatch', () => messagesOfRun(provided.runtime))
    expect(messages.filter(({ group }) => !group?.includes('/'))).toEqual([])
  }
})
