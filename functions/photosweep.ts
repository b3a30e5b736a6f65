import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { BucketGrants } from '../shared/buckets.ts'
import { packages } from '../shared/domain/package-record.ts'
import { photoBucket } from '../shared/photos/bucket.ts'
import { runtime } from '../shared/runtime.ts'
import type { SecretName } from '../shared/secrets.ts'

export const secrets: readonly SecretName[] = []
export const buckets: BucketGrants = { photos: ['ListBucket', 'DeleteObject'] }

/** Takes the photos of packages away that were deleted; by the table's stream. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const given = runtime()
  for (const record of Records) {
    const gone = packageIn(record)
    if (!gone) continue
    const { id: package_id, tenant_id } = gone
    try {
      const photos = await photoBucket(given).clear(tenant_id, package_id)
      if (photos > 0) given.log.info('photos', { tenant_id, package_id, deleted: photos })
    } catch (error) {
      given.log.warn('photos', { tenant_id, package_id, error: error as Error })
      // From here on it comes again, in order.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}

/** The package that a record of the stream says is gone, if it is one: a bag's note of what is in it has such a key too. */
function packageIn({ eventName, dynamodb }: DynamoDBRecord) {
  if (eventName !== 'REMOVE' || !dynamodb?.OldImage) return undefined
  return packages.schema.safeParse(unmarshall(dynamodb.OldImage as Parameters<typeof unmarshall>[0])).data
}
