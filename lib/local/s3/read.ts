import { isModified } from './conditions.ts'
import { accessDenied, S3Error } from './error.ts'
import type { Exchange, Reply } from './exchange.ts'
import type { Objects, StoredObject } from './objects.ts'

/** Parameters of GetObject and HeadObject that replace a header of the response. */
export const overridableHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

/** GetObject and HeadObject; the server omits the body of the latter. Throws S3Error. */
export function getObject(exchange: Exchange): Reply {
  const { bucket, objects, key, headers } = exchange
  exchange.authorize('GetObject', bucket.name, key)
  const { metadata, content } = findObject(exchange, objects, key)
  const common = { etag: metadata.etag, 'last-modified': new Date(metadata.at).toUTCString() }
  if (!isModified(metadata, headers)) return { status: 304, headers: common }
  const described = { ...common, ...describe(exchange, metadata), 'accept-ranges': 'bytes' }
  const range = rangeOf(headers.range, metadata.size)
  if (!range)
    return {
      headers: {
        ...described,
        ...(headers['x-amz-checksum-mode'] && metadata.checksums),
        'content-length': metadata.size,
      },
      body: content,
    }
  const [first, last] = range
  return {
    status: 206,
    headers: {
      ...described,
      'content-length': last - first + 1,
      'content-range': `bytes ${first}-${last}/${metadata.size}`,
    },
    body: content.subarray(first, last + 1),
  }
}

/**
 * Returns an object that the caller may read. Throws S3Error: 404, or 403 without s3:ListBucket (S3 API reference,
 * GetObject).
 */
export function findObject({ isAllowed, bucket }: Exchange, objects: Objects, key: string, name = bucket.name) {
  if (!objects.has(key) && !isAllowed('ListBucket', name)) throw accessDenied()
  return objects.get(key)
}

/** The stored headers, or those that the request overrides. */
function describe({ query }: Exchange, { type, headers = {} }: StoredObject): Record<string, string> {
  const overrides = overridableHeaders.flatMap((name) => {
    const value = query.get(`response-${name}`)
    return value === null ? [] : [[name, value]]
  })
  return { ...headers, 'content-type': type, ...(Object.fromEntries(overrides) as Record<string, string>) }
}

/** The first and last byte of a single range; undefined for the whole object, also for syntax that S3 ignores. */
function rangeOf(range: string | undefined, size: number): [number, number] | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first > last) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  return [first, last]
}
