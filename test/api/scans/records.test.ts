import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { eventually, ids } from '../../support/api/lists.ts'
import { add, book, newTenant, openBag, scan, type Tenant } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'

// Scan records: who can read and list them, their review, and the scans of a package or bag.
const using = (tenant: Tenant, token: string): Tenant => ({
  ...tenant,
  send: (key, options) => tenant.call(key, { token, ...options }),
})
/** A tenant's manager, and a colleague of each role. */
async function company() {
  const tenant = await newTenant()
  const tokens = await tokensOf(tenant.user.tenant_id)
  const users = Object.fromEntries(roles.map((role) => [role, using(tenant, tokens[role])]))
  return { tenant, users: users as Record<Role, Tenant> }
}
let { tenant, users }: Partial<Awaited<ReturnType<typeof company>>> = {}
beforeAll(async () => void ({ tenant, users } = await company()))
const scans = '/api/v1/scans'

test('a scan can be read by the user who made it and by managers; other users get 404, as for an unknown id', async () => {
  const { id } = await scan(users!.courier, {})
  for (const role of roles) {
    const read = (id: string) => users![role].send(`GET ${scans}/${id}`)
    const { status, text } = await read(id.toUpperCase())
    expect(status, role).toBe(['admin', 'manager', 'courier'].includes(role) ? 200 : 404)
    if (status === 404) expect(text).toBe((await read(randomUUID())).text)
  }
})

describe('the list of scans', () => {
  test('has the user’s own scans; managers can request another user’s or all, others may not', async () => {
    const { tenant: own, users } = await company()
    const { courier } = users
    const managerScans = [await scan(own, {}), await scan(own, {})].reverse()
    const courierScans = [await scan(courier, {}), await scan(courier, {})].reverse()
    const courier_id = courierScans[0].user_id as string
    for (const query of ['', '?limit=1', '?all=false', `?user_id=${own.user.id}`])
      await eventually(own, scans + query, ids(managerScans))
    for (const query of [
      '?limit=1',
      `?user_id=${courier_id}`,
      `?user_id=${courier_id.toUpperCase()}&all=false`,
    ])
      await eventually(courier, scans + query, ids(courierScans))
    await eventually(own, `${scans}?user_id=${courier_id}&all=true`, ids(courierScans))
    await eventually(own, `${scans}?all=true&limit=3`, ids([...courierScans, ...managerScans]))
    await eventually(users.admin, scans, [])
    for (const query of ['all=true', `user_id=${own.user.id}`, `user_id=${courier_id}&all=true`])
      expect((await courier.send(`GET ${scans}?${query}`)).status, query).toBe(403)
  })

  test('can be filtered by result, label, review and time', async () => {
    const { call, clock } = inProcess()
    const { manager: token } = await tokensOf(tenant!.user.tenant_id, 400_000)
    const user: Tenant = { ...tenant!, send: (key, options) => call(key, { token, ...options }) }
    const { qr_data: bag } = await openBag(tenant!)
    const { qr_data: pkg } = await add(tenant!, (await book(tenant!)).id)
    const day = new Date(clock.now.getTime() + 86_400_000).toISOString().slice(0, 10)
    const [last, midnight] = [
      `${day}T23:59:59.999Z`,
      new Date(Date.parse(`${day}T23:59:59.999Z`) + 1).toISOString(),
    ]
    const at = async (time: string, label: unknown) => {
      clock.now = new Date(time)
      return (await scan(user, label)).id as string
    }
    const first = await at(`${day}T00:00:00.000Z`, bag)
    const second = await at(last, { ...pkg, c: '' })
    const third = await at(midnight, pkg)
    expect((await user.send(`PATCH ${scans}/${second}/review`)).status).toBe(200)
    const filters: Record<string, string[]> = {
      'validation_result=valid': [third, first],
      'validation_result=hmac_invalid&entity_type=pkg': [second],
      'entity_type=package': [third, second],
      'entity_type=bag': [first],
      [`entity_id=${pkg.i}`]: [third, second],
      [`entity_id=${bag.i}&entity_type=package`]: [],
      'valid=true': [third, first],
      'valid=false&reviewed=true': [second],
      'reviewed=true': [second],
      'reviewed=false': [third, first],
      [`from=${day}&to=${day}`]: [second, first],
      [`from=${encodeURIComponent(last)}`]: [third, second],
      [`to=${last}&reviewed=false`]: [first],
      [`from=${midnight}&to=${day}`]: [],
    }
    for (const [query, expected] of Object.entries(filters))
      await eventually(user, `${scans}?${query}`, expected)
    for (const wrong of [
      'validation_result=good',
      'reviewed=1',
      'all=yes',
      'user_id=me',
      'from=May',
      'entity_id=',
    ]) {
      const { status, body } = await user.send(`GET ${scans}?${wrong}`)
      expect([status, body.detail[0].loc]).toEqual([422, ['query', wrong.split('=')[0]]])
    }
  })
})

