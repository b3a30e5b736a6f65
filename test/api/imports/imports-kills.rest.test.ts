import { expect, inject, test } from 'vitest'
import { csvRows } from '../../../shared/csv/write.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { uploadKey } from '../../../shared/domain/transfers/files.ts'
import { tenantJobContext } from '../../../shared/runtime/tenant-job.ts'
import { transferBucket } from '../../../shared/storage/transfer-bucket.ts'
import { workOnImport } from '../../../shared/transfers/import.ts'
import { errorsOf, importTable, requestImport, shipmentTable } from '../../support/api/imports.ts'
import { ids, walk } from '../../support/api/lists.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { seededRandom } from '../../support/chaos-proxy/faults/seeded-random.ts'
import { asFunction, inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { dyingStore } from '../../support/transfers/company.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

const [count, bad, kills] = [500, 37, 5]

/** A worker in this process that dies with the transaction after `commits`. Of it nothing is left but what it wrote. */
function dyingWorker(tenant: Tenant, id: string, bytes: Buffer) {
  const store = testStore()
  const bucket = transferBucket(inProcess().runtime)
  // Its upload reaches this worker only, and no worker of the local cloud.
  const files: typeof bucket = {
    ...bucket,
    read: async (key) => (key === uploadKey(tenant.user.tenant_id, id) ? bytes : bucket.read(key)),
  }
  return (commits: number, isSent: boolean, parts: number) => {
    const { runtime } = inProcess({ store: dyingStore(store, commits, isSent) })
    const work = tenantJobContext(runtime, mintGrant(tenant.user.tenant_id), runtime.clock())
    const turn = { files, clock: runtime.clock, isTimeLeft: () => --parts > 0, nextRow: async () => undefined }
    return asFunction('transferworker', () => workOnImport(work, id, turn))
  }
}

test(`${count} rows of which ${bad} are wrong, whose worker dies ${kills} times, are booked once each`, async () => {
  const random = seededRandom(inject('seed'))
  const tenant = await newTenant()
  const wrong = Array.from({ length: bad }, (_, n) => n * 13 + 7)
  const table = shipmentTable(count, wrong)
  const { id } = await requestImport(tenant)
  const worker = dyingWorker(tenant, id, Buffer.from(csvRows(table)))
  for (let n = 0; n < kills; n++)
    await expect(worker(1 + random.below(90), random.below(2) === 0, 2)).rejects.toThrow('was killed')
  let transfer = await worker(Infinity, true, 1)
  while (transfer?.status === 'RUNNING') transfer = await worker(Infinity, true, 1)
  const read = (await tenant.send(`GET /api/v1/imports/${id}`)).body
  expect(read).toMatchObject({ status: 'DONE', rows: count, imported: count - bad, failed: bad })

  const { bytes, sheet } = await errorsOf(tenant, id)
  expect(sheet.rows.map((row) => row.slice(0, -2))).toEqual(wrong.map((n) => table[n + 1]))
  const mended = await importTable(tenant, bytes.toString().replaceAll('heavy', '2.5'))
  expect(mended).toMatchObject({ status: 'DONE', rows: bad, imported: bad, failed: 0 })
  const wanted = Array.from({ length: count }, (_, n) => `Recipient ${n}`).sort()
  // The list may lag.
  await waitFor(
    async () => {
      const { records } = await walk(tenant, '/api/v1/shipments')
      expect(new Set(ids(records)).size).toBe(records.length)
      expect(records.map(({ recipient_name }) => recipient_name).sort()).toEqual(wanted)
    },
    { timeout: seconds(20), interval: 200 },
  )
})
