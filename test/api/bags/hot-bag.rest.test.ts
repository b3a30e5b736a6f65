import { expect, test } from 'vitest'
import { add, book, newTenant, openBag, type Tenant } from '../../support/api/tenant.ts'
import { report, size } from '../../support/suite/proof.ts'

// Many warehouse workers fill one bag at once, behind the chaos proxy.
const packers = size(20, 50)
const adds = size(3, 10)

/** Packages of several shipments. */
async function parcels(tenant: Tenant, count: number): Promise<string[]> {
  const shipments = await Promise.all(Array.from({ length: Math.ceil(count / 5) }, () => book(tenant)))
  const found = await Promise.all(
    Array.from({ length: count }, (_, n) => add(tenant, shipments[n % shipments.length].id, { weight: 0.5 })),
  )
  return found.map(({ id }) => id)
}

test('packers who fill one bag at once are all served, and it counts each package', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant)
  const ids = await parcels(tenant, packers)
  const times: number[] = []
  await Promise.all(
    ids.map(async (id) => {
      for (let n = 0; n < adds; n++) {
        const began = performance.now()
        const key = `POST /api/v1/bags/${bag.id}/packages/${id}`
        const added = await tenant.send(key)
        times.push(performance.now() - began)
        expect(added.status, added.text).toBe(200)
        if (n === adds - 1) continue
        const removed = await tenant.send(key.replace('POST', 'DELETE'))
        expect(removed.status, removed.text).toBe(200)
      }
    }),
  )
  const { body } = await tenant.send(`GET /api/v1/bags/${bag.id}`)
  expect(body).toMatchObject({ total_packages: packers, total_weight_kg: packers * 0.5 })
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  report(
    'Hot bag',
    `${packers} packers at once`,
    `${times.length} adds, median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`,
  )
})
