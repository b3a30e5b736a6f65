import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveS3 } from '../../../lib/local/s3/server.ts'

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/** A local S3 with the buckets `photos` and `uploads`, and a client; stopped and deleted by disposal. */
export async function localS3(config: Partial<S3ClientConfig> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const created: string[] = []
  const buckets = ['photos', 'uploads'].map((name) => ({ name, cors: [], sendsEvents: true }))
  const server = await serveS3(buckets, directory, (bucket, { key }, reason) =>
    created.push(`${bucket.name}/${key}: ${reason}`),
  )
  const client = new S3Client({
    endpoint: server.url,
    region: 'eu-west-1',
    credentials,
    maxAttempts: 1,
    forcePathStyle: true,
    ...config,
  })
  return {
    client,
    created,
    async [Symbol.asyncDispose]() {
      client.destroy()
      await server[Symbol.asyncDispose]()
      rmSync(directory, { recursive: true })
    },
  }
}
