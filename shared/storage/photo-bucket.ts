import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { addressSeconds, type BucketName } from '../config/buckets.ts'
import type { ClientConfig, Clients } from '../config/clients.ts'
import { photoPrefix } from '../domain/photos/record.ts'
import type { PhotoStore } from '../domain/photos/store.ts'
import { readObject, s3Client } from './s3-client.ts'

const photoClient = (config: ClientConfig) => s3Client(config, 5000)

/** Photos in S3, in the buckets that the context names. */
export function photoBucket({
  bucket,
  client,
}: {
  bucket(name: BucketName): string
  client: Clients
}): PhotoStore {
  const s3 = client('S3', photoClient)
  return {
    async keep(Key, Body, ContentType) {
      await s3.send(new PutObjectCommand({ Bucket: bucket('photos'), Key, Body, ContentType }))
    },
    address: (Key) =>
      getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket('photos'), Key }), { expiresIn: addressSeconds }),
    uploadForm: (Key, type, maxBytes, seconds) =>
      createPresignedPost(s3, {
        Bucket: bucket('uploads'),
        Key,
        Fields: { 'Content-Type': type },
        Conditions: [['content-length-range', 1, maxBytes]],
        Expires: seconds,
      }),
    read: (Key) => readObject(s3, bucket('photos'), Key),
    uploaded: (Key) => readObject(s3, bucket('uploads'), Key),
    async forget(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket('photos'), Key }))
    },
    async discard(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket('uploads'), Key }))
    },
    async clear(tenantId, packageId) {
      const Bucket = bucket('photos')
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: photoPrefix(tenantId, packageId) })
      let count = 0
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) {
          await s3.send(new DeleteObjectCommand({ Bucket, Key }))
          count++
        }
      return count
    },
  }
}
