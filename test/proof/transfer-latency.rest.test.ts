import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { csvRows } from '../../shared/csv/write.ts'
import { requestImport, shipmentTable, uploadTable } from '../support/api/imports.ts'
import { freshAddress } from '../support/api/client.ts'
import { book, newTenant } from '../support/api/tenant.ts'
import { ownCloud } from '../support/suite/own-cloud.ts'
import { report, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

const isProof = size(0, 1) === 1

const own = ownCloud({ log: () => undefined }, isProof)

test.runIf(isProof)(
  'requests are not slow while another company imports 20,000 rows',
  { timeout: seconds(600) },
  async () => {
    const [other, tenant] = [
      await newTenant(freshAddress(), own.cloud.endpoints),
      await newTenant(freshAddress(), own.cloud.endpoints),
    ]
    const booked = await book(tenant)
    /** The 99th percentile of `count` requests, in milliseconds; one in four books a shipment. */
    const p99 = async (count: number) => {
      const all: number[] = []
      while (all.length < count) {
        const start = performance.now()
        if (all.length % 4 === 0) await book(tenant)
        else await tenant.send(`GET /api/v1/shipments/${booked.id}`)
        all.push(performance.now() - start)
        await delay(10)
      }
      return all.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0
    }
    await p99(1000)
    const without = await p99(4000)
    const { id, ...form } = await requestImport(other)
    await uploadTable(form as never, csvRows(shipmentTable(20_000)))
    const read = async () => (await other.send(`GET /api/v1/imports/${id}`)).body
    while ((await read()).status === 'WAITING') await delay(50)
    // More than two turns of the worker, which reads the whole file in each.
    const during = await p99(8000)
    expect(await read()).toMatchObject({ status: 'RUNNING', rows: 20_000, failed: 0 })
    expect(during / without).toBeLessThan(1.5)
    report(
      'Imports',
      'Requests are not slow while another company imports 20,000 rows',
      `99th percentile ${during.toFixed(0)} ms, ${without.toFixed(0)} ms without: ${(during / without).toFixed(2)} times`,
    )
  },
)
