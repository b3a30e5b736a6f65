import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { eventually, ids } from '../../support/api/lists.ts'
import { addCourier, exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
let tokens: Record<Role, string>
beforeAll(async () => {
  tenant = await newTenant()
  tokens = await tokensOf(tenant.user.tenant_id)
})
const at = (id: string) => `/api/v1/couriers/${id}`
const read = async (id: string, role: Role = 'manager') =>
  (await tenant.send(`GET ${at(id)}`, { token: tokens[role] })).body
const put = (id: string, body: object, role: Role = 'manager') =>
  tenant.send(`PUT ${at(id)}`, { body, token: tokens[role] })

/** How the number of the example is shown after it was sent. */
const masked = { passport_number: '•••••4567' }

describe('adding a courier', () => {
  test('returns the whole courier, ACTIVE and with zero counters', async () => {
    const example = exampleOf(NewCourier)
    const { status, body, headers } = await tenant.send('POST /api/v1/couriers', { body: example })
    expect([status, headers.etag]).toEqual([201, '"1"'])
    expect(body).toEqual({
      ...example,
      phone_e164: example['phone'],
      id: body.id,
      tenant_id: tenant.user.tenant_id,
      status: 'ACTIVE',
      flights_completed: 0,
      packages_delivered: 0,
      rating: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    })
    expect(await read(body.id.toUpperCase())).toEqual({ ...body, ...masked })
  })

  test('stores country and routes in capitals, and accepts an empty list of routes', async () => {
    const fields = { home_country: ' ge ', preferred_routes: ['svo-tbs', ' UUEE-UGTB '] }
    expect(await addCourier(tenant, fields)).toMatchObject({
      home_country: 'GE',
      preferred_routes: ['SVO-TBS', 'UUEE-UGTB'],
    })
    for (const preferred_routes of [undefined, null, []])
      expect((await addCourier(tenant, { preferred_routes })).preferred_routes).toEqual([])
  })

  test.each([
    ['full_name', { full_name: ' ' }, []],
    ['passport_number', { passport_number: '•••••4567' }, []],
    ['email', { email: 'nobody' }, []],
    ['home_country', { home_country: 'GEO' }, []],
    ['preferred_routes', { preferred_routes: ['SVO-TBS', 'SVO'] }, [1]],
    ['preferred_routes', { preferred_routes: ['SV-TBS'] }, [0]],
    ['preferred_routes', { preferred_routes: ['SVOTB-TBS'] }, [0]],
    ['preferred_routes', { preferred_routes: Array<string>(51).fill('SVO-TBS') }, []],
  ])('refuses a wrong %s: %j', async (field, wrong, place) => {
    const body = { ...exampleOf(NewCourier), ...wrong }
    const { status, body: refused } = await tenant.send('POST /api/v1/couriers', { body })
    expect([status, refused.detail[0].loc]).toEqual([422, ['body', field, ...place]])
  })

  test('requires all fields except the routes', async () => {
    const { body } = await tenant.send('POST /api/v1/couriers', { body: {} })
    expect(body.detail.map(({ loc, type }: any) => [loc[1], type]).sort()).toEqual(
      ['email', 'full_name', 'home_country', 'nationality', 'passport_number', 'phone'].map((field) => [
        field,
        'missing',
      ]),
    )
  })
})

describe('changing a courier', () => {
  test('changes the given fields, and ignores fields that cannot be changed', async () => {
    const before = await addCourier(tenant)
    const change = {
      phone: '+1',
      preferred_routes: ['ist-svo'],
      rating: 5,
      flights_completed: 9,
      id: randomUUID(),
    }
    const { status, body, headers } = await put(before.id, change)
    expect([status, headers.etag]).toEqual([200, '"2"'])
    const { updated_at } = body
    expect(body).toEqual({
      ...before,
      ...masked,
      phone: '+1',
      phone_e164: null,
      preferred_routes: ['IST-SVO'],
      updated_at,
    })
    const same = await put(before.id, body)
    expect([same.body, same.headers.etag]).toEqual([body, '"2"'])
  })

  test('with If-Match succeeds only if the courier has not changed since', async () => {
    const { id } = await addCourier(tenant)
    const change = (phone: string) =>
      tenant.send(`PUT ${at(id)}`, { body: { phone }, headers: { 'if-match': '"1"' } })
    expect((await change('+1')).status).toBe(200)
    expect((await change('+2')).status).toBe(412)
    expect((await tenant.send(`DELETE ${at(id)}`, { headers: { 'if-match': '"1"' } })).status).toBe(412)
  })

  test('suspends and reinstates; only a manager deactivates and reactivates', async () => {
    const { id } = await addCourier(tenant)
    const afterMove = async (status: string, role: Role) => {
      const answer = await put(id, { status }, role)
      return answer.status === 200 ? answer.body.status : answer.status
    }
    expect(await afterMove('SUSPENDED', 'operator')).toBe('SUSPENDED')
    expect(await afterMove('ACTIVE', 'operator')).toBe('ACTIVE')
    expect(await afterMove('INACTIVE', 'operator')).toBe(403)
    expect(await afterMove('INACTIVE', 'manager')).toBe('INACTIVE')
    expect(await afterMove('ACTIVE', 'operator')).toBe(403)
    expect(await afterMove('SUSPENDED', 'manager')).toBe(409)
    expect(await afterMove('ACTIVE', 'admin')).toBe('ACTIVE')
  })

  test('with DELETE deactivates and can be repeated; the courier remains readable and listed', async () => {
    const own = await newTenant()
    const courier = await addCourier(own)
    const first = await own.send(`DELETE ${at(courier.id)}`)
    const { updated_at } = first.body
    const inactive = { ...courier, ...masked, status: 'INACTIVE', updated_at }
    expect([first.status, first.body, first.headers.etag]).toEqual([
      200,
      { ...inactive, message: 'The courier is deactivated' },
      '"2"',
    ])
    expect((await own.send(`DELETE ${at(courier.id)}`)).body).toEqual(first.body)
    expect((await own.send(`GET ${at(courier.id)}`)).body).toEqual(inactive)
    await eventually(own, '/api/v1/couriers?status=INACTIVE', [courier.id])
  })
})

test('the list can be filtered by status, country and route, newest first, with pages of any size', async () => {
  const own = await newTenant()
  const couriers: any[] = []
  for (let n = 0; n < 8; n++)
    couriers.unshift(
      await addCourier(own, {
        home_country: n % 2 ? 'GE' : 'RU',
        preferred_routes: n % 3 ? ['SVO-TBS', 'TBS-IST'] : ['TBS-SVO'],
      }),
    )
  await own.send(`PUT ${at(couriers[1].id)}`, { body: { status: 'SUSPENDED' } })
  const georgian = ({ home_country }: any) => home_country === 'GE'
  const viaTbilisi = ({ preferred_routes }: any) => preferred_routes.includes('TBS-IST')
  const filters: [string, (courier: any, n: number) => boolean][] = [
    ['', () => true],
    ['status=SUSPENDED', (_, n) => n === 1],
    ['home_country=ge', georgian],
    ['route=tbs-ist', viaTbilisi],
    ['route=TBS-IST&home_country=GE&status=ACTIVE', (one, n) => n !== 1 && georgian(one) && viaTbilisi(one)],
    ['route=TBS-ISTX', () => false],
  ]
  for (const [query, expected] of filters)
    for (const limit of [3, 100])
      await eventually(own, `/api/v1/couriers?${query}&limit=${limit}`, ids(couriers.filter(expected)))
  for (const wrong of ['status=active', 'home_country=G', 'route=TBS']) {
    const { status, body } = await own.send(`GET /api/v1/couriers?${wrong}`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', wrong.split('=')[0]]])
  }
})
