import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { couriers } from '../../../shared/domain/couriers/record.ts'
import { missedFlight } from '../../../shared/domain/couriers/no-shows.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { eventually, ids } from '../../support/api/lists.ts'
import { addCourier, newTenant, schedule, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const at = (id: string) => `/api/v1/couriers/${id}`
const read = async (id: string, of = '') => (await tenant.send(`GET ${at(id)}${of}`)).body
const post = (id: string, of: 'no-shows' | 'ratings', body: object) =>
  tenant.send(`POST ${at(id)}/${of}`, { body })
const sixteen = <T>(each: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 16 }, (_, n) => each(n)))

const noStats = {
  flights_completed: 0,
  packages_delivered: 0,
  no_show_count: 0,
  rating: 0,
  rating_count: 0,
  causes: [],
}

test('a new courier has no deliveries, no rating and no no-shows', async () => {
  const { id } = await addCourier(tenant)
  expect(await read(id, '/stats')).toEqual({ courier_id: id, ...noStats })
  expect(await read(id, '/no-shows')).toEqual([])
})

describe('ratings', () => {
  test('are stored with the user who gave them, and averaged to two decimals', async () => {
    const { id } = await addCourier(tenant)
    const rated = await post(id, 'ratings', { rating: 5, comment: 'On time' })
    expect([rated.status, rated.body]).toEqual([
      201,
      {
        id: rated.body.id,
        tenant_id: tenant.user.tenant_id,
        courier_id: id,
        rating: 5,
        comment: 'On time',
        rated_by: tenant.user.id,
        created_at: rated.body.created_at,
      },
    ])
    for (const rating of [4, 4]) await post(id, 'ratings', { rating })
    expect(await read(id)).toMatchObject({ rating: 4.33, updated_at: expect.any(String) })
    expect(await read(id, '/stats')).toEqual({ courier_id: id, ...noStats, rating: 4.33, rating_count: 3 })
  })

  test.each([0, 6, 4.5, '5', null])('must be whole numbers from 1 to 5: %j gets 422', async (rating) => {
    const { id } = await addCourier(tenant)
    const { status, body } = await post(id, 'ratings', { rating })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'rating']])
  })

  test('all count when sixteen arrive at once', async () => {
    const { id } = await addCourier(tenant)
    const answers = await sixteen((n) => post(id, 'ratings', { rating: (n % 5) + 1 }))
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201))
    expect(await read(id, '/stats')).toMatchObject({ rating: 2.88, rating_count: 16 })
    expect((await tenant.send(`GET ${at(id)}`)).headers.etag).toBe('"17"')
  })
})

describe('no-shows', () => {
  test('are counted by cause and listed newest first', async () => {
    const { id } = await addCourier(tenant)
    const recorded: any[] = []
    for (const cause of ['ILLNESS', 'OTHER', 'ILLNESS'])
      recorded.unshift((await post(id, 'no-shows', { cause, note: 'Called' })).body)
    expect(recorded[0]).toEqual({
      id: recorded[0].id,
      tenant_id: tenant.user.tenant_id,
      courier_id: id,
      flight_id: null,
      cause: 'ILLNESS',
      note: 'Called',
      recorded_by: tenant.user.id,
      created_at: recorded[0].created_at,
    })
    expect(await read(id, '/stats')).toEqual({
      courier_id: id,
      ...noStats,
      no_show_count: 3,
      causes: [
        { cause: 'ILLNESS', count: 2 },
        { cause: 'OTHER', count: 1 },
      ],
    })
    for (const limit of [1, 200]) await eventually(tenant, `${at(id)}/no-shows?limit=${limit}`, ids(recorded))
    const { status, body } = await post(id, 'no-shows', { cause: 'BORED' })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'cause']])
    const foreign = await schedule(await newTenant())
    for (const flight_id of [foreign.id, randomUUID()]) {
      const { status, body } = await post(id, 'no-shows', { cause: 'OTHER', flight_id })
      expect([status, body.detail]).toEqual([404, 'Flight not found'])
    }
  })

  test('for one flight count once: later requests return the first no-show', async () => {
    const [{ id }, other] = [await addCourier(tenant), await addCourier(tenant)]
    const flight_id: string = (await schedule(tenant)).id
    const first = await post(id, 'no-shows', { flight_id: flight_id.toUpperCase(), cause: 'ILLNESS' })
    const again = await post(id, 'no-shows', { flight_id, cause: 'OTHER', note: 'later' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await post(other.id, 'no-shows', { flight_id, cause: 'OTHER' })).body.id).not.toBe(first.body.id)
    expect(await read(id, '/stats')).toMatchObject({ causes: [{ cause: 'ILLNESS', count: 1 }] })
  })

  test('for one flight count once when sixteen arrive at once, and all requests return the same no-show', async () => {
    const { id } = await addCourier(tenant)
    const flight_id: string = (await schedule(tenant)).id
    const causes = ['ILLNESS', 'OTHER', 'EMERGENCY', 'UNREACHABLE']
    const answers = await sixteen((n) => post(id, 'no-shows', { flight_id, cause: causes[n % 4] }))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const { no_show_count, causes: counted } = await read(id, '/stats')
    expect([no_show_count, counted]).toEqual([1, [{ cause: answers[0]!.body.cause, count: 1 }]])
  })

  test('for a departed flight are recorded once, in the departure’s transaction, and replace no existing one', async () => {
    const { id } = await addCourier(tenant)
    const [known, unknown] = [(await schedule(tenant)).id, (await schedule(tenant)).id]
    const ill = await post(id, 'no-shows', { flight_id: known, cause: 'ILLNESS', note: 'Called' })
    const { runtime } = inProcess()
    const { user } = tenant
    const ctx = {
      table: runtime.tenant(mintGrant(user.tenant_id)),
      actor: { user_id: user.id, tenant_id: user.tenant_id, company_id: user.id, role: 'manager' as const },
      now: new Date(),
      newId: runtime.newId,
    }
    for (const flight_id of [known, unknown, unknown]) {
      const { record, write } = missedFlight(ctx, { courier_id: id, flight_id })
      expect(record).toMatchObject({ cause: 'MISSED_FLIGHT', flight_id, recorded_by: null })
      const departed = ctx.table.patchUnread(couriers, { id }, { add: { flights_completed: 1 } })
      expect(await runtime.store.commit([write, departed])).toBe('done')
    }
    expect(await read(id, '/stats')).toEqual({
      courier_id: id,
      ...noStats,
      flights_completed: 3,
      no_show_count: 2,
      causes: [
        { cause: 'MISSED_FLIGHT', count: 1 },
        { cause: 'ILLNESS', count: 1 },
      ],
    })
    const again = await post(id, 'no-shows', { flight_id: known, cause: 'OTHER' })
    expect(again.body).toEqual(ill.body)
    const automatic = await post(id, 'no-shows', { flight_id: unknown, cause: 'OTHER' })
    expect(automatic.body).toMatchObject({ cause: 'MISSED_FLIGHT', recorded_by: null })
    await eventually(tenant, `${at(id)}/no-shows`, [automatic.body.id, ill.body.id])
  })
})