describe('a review', () => {
  const review = (id: string, body?: object, headers = {}) =>
    users!.admin.send(`PATCH ${scans}/${id}/review`, { ...(body && { body }), headers })

  test('records the reviewer, the time and the verdict; a second review changes only the given fields', async () => {
    const before = await scan(users!.courier, {})
    const bare = await review(before.id)
    expect(bare.body).toEqual({
      ...before,
      reviewed: true,
      reviewed_by: expect.any(String),
      reviewed_at: expect.stringMatching(/Z$/),
    })
    expect([bare.status, bare.headers.etag]).toEqual([200, '"2"'])
    const full = await review(before.id, { note: 'Copied', verdict: 'dismissed' })
    expect(full.body).toMatchObject({ review_note: 'Copied', review_verdict: 'dismissed' })
    const confirmed = await review(before.id, { verdict: 'confirmed', note: null })
    expect(confirmed.body).toMatchObject({ review_note: 'Copied', review_verdict: 'confirmed' })
    const same = await review(before.id, { verdict: 'confirmed' })
    expect([same.headers.etag, same.body]).toEqual(['"4"', confirmed.body])
    const again = await tenant!.send(`PATCH ${scans}/${before.id}/review`)
    expect(again.body.reviewed_by, 'the latest reviewer').toBe(tenant!.user.id)
  })

  test('is for managers only, and with If-Match requires the current version', async () => {
    const { id } = await scan(users!.courier, {})
    for (const role of ['operator', 'warehouse', 'courier', 'viewer'] as const)
      expect((await users![role].send(`PATCH ${scans}/${id}/review`)).status).toBe(403)
    expect((await review(id, {}, { 'if-match': '"1"' })).status).toBe(200)
    expect((await review(id, { note: 'late' }, { 'if-match': '"1"' })).status).toBe(412)
    for (const body of [{ note: 'x'.repeat(1001) }, { verdict: 'maybe' }])
      expect((await review(id, body)).status).toBe(422)
  })
})

describe('the summary of a scanned package or bag', () => {
  const read = async (user: Tenant, type: string, id: string) => user.send(`GET ${scans}/entity/${type}/${id}`)

  test('returns it with its valid scans at once: managers see all scans, others only their own', async () => {
    const pkg = await add(tenant!, (await book(tenant!)).id)
    const { tenant_id } = tenant!.user
    const entity = {
      id: pkg.id,
      tenant_id,
      type: 'package',
      qr_code: pkg.qr_code,
      weight: 1.2,
      status: 'CREATED',
    }
    const notScanned = { scans_count: 0, last_scanned_at: null, recent_scans: [] }
    expect((await read(tenant!, 'pkg', pkg.id)).body).toEqual({ ...entity, ...notScanned })
    const all: any[] = []
    for (let n = 0; n < 12; n++) all.unshift(await scan(n % 4 ? users!.warehouse : users!.viewer, pkg.qr_data))
    await scan(users!.viewer, { ...pkg.qr_data, c: 'forged' })
    const [{ body: seen }, { body: own }] = [
      await read(users!.admin, 'package', pkg.id.toUpperCase()),
      await read(users!.viewer, 'package', pkg.id),
    ]
    const summary = { ...entity, scans_count: 12, last_scanned_at: all[0].created_at }
    expect(seen).toEqual({ ...summary, recent_scans: all.slice(0, 10) })
    expect(own).toEqual({ ...summary, recent_scans: all.filter((_, n) => n % 4 === 3) })
    await tenant!.send(`PATCH ${scans}/${all[0].id}/review`)
    expect((await read(users!.admin, 'pkg', pkg.id)).body.recent_scans[0].reviewed).toBe(true)
    expect((await users!.courier.send(`GET ${scans}/entity/pkg/${pkg.id}`)).status).toBe(403)
  })

  test('gets 404 in another tenant, with another type, or after deletion', async () => {
    const [bag, otherTenant] = [await openBag(tenant!, { label: 'B-1' }), await newTenant()]
    await scan(tenant!, bag.qr_data)
    expect((await read(tenant!, 'bag', bag.id)).body).toMatchObject({
      type: 'bag',
      qr_code: 'B-1',
      scans_count: 1,
    })
    const { text } = await read(tenant!, 'bag', randomUUID())
    const unknown = [
      read(otherTenant, 'bag', bag.id),
      read(tenant!, 'pkg', bag.id),
      read(tenant!, 'box', bag.id),
      read(tenant!, 'bag', 'x'),
      tenant!.send(`DELETE /api/v1/bags/${bag.id}`).then(() => read(tenant!, 'bag', bag.id)),
    ]
    for (const answer of await Promise.all(unknown)) expect([answer.status, answer.text]).toEqual([404, text])
  })

  test('counts at most a thousand scans', async () => {
    const { runtime } = inProcess()
    const { id: of } = await openBag(tenant!)
    const scanItem = (n: number) => ({
      put: {
        pk: `T#${tenant!.user.tenant_id}#SCANNED#bag#${of}`,
        sk: `2020#${n}`,
        kind: 'bag',
        of,
        created_at: '2020-01-01T00:00:00.000Z',
        id: randomUUID(),
        user_id: randomUUID(),
      },
    })
    for (let n = 0; n < 1020; n += 51)
      await runtime.store.commit(Array.from({ length: 51 }, (_, i) => scanItem(n + i)))
    const { body } = await read(tenant!, 'bag', of)
    expect([body.scans_count, body.last_scanned_at]).toEqual([1000, '2020-01-01T00:00:00.000Z'])
  })
})
