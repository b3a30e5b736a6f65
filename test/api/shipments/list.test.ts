import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as lists from '../../support/api/lists.ts'
import { book, change, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

const { ids } = lists
let tenant: Tenant
/** Oldest first. */
const booked: any[] = []
beforeAll(async () => {
  tenant = await newTenant()
  for (let n = 0; n < 23; n++)
    booked.push(
      await book(tenant, {
        recipient_name: n % 2 ? 'Giorgi Beridze' : 'НИНО Беридзе',
        payment_status: n % 3 ? 'PENDING' : 'PAID',
      }),
    )
  for (const { id } of booked.slice(0, 5))
    await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'DELIVERED' } })
})
const list = (query: string) => `/api/v1/shipments?${query}`
const walk = (query: string) => lists.walk(tenant, list(query))
const eventually = (query: string, wanted: string[]) => lists.eventually(tenant, list(query), wanted)

describe('the list of shipments', () => {
  test('is a bare array, newest first', async () => {
    await eventually('', ids([...booked].reverse()))
    expect((await tenant.send('GET /api/v1/shipments')).body).toBeInstanceOf(Array)
  })

  test('is complete and in order with pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), (limit) =>
        eventually(`limit=${limit}`, ids([...booked].reverse())),
      ),
      { numRuns: 12 },
    )
  })

  test.each([
    ['status=DELIVERED', (_: any, n: number) => n < 5],
    ['payment_status=PAID', (_: any, n: number) => n % 3 === 0],
    ['status=DELIVERED&payment_status=PAID', (_: any, n: number) => n < 5 && n % 3 === 0],
    ['q=nobody', () => false],
    ['q=giorgi', (_: any, n: number) => n % 2 === 1],
    [`q=${encodeURIComponent('нино')}`, (_: any, n: number) => n % 2 === 0],
    // Also as it is written in Georgian.
    ['status=RECEIVED&q=BERIDZE', (_: any, n: number) => n >= 5],
    ['created_to=2020-01-01', () => false],
    ['created_from=2020-01-01&created_to=2199-12-31', () => true],
    ['created_from=2199-12-31&created_to=2020-01-01', () => false],
    ['created_from=2020-01-01T00:00:00%2B14:00', () => true],
    ['created_from=9999-12-31T23:59:59-14:00', () => false],
    ['created_to=9999-12-31T23:59:59-14:00', () => true],
    ['created_to=0000-01-01T00:00:00%2B14:00', () => false],
    [`q=${encodeURIComponent('anna petrova\ngiorgi')}`, (_: any, n: number) => n % 2 === 1],
  ])('can be filtered: %s', async (query, expected) => {
    const wanted = ids(booked.filter(expected).reverse())
    for (const limit of [2, 100]) await eventually(`${query}&limit=${limit}`, wanted)
  })

  test('can be filtered by the time of booking, with both bounds included', async () => {
    const { created_at } = booked[10]
    const then = booked.filter((shipment) => shipment.created_at === created_at)
    await eventually(`created_from=${created_at}&created_to=${created_at}`, ids(then.reverse()))
  })

  test('finds a shipment by its tracking id in any letter case, in its own tenant only', async () => {
    const { id, tracking_id } = booked[0]
    expect(ids((await walk(`tracking_id=${tracking_id.toLowerCase()}`)).records)).toEqual([id])
    expect((await walk(`tracking_id=${tracking_id}&status=RECEIVED`)).records).toEqual([])
    expect((await walk('tracking_id=TRK-0000000000000')).records).toEqual([])
    const otherTenant = await newTenant()
    expect((await otherTenant.send(`GET /api/v1/shipments?tracking_id=${tracking_id}`)).body).toEqual([])
    expect((await otherTenant.send('GET /api/v1/shipments')).body).toEqual([])
  })

  test('lists a changed shipment under its new status only', async () => {
    const shipment = await book(tenant)
    await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body: { status: 'CONSOLIDATING' } })
    await eventually('status=CONSOLIDATING', [shipment.id])
    await eventually('status=RECEIVED', ids(booked.slice(5).reverse()))
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'limit=1e2', 'limit=-1', 'limit='])(
    'refuses %s',
    async (query) => {
      const { status, body } = await tenant.send(`GET /api/v1/shipments?${query}`)
      expect([status, body.detail?.[0]?.loc]).toEqual([422, ['query', 'limit']])
    },
  )
  test.each(['status=received', 'created_from=yesterday', 'payment_status=FREE', 'tracking_id='])(
    'refuses %s',
    async (query) => {
      const { status, body } = await tenant.send(`GET /api/v1/shipments?${query}`)
      expect([status, body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]])
    },
  )
})

describe('a cursor', () => {
  test('is refused with another filter, by another tenant, or with any byte changed', async () => {
    const first = await waitFor(async () => {
      const page = await tenant.send('GET /api/v1/shipments?limit=3')
      expect(page.headers['x-next-cursor']).toBeTruthy()
      return page
    })
    const cursor = first.headers['x-next-cursor']!
    const refused = async (who: Tenant, query: string) => {
      const { status, body } = await who.send(`GET /api/v1/shipments?${query}`)
      expect([status, body.detail?.[0]?.loc], query).toEqual([422, ['query', 'cursor']])
    }
    expect((await tenant.send(`GET /api/v1/shipments?cursor=${cursor}&limit=5`)).status).toBe(200)
    await refused(tenant, `cursor=${cursor}&status=RECEIVED`)
    await refused(await newTenant(), `cursor=${cursor}`)
    await refused(tenant, 'cursor=')
    await refused(tenant, `cursor=${cursor.slice(0, -1)}`)
    const at = cursor.length >> 1
    await refused(
      tenant,
      `cursor=${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
    )
  })

  test('does not reveal its content', async () => {
    const { headers } = await tenant.send('GET /api/v1/shipments?limit=1')
    const opened = Buffer.from(headers['x-next-cursor']!.split('.')[1]!, 'base64url').toString('latin1')
    expect(opened).not.toContain('SHIP')
    expect(opened).not.toContain(tenant.user.tenant_id)
  })
})

test('cancelled shipments are listed apart from those that came back', async () => {
  const own = await newTenant()
  const cancelled = await book(own, { recipient_name: 'Nino Beridze' })
  const returned = await book(own, { recipient_name: 'Nino Beridze' })
  const open = await book(own)
  expect((await own.send(`POST /api/v1/shipments/${cancelled.id}/cancel`, { body: {} })).status).toBe(200)
  await change(own, `PUT /api/v1/shipments/${returned.id}`, { status: 'RETURNED' })
  const newest = await book(own)
  for (const [query, wanted] of [
    ['cancelled=true', [cancelled]],
    ['status=RETURNED', [returned, cancelled]],
    ['status=RETURNED&cancelled=true', [cancelled]],
    ['status=RETURNED&cancelled=false', [returned]],
    ['cancelled=false', [newest, open, returned]],
    ['status=RECEIVED&cancelled=true', []],
    ['late=true&cancelled=true', []],
    ['q=nino&cancelled=true', [cancelled]],
    ['q=nino&cancelled=false', [returned]],
    [`tracking_id=${returned.tracking_id}&cancelled=true`, []],
  ] as const)
    for (const limit of [1, 100]) await lists.eventually(own, list(`${query}&limit=${limit}`), ids([...wanted]))
  const { status, body } = await own.send('GET /api/v1/shipments?cancelled=yes')
  expect([status, body.detail?.[0]?.loc]).toEqual([422, ['query', 'cancelled']])
})
