import type { IncomingHttpHeaders } from 'node:http'
import { readUpload } from '../body.ts'
import { verifySource, verifyWrite } from './conditions.ts'
import { S3Error } from '../error.ts'
import { xmlReply, type Exchange, type Reply } from './exchange.ts'
import type { Objects } from '../objects.ts'
import { findObject } from './read.ts'
import { toXml } from '../xml.ts'

/** Headers that are stored with an object, besides `content-type` and `x-amz-meta-*`. */
const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
]

/** Limit of the names and values of user metadata (S3 user guide, "Working with object metadata"). */
const maxMetadataBytes = 2048

/** PutObject. Throws S3Error. */
export function putObject(exchange: Exchange): Reply {
  const { bucket, objects, key, headers, body, now } = exchange
  exchange.authorize('PutObject', bucket.name, key)
  // S3 user guide, "How to perform conditional writes": If-Match also needs this permission.
  if (headers['if-match']) exchange.authorize('GetObject', bucket.name, key)
  const { content, checksums } = readUpload(headers, body)
  verifyWrite(currentObject(objects, key), headers)
  const stored = objects.put(key, content, { ...propertiesOf(headers), checksums }, now)
  exchange.created(bucket, stored, 'PutObject')
  return { headers: { etag: stored.etag, ...checksums } }
}

/** DeleteObject, which succeeds for a missing object too. Throws S3Error. */
export function deleteObject(exchange: Exchange): Reply {
  const { bucket, objects, key, headers } = exchange
  exchange.authorize('DeleteObject', bucket.name, key)
  verifyWrite(currentObject(objects, key), headers)
  objects.delete(key)
  return { status: 204 }
}

/** CopyObject. Throws S3Error. */
export function copyObject(exchange: Exchange): Reply {
  const { stores, bucket, objects, key, headers, now } = exchange
  const [sourceName, sourceKey] = parseSource(headers['x-amz-copy-source']?.toString() ?? '')
  exchange.authorize('GetObject', sourceName, sourceKey)
  exchange.authorize('PutObject', bucket.name, key)
  const source = stores.get(sourceName)
  if (!source) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const { metadata, content } = findObject(exchange, source.objects, sourceKey, sourceName)
  verifySource(metadata, headers)
  verifyWrite(currentObject(objects, key), headers)
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE')
    throw new S3Error(400, 'InvalidArgument', 'Unknown metadata directive.')
  const replaces = directive === 'REPLACE'
  if (!replaces && source.objects === objects && sourceKey === key)
    throw new S3Error(400, 'InvalidRequest', 'A copy of an object to itself must change its metadata.')
  const { type, headers: described, checksums } = metadata
  const properties = replaces ? propertiesOf(headers) : { type, ...(described && { headers: described }) }
  const stored = objects.put(key, content, { ...properties, ...(checksums && { checksums }) }, now)
  exchange.created(bucket, stored, 'CopyObject')
  return xmlReply(toXml('CopyObjectResult', { LastModified: now.toISOString(), ETag: stored.etag }))
}

const currentObject = (objects: Objects, key: string) =>
  objects.has(key) ? objects.get(key).metadata : undefined

/** Parses `[/]<bucket>/<key>`, URL-encoded. Throws S3Error. */
function parseSource(header: string): [string, string] {
  const [, name = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(header) ?? []
  try {
    if (name !== '') return [decodeURIComponent(name), decodeURIComponent(key)]
  } catch {
    // Malformed encoding gets the error below.
  }
  throw new S3Error(400, 'InvalidArgument', 'x-amz-copy-source must be <bucket>/<key>, URL-encoded.')
}

/** The properties of an object from the headers of a request, or the fields of a form. Throws S3Error. */
export function propertiesOf(headers: IncomingHttpHeaders) {
  const stored: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!storedHeaders.includes(name) && !name.startsWith('x-amz-meta-')) continue
    // `aws-chunked` encodes the transfer, not the object.
    const kept = name === 'content-encoding' ? String(value).replace(/\s*aws-chunked\s*,?/, '') : String(value)
    if (kept !== '') stored[name] = kept
  }
  const metadata = Object.entries(stored).filter(([name]) => name.startsWith('x-amz-meta-'))
  if (Buffer.byteLength(metadata.flat().join('').replaceAll('x-amz-meta-', '')) > maxMetadataBytes)
    throw new S3Error(400, 'MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size')
  return { type: headers['content-type'] ?? 'binary/octet-stream', headers: stored }
}
