import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { csvRows } from '../../shared/csv/write.ts'
import {
  errorsOf,
  importOver,
  importTable,
  requestImport,
  shipmentTable,
  uploadTable,
} from '../support/api/imports.ts'
import { ids, walk } from '../support/api/lists.ts'
import { freshAddress } from '../support/api/client.ts'
import { newTenant } from '../support/api/tenant.ts'
import { seededRandom } from '../support/chaos-proxy/faults/seeded-random.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { serveStore } from '../support/transfers/remote-store.ts'
import { ownCloud } from '../support/suite/own-cloud.ts'
import { report, seed, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

// A worker that was killed is followed by another after a minute, so this takes minutes. `npm test` has the same with a worker
// in its own process (test/transfers, test/api/imports/imports-kills).
const isProof = size(0, 1) === 1
const [count, bad, kills] = [3000, 37, 5]

const own = ownCloud({ log: () => undefined }, isProof)

test.runIf(isProof)(
  `${count} rows are imported once each, although the worker is killed ${kills} times`,
  { timeout: seconds(900) },
  async () => {
    const random = seededRandom(seed)
    const tenant = await newTenant(freshAddress(), own.cloud.endpoints)
    const wrong = Array.from({ length: bad }, (_, n) => n * 79 + 7)
    const table = shipmentTable(count, wrong)
    const { id, ...form } = await requestImport(tenant)
    await uploadTable(form as never, csvRows(table))
    const rowsDone = async () => {
      const { imported, failed } = (await tenant.send(`GET /api/v1/imports/${id}`)).body
      return Number(imported) + Number(failed)
    }
    for (let killed = 0; killed < kills; killed++) {
      const before = await rowsDone()
      while ((await rowsDone()) <= before) await delay(50)
      await delay(random.below(1500))
      await own.cloud.kill('transferworkerFunction')
    }
    const done = await importOver(tenant, id, seconds(600))
    expect(done).toMatchObject({ status: 'DONE', rows: count, imported: count - bad, failed: bad })
    const { bytes, sheet } = await errorsOf(tenant, id)
    expect(sheet.rows.map((row) => row.slice(0, -2))).toEqual(wrong.map((n) => table[n + 1]))
    const mended = await importTable(tenant, bytes.toString().replaceAll('heavy', '2.5'), {}, seconds(60))
    expect(mended).toMatchObject({ imported: bad, failed: 0 })
    const { records } = await walk(tenant, '/api/v1/shipments?limit=200')
    expect(new Set(ids(records)).size).toBe(count)
    report(
      'Imports',
      'An import survives kill -9 of its worker',
      `${count} rows of which ${bad} were wrong, ${kills} kills: ${count - bad} shipments, and ${bad} more from the corrected file`,
    )
  },
)

test.runIf(isProof)('an import of 20,000 rows needs less than 512 MB', { timeout: seconds(600) }, async () => {
  const file = join(own.dataDir, 'shipments.csv')
  writeFileSync(file, csvRows(shipmentTable(20_000)))
  const script = join(import.meta.dirname, '../support/transfers/import-memory.ts')
  const child = fork(script, [file], { execArgv: ['--max-old-space-size=300'], serialization: 'advanced' })
  serveStore(child, memoryStore())
  const { megabytes, ...counts } = await new Promise<Record<string, number>>((resolve, reject) => {
    child.on('message', (message: Record<string, number>) => 'megabytes' in message && resolve(message))
    child.on('exit', (code) => reject(new Error(`The import has ended with code ${code ?? 'none'}`)))
  })
  expect(counts).toEqual({ status: 'DONE', imported: 20_000 })
  expect(megabytes).toBeLessThan(512)
  report('Imports', 'An import of 20,000 rows needs less than 512 MB', `${megabytes?.toFixed(0)} MB`)
})
