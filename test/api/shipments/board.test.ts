import { describe, expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { shipmentStatuses } from '../../../shared/domain/shipments/status.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { countedStore } from '../../support/in-process/counted-store.ts'
import { testStore } from '../../support/in-process/store.ts'
import { add, book, exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

const boardOf = async (tenant: Tenant, query = '') => {
  const { status, body } = await tenant.send(`GET /api/v1/shipments/board${query}`)
  expect(status).toBe(200)
  return body
}
/** Retries a check, because the board is eventually consistent. */
const eventually = (check: () => Promise<void>) => waitFor(check, { timeout: seconds(10), interval: 100 })

describe('the board', () => {
  test('has a column for every status, in order, with a count and the newest shipments', async () => {
    const tenant = await newTenant()
    const received = [await book(tenant), await book(tenant), await book(tenant)]
    const [moved] = received
    await tenant.send(`PUT /api/v1/shipments/${moved.id}`, { body: { status: 'IN_TRANSIT' } })
    await add(tenant, received[1].id)
    await eventually(async () => {
      const board = await boardOf(tenant)
      expect(board.columns.map(({ status, title }: any) => [status, title])).toEqual([
        ['RECEIVED', 'Received'],
        ['PREPARING', 'Preparing'],
        ['IN_TRANSIT', 'In transit'],
        ['CONSOLIDATING', 'Consolidating'],
        ['READY_FOR_PICKUP', 'Ready for pickup'],
        ['DELIVERED', 'Delivered'],
        ['RETURNED', 'Returned'],
      ])
      expect(board.columns.map(({ count }: any) => count)).toEqual([2, 0, 1, 0, 0, 0, 0])
      expect([board.total, board.total_capped]).toEqual([3, false])
      expect(board.generated_at).toMatch(/Z$/)
      const [column] = board.columns
      expect(column.shipments.map(({ id }: any) => id)).toEqual([received[2].id, received[1].id])
      expect(column).toMatchObject({ count_capped: false, next_cursor: null })
      const {
        tracking_id,
        status,
        payment_status,
        sender_name,
        recipient_name,
        origin,
        destination,
        weight,
        price,
      } = received[1]
      const shown = { tracking_id, status, payment_status, sender_name, recipient_name, origin, destination }
      expect(column.shipments[1]).toEqual({
        ...shown,
        weight,
        price,
        id: received[1].id,
        packages_count: 1,
        cancelled_at: null,
        created_at: received[1].created_at,
        updated_at: expect.any(String),
      })
    })
  })

  test('has a cursor in each column that continues in the list of the column’s status', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 5; n++) await book(tenant)
    await eventually(async () => {
      const [column] = (await boardOf(tenant, '?per_column=2')).columns
      const rest = await tenant.send(`GET /api/v1/shipments?status=RECEIVED&cursor=${column.next_cursor}`)
      const all = await tenant.send('GET /api/v1/shipments?status=RECEIVED')
      const ids = ({ id }: { id: string }) => id
      expect([...column.shipments.map(ids), ...rest.body.map(ids)]).toEqual(all.body.map(ids))
      expect(all.body.length).toBe(5)
      const elsewhere = await tenant.send(`GET /api/v1/shipments?status=DELIVERED&cursor=${column.next_cursor}`)
      expect(elsewhere.status).toBe(422)
    })
  })

  test.each(['0', '101', 'x', '1.5', '-1'])('refuses per_column=%s', async (n) => {
    const tenant = await newTenant()
    const { status, body } = await tenant.send(`GET /api/v1/shipments/board?per_column=${n}`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'per_column']])
  })
})

describe('a board of thousands of shipments', () => {
  test('makes as many calls as a small board; counts are exact up to 1,000, and then capped', async () => {
    const { store, count } = countedStore(testStore(withoutFaults()))
    const { call } = inProcess({ store })
    const { token } = await newTenant()
    const post = async () =>
      expect(
        (
          await call('POST /api/v1/shipments', {
            token,
            body: { ...exampleOf(NewShipment), description: 'x'.repeat(1500) },
          })
        ).status,
      ).toBe(201)
    const bookMore = async (n: number) => {
      for (let remaining = n; remaining > 0; remaining -= 30)
        await Promise.all(Array.from({ length: Math.min(30, remaining) }, post))
    }
    const measure = async () => {
      count.calls = 0
      const { body } = await call('GET /api/v1/shipments/board', { token })
      const { calls } = count
      const [{ count: shown, count_capped }] = body.columns
      return { calls, count: shown, count_capped, total_capped: body.total_capped }
    }
    // Each column is listed and counted, and the cards of the only one that is not empty are read.
    const calls = 2 * shipmentStatuses.length + 1
    await bookMore(30)
    expect(await measure()).toEqual({ calls, count: 30, count_capped: false, total_capped: false })
    await bookMore(970)
    expect(await measure()).toEqual({ calls, count: 1000, count_capped: false, total_capped: false })
    await bookMore(1)
    expect(await measure()).toEqual({ calls, count: 1000, count_capped: true, total_capped: true })
    await bookMore(size(199, 1999))
    expect(await measure()).toEqual({ calls, count: 1000, count_capped: true, total_capped: true })
  })
})
