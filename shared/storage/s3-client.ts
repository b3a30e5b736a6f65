import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import type { ClientConfig } from '../config/clients.ts'
import { outsideRetries, refuseOverload } from '../core/overload.ts'

/** A client of S3 whose calls end after `requestTimeout` milliseconds. */
export function s3Client(config: ClientConfig, requestTimeout: number) {
  const client = new S3Client({
    ...config,
    // A checksum of the SDK's own would be signed into the addresses, and a browser would have to send it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true },
  })
  client.middlewareStack.add(refuseOverload(), outsideRetries)
  return client
}

/** The bytes of an object; undefined if there is none, which S3 says to those who may list the bucket. */
export async function readObject(s3: S3Client, Bucket: string, Key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    return await Body?.transformToByteArray()
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}
