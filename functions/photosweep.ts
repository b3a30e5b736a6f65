import type { SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import type { BucketGrants } from '../shared/buckets.ts'
import { photoBucket } from '../shared/photos/bucket.ts'
import { runtime } from '../shared/runtime.ts'
import type { SecretName } from '../shared/secrets.ts'
import { later } from '../shared/later.ts'

export const secrets: readonly SecretName[] = []
export const buckets: BucketGrants = { photos: ['ListBucket', 'DeleteObject'] }

const Gone = later(() => z.object({ tenant_id: z.guid(), package_id: z.guid() }))

/** Takes the photos of a package away that was deleted; a message at a time, by its queue. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  const given = runtime()
  for (const { body } of Records) {
    const { tenant_id, package_id } = Gone.parse(JSON.parse(body))
    const photos = await photoBucket(given).clear(tenant_id, package_id)
    if (photos > 0) given.log.info('photos', { tenant_id, package_id, deleted: photos })
  }
}
