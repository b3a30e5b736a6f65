import { gzipSync } from 'node:zlib'
import { accepts } from './accept.ts'
import { withCoding } from './preconditions.ts'
import type { Result } from './routing/event.ts'

/** In bytes: a smaller response fits into one packet without compression, too. */
const worthwhile = 1400

/**
 * A JSON response, compressed if the client accepts gzip: the gateway does not compress. A record's ETag is also its
 * version for If-Match, so its response stays as it is; it is small. Files are compressed by themselves.
 */
export function compressed(result: Result, acceptEncoding: string | undefined, isRecord: boolean): Result {
  const { headers, body = '', isBase64Encoded } = result
  const isLarge = body.length >= worthwhile && !isBase64Encoded && !isRecord
  if (!isLarge || !accepts(acceptEncoding, 'gzip', '*')) return result
  const ETag = headers?.['ETag']
  return {
    ...result,
    headers: {
      ...headers,
      'Content-Encoding': 'gzip',
      // Another coding of the same content has another strong tag (RFC 9110 §8.8.3.3).
      ...(ETag !== undefined && { ETag: withCoding(String(ETag)) }),
    },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  }
}
