import type { IncomingHttpHeaders } from 'node:http'
import type { Bucket, CreationReason } from './buckets.ts'
import type { Objects, StoredObject } from './objects.ts'

/** A bucket with its objects. */
export interface Store {
  bucket: Bucket
  objects: Objects
}

/** An authenticated and routed request. */
export interface ServiceExchange {
  /** All buckets, by name. */
  stores: ReadonlyMap<string, Store>
  /** '' for an operation on a bucket. */
  key: string
  query: URLSearchParams
  /** With those that a presigned URL has in its query. */
  headers: IncomingHttpHeaders
  body: Buffer
  now: Date
  /** Throws S3Error if the caller's role does not allow the action, such as `GetObject`. */
  authorize(action: string, bucket: string, key?: string): void
  /** Whether the caller's role would allow the action on the bucket. */
  isAllowed(action: string, bucket: string): boolean
  /** Publishes that an object was created. */
  created(bucket: Bucket, object: StoredObject, reason: CreationReason): void
}

/** A request on a bucket or one of its objects. */
export interface Exchange extends ServiceExchange, Store {}

export interface Reply {
  status?: number
  headers?: Record<string, string | number>
  body?: Buffer | string
}

export const xmlReply = (document: string): Reply => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${document}`,
})
