import fc from 'fast-check'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually, ids, walk } from '../../support/api/lists.ts'
import { book, newTenant } from '../../support/api/tenant.ts'

test('a list that is read while shipments change misses none that stands, and shows none twice or under another status', async () => {
  const tenant = await newTenant()
  const booked: { id: string }[] = []
  for (let n = 0; n < 24; n++) booked.push(await book(tenant))
  const newestFirst = booked.toReversed()
  await eventually(tenant, '/api/v1/shipments', ids(newestFirst))
  await eventually(tenant, '/api/v1/shipments?status=RECEIVED', ids(newestFirst))
  // A record stands if it is older than an index may lag; the chaos proxy lets it lag for up to 2 s.
  await setTimeout(2100)
  const remaining = new Set(ids(booked))
  const received = new Set(ids(booked))

  const change = fc.record({ at: fc.nat(23), to: fc.constantFrom('deleted', 'DELIVERED', 'renamed') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', 'status=RECEIVED&', 'payment_status=PENDING&', 'q=giorgi&'),
      async (changes, limit, filter) => {
        const changing = new Set(changes.map(({ at }) => booked[at]!.id))
        const standing = [...(filter.startsWith('status') ? received : remaining)].filter(
          (id) => !changing.has(id),
        )
        const write = async () => {
          for (const { at, to } of changes) {
            const { id } = booked[at]!
            if (to === 'deleted') {
              await tenant.send(`DELETE /api/v1/shipments/${id}`)
              remaining.delete(id)
              received.delete(id)
              continue
            }
            const body = to === 'renamed' ? { sender_name: 'Anna Ivanova' } : { status: to }
            await tenant.send(`PUT /api/v1/shipments/${id}`, { body })
            if (to !== 'renamed') received.delete(id)
          }
        }
        const [{ records }] = await Promise.all([
          walk(tenant, `/api/v1/shipments?${filter}limit=${limit}`),
          write(),
        ])
        const shown = ids(records)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toEqual(expect.arrayContaining(standing))
        if (filter.startsWith('status')) expect(records.every(({ status }) => status === 'RECEIVED')).toBe(true)
      },
    ),
    { numRuns: 12 },
  )
  const left = newestFirst.filter(({ id }) => remaining.has(id))
  await eventually(tenant, '/api/v1/shipments?limit=5', ids(left))
  await eventually(
    tenant,
    '/api/v1/shipments?status=RECEIVED&limit=5',
    ids(left.filter(({ id }) => received.has(id))),
  )
})
