import type { EventBridgeEvent } from 'aws-lambda'
import type { BucketGrants } from '../../shared/config/buckets.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { takeUpload } from '../../shared/domain/photos/uploads.ts'
import { photoBucket } from '../../shared/storage/photo-bucket.ts'
import { job } from '../../shared/runtime/job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  package: ['GetItem'],
}
export const buckets: BucketGrants = {
  photos: ['PutObject', 'DeleteObject'],
  uploads: ['GetObject', 'ListBucket', 'DeleteObject'],
}

type Uploaded = EventBridgeEvent<'Object Created', { object: { key: string } }>

/** Processes direct uploads to S3; driven by S3's event, which may come twice. */
export const handler = job(async (given, { detail }: Uploaded): Promise<void> => {
  const [tenant_id = '', package_id = '', id = ''] = detail.object.key.split('/')
  const grant = (await given.directory.find('package', package_id))?.grant
  // A deleted package takes no photo.
  if (grant?.tenantId !== tenant_id) return photoBucket(given).discard(detail.object.key)
  const work = tenantJobContext(given, grant, given.clock())
  const outcome = await takeUpload(work, photoBucket(given), { package_id, id })
  given.log.info('upload', { tenant_id, package_id, photo_id: id, outcome })
})
