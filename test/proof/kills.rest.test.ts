import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { NewBag } from '../../shared/domain/bags/record.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import { walk } from '../support/api/lists.ts'
import { allGone, endAll, isEmulator, running } from '../support/local/npm-start.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { seed, size, report } from '../support/suite/proof.ts'
import { caller } from '../support/api/client.ts'
import { exampleOf, newTenant, type Tenant } from '../support/api/tenant.ts'
import { seconds } from '../support/suite/time.ts'
import { waitUntil } from '../support/suite/wait.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kills-'))
let cloud: Awaited<ReturnType<typeof running>>
const start = async () => (cloud = await running(inject('assembly'), dataDir))
afterAll(async () => {
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const random = seededRandom(seed)
const kills = size(1, 8)

test('each parcel is booked and packed once, although all functions and the database are killed repeatedly', async () => {
  await start()
  const { token } = await newTenant('127.0.0.1', cloud.endpoints)
  /** Repeats a request with the same idempotency key, at the service's current address, until it gets a response. */
  const send: Tenant['send'] = async (key, options) => {
    const headers = { 'idempotency-key': randomUUID() }
    for (; !over; tries++) {
      const call = caller('127.0.0.1', cloud.endpoints.api)
      const answer = await call(key, { token, headers, contract: false, ...options }).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await delay(50)
    }
    throw new Error('The test has ended')
  }
  let [tries, packed, died, over] = [0, 0, 0, false]
  onTestFinished(() => void (over = true))
  const bags: string[] = []
  const client = async () => {
    // Each client fills its own bags, which take 200 packages each.
    let [bag, count] = ['', 200]
    while (died < kills || packed < 10 * kills) {
      const shipment = (await send('POST /api/v1/shipments', { body: exampleOf(NewShipment) })).body
      const parcel = await send(`POST /api/v1/shipments/${shipment.id}/packages`, { body: { weight: 1.5 } })
      expect(parcel.status, parcel.text).toBe(201)
      if (count >= 200) {
        bag = (await send('POST /api/v1/bags', { body: exampleOf(NewBag) })).body.id
        bags.push(bag)
        count = 0
      }
      const answer = await send(`POST /api/v1/bags/${bag}/packages/${parcel.body.id}`)
      expect(answer.status, answer.text).toBe(200)
      packed++
      count++
    }
  }
  const work = Promise.all(Array.from({ length: 4 }, client))
  // If a client fails, the test fails immediately.
  let failed: unknown
  work.catch((error: unknown) => (failed = error))
  for (; died < kills; died++) {
    const before = packed
    const enough = before + 2 + random.below(8)
    await waitUntil(() => packed > enough || failed !== undefined, { timeout: seconds(60), interval: 5 })
    if (failed !== undefined) break
    const { child, emulators } = cloud
    const ended = once(child, 'exit')
    // Kill either the database, whose exit stops the service, or the service.
    const database = emulators.find(isEmulator)
    if (database !== undefined && random.below(2) === 0) process.kill(database, 'SIGKILL')
    else child.kill('SIGKILL')
    await ended
    await allGone(emulators)
    await start()
  }
  await work

  const tenant = { send } as Tenant
  const { records } = await walk(tenant, '/api/v1/shipments')
  expect(records.length).toBe(packed)
  expect(new Set(records.map(({ packages_count }) => packages_count))).toEqual(new Set([1]))
  const filled = await Promise.all(bags.map(async (bag) => (await send(`GET /api/v1/bags/${bag}`)).body))
  const sum = (of: 'total_packages' | 'total_weight_kg') =>
    filled.map((bag) => Number(bag[of])).reduce((a, b) => a + b)
  expect([sum('total_packages'), sum('total_weight_kg')]).toEqual([packed, packed * 1.5])
  report(
    'Faults',
    'Acknowledged writes survive kill -9 of functions and database',
    `${kills} kills during ${packed} journeys of four clients, which retried ${tries} times: each shipment, package and manifest entry exists once`,
  )
})
