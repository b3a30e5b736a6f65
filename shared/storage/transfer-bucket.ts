import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { addressSeconds, type BucketName } from '../config/buckets.ts'
import type { ClientConfig, Clients } from '../config/clients.ts'
import type { TransferFiles } from '../domain/transfers/files.ts'
import { readObject, s3Client } from './s3-client.ts'

/** A file has up to a hundred megabytes. */
const transferClient = (config: ClientConfig) => s3Client(config, 30_000)

/** The files of imports and exports in S3, in the bucket that the context names. */
export function transferBucket({
  bucket,
  client,
}: {
  bucket(name: BucketName): string
  client: Clients
}): TransferFiles {
  const s3 = client('S3', transferClient)
  const Bucket = bucket('files')
  return {
    uploadForm: (Key, maxBytes, seconds) =>
      createPresignedPost(s3, {
        Bucket,
        Key,
        Expires: seconds,
        Conditions: [['content-length-range', 1, maxBytes]],
      }),
    read: (Key) => readObject(s3, Bucket, Key),
    async write(Key, Body, ContentType) {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    async remove(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    address: (Key, name) =>
      getSignedUrl(
        s3,
        new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: `attachment; filename="${name}"` }),
        { expiresIn: addressSeconds },
      ),
  }
}
