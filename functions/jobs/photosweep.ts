import type { SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import type { BucketGrants } from '../../shared/config/buckets.ts'
import { photoBucket } from '../../shared/storage/photo-bucket.ts'
import { job } from '../../shared/runtime/job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { lazySchema } from '../../shared/core/lazy-schema.ts'

export const secrets: readonly SecretName[] = []
export const buckets: BucketGrants = { photos: ['ListBucket', 'DeleteObject'] }

const Gone = lazySchema(() => z.object({ tenant_id: z.guid(), package_id: z.guid() }))

/** Deletes the photos of a deleted package; reads its queue one message at a time. */
export const handler = job(async (given, { Records }: SQSEvent): Promise<void> => {
  for (const { body } of Records) {
    const { tenant_id, package_id } = Gone.parse(JSON.parse(body))
    const photos = await photoBucket(given).clear(tenant_id, package_id)
    if (photos > 0) given.log.info('photos', { tenant_id, package_id, deleted: photos })
  }
})
