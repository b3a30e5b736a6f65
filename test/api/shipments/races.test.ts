import { beforeAll, expect, test } from 'vitest'
import { derived, floored } from '../../support/models/parcel.ts'
import { add, book, newTenant, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const rounds = Number(process.env.RACE_ROUNDS ?? size(10, 20))
const batch = 5

/** Adds, deletes and moves packages of one shipment, and sets its status, all at once. */
async function round(n: number) {
  const { id } = await book(tenant)
  const at = `/api/v1/shipments/${id}`
  const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(async () => (await add(tenant, id)).id as string))
  const put = (one: string, status: string) => tenant.send(`PUT /api/v1/packages/${one}`, { body: { status } })
  const byHand = ['IN_TRANSIT', 'CONSOLIDATING', 'DELIVERED', 'RETURNED'][n % 4]!
  const [adds, deletes, moves, set] = await Promise.all([
    Promise.all([1, 2, 3].map(() => tenant.send(`POST ${at}/packages`))),
    Promise.all([a, b].map((one) => tenant.send(`DELETE /api/v1/packages/${one!}`))),
    Promise.all([
      put(b!, 'ARRIVED'),
      put(c!, 'READY_FOR_PICKUP'),
      put(c!, 'DELIVERED'),
      put(d!, 'IN_WAREHOUSE'),
    ]),
    n % 5 < 3 ? tenant.send(`PUT ${at}`, { body: { status: byHand } }) : undefined,
  ])
  for (const { status, text } of adds) expect([201, 409], text).toContain(status)
  for (const { status, text } of deletes) expect(status, text).toBe(200)
  for (const { status, text } of moves) expect([200, 404, 409], text).toContain(status)

  const [shipment, packages] = await Promise.all([tenant.send(`GET ${at}`), tenant.send(`GET ${at}/packages`)])
  const statuses = packages.body.map(({ status }: any) => status as string)
  const added = adds.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
  expect(packages.body.map(({ id }: any) => id).sort()).toEqual([c, d, ...added].sort())
  const floor = set?.status === 200 ? byHand : undefined
  expect(shipment.body).toMatchObject({
    status: floored(derived(statuses, shipment.body.status), floor),
    packages_count: statuses.length,
    delivered_count: statuses.filter((word: string) => word === 'DELIVERED').length,
  })
}

test.each(Array.from({ length: rounds / batch }, (_, n) => n * batch))(
  'concurrent adds, deletes and moves leave the shipment as the model says, in the rounds from %i',
  async (first) => {
    await Promise.all(Array.from({ length: batch }, (_, n) => round(first + n)))
  },
)

test('sixteen requests move one package at once: all succeed, and it moves once', async () => {
  const { id } = await newParcel(tenant)
  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      tenant.send(`PUT /api/v1/packages/${id}`, { body: { status: 'ARRIVED' } }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const events = await tenant.send(`GET /api/v1/packages/${id}/events`)
  expect(events.body.map(({ event_type }: any) => event_type)).toEqual([
    'PACKAGE_CREATED',
    'ARRIVED_AT_WAREHOUSE',
  ])
})

test('sixteen requests add the last package at once: one succeeds', async () => {
  const { id } = await book(tenant)
  for (let n = 0; n < 79; n += 10)
    await Promise.all(Array.from({ length: Math.min(10, 79 - n) }, () => add(tenant, id)))
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => tenant.send(`POST /api/v1/shipments/${id}/packages`)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(15).fill(409)])
  expect((await tenant.send(`GET /api/v1/shipments/${id}`)).body.packages_count).toBe(80)
})
