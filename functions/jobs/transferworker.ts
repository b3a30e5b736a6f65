import { glyphsFile } from '../../shared/domain/labels/glyphs.ts'
import pThrottle from 'p-throttle'
import type { Context, EventBridgeEvent, SQSEvent, SQSRecord } from 'aws-lambda'
import type { BucketGrants } from '../../shared/config/buckets.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { grantOf } from '../../shared/db/stream-change.ts'
import { placesFile } from '../../shared/domain/kernel/places.ts'
import { latinLibraryFile } from '../../shared/domain/search/latin.ts'
import { phoneLibraryFile } from '../../shared/domain/search/spellings.ts'
import { ofUpload } from '../../shared/domain/transfers/files.ts'
import { transferMessage, TransferMessage } from '../../shared/domain/transfers/messages.ts'
import { isOver } from '../../shared/domain/transfers/record.ts'
import { send } from '../../shared/messaging/queue.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { transferBucket } from '../../shared/storage/transfer-bucket.ts'
import { failExport, workOnExport } from '../../shared/transfers/export.ts'
import { failImport } from '../../shared/transfers/import-state.ts'
import { workOnImport } from '../../shared/transfers/import.ts'

export const secrets: readonly SecretName[] = ['search']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  tracking: ['GetItem', 'PutItem'],
  package: ['PutItem'],
}
export const buckets: BucketGrants = { files: ['GetObject', 'PutObject', 'DeleteObject'] }
export const queues: readonly QueueName[] = ['transfers']
/** Assets that the bundle needs. */
export const files = [placesFile, phoneLibraryFile, glyphsFile, latinLibraryFile]

/** No part of a transfer is begun with less time, in milliseconds. */
const enough = 20_000
/** Rows of a company imported a second: slow enough that other requests do not wait (test/proof/transfer-latency.rest.test.ts). */
const rowsPerSecond = 10
const nextRow = pThrottle({ limit: 1, interval: 1000 / rowsPerSecond })(() => Promise.resolve())
/** A transfer that fails this often is given up, so that the company's others are carried out. */
const maxReceives = 10

const transfers = {
  import: { carryOut: workOnImport, fail: failImport },
  export: { carryOut: workOnExport, fail: failExport },
}

type Uploaded = EventBridgeEvent<'Object Created', { object: { key: string } }>

/**
 * Carries out imports and exports. S3's event, which may come twice, queues an import whose file has arrived; a message is
 * worked on for a turn, and followed by the next.
 */
export const handler = job(async (given, event: SQSEvent | Uploaded, context: Context): Promise<void> => {
  if (!('Records' in event)) {
    const upload = { ...ofUpload(event.detail.object.key), transfer: 'import' as const }
    return send(given, 'transfers', [transferMessage(upload, 'upload')])
  }
  for (const record of event.Records) await takeTurn(given, record, context)
})

async function takeTurn(given: Runtime, { body, attributes }: SQSRecord, context: Context): Promise<void> {
  const message = TransferMessage.parse(JSON.parse(body))
  const { tenant_id, transfer, id } = message
  const work = tenantJobContext(given, grantOf(message), given.clock())
  const turn = {
    files: transferBucket(given),
    clock: given.clock,
    isTimeLeft: () => context.getRemainingTimeInMillis() > enough,
    nextRow,
  }
  const { carryOut, fail } = transfers[transfer]
  if (Number(attributes.ApproximateReceiveCount) > maxReceives) {
    given.log.error('transfer given up', { tenant_id, transfer, transfer_id: id })
    await fail(work, { id }, turn, 'The service could not carry it out; request it again')
    return
  }
  const record = await carryOut(work, id, turn)
  if (record && !isOver(record)) await send(given, 'transfers', [transferMessage(message, record.version)])
  const { status, rows } = record ?? {}
  given.log.info('transfer', { tenant_id, transfer, transfer_id: id, status, rows })
}
