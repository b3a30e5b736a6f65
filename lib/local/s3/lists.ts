import { S3Error } from './error.ts'
import { xmlReply, type Exchange, type Reply, type ServiceExchange } from './exchange.ts'
import type { StoredObject } from './objects.ts'
import { toXml } from './xml.ts'

const maxPage = 1000

/** ListBuckets. */
export function listBuckets({ authorize, stores, query }: ServiceExchange): Reply {
  authorize('ListAllMyBuckets', '*')
  const prefix = query.get('prefix') ?? ''
  const names = [...stores.keys()].filter((name) => name.startsWith(prefix)).sort()
  const Bucket = names.map((Name) => ({ Name }))
  return xmlReply(toXml('ListAllMyBucketsResult', { Buckets: { Bucket } }))
}

/** HeadBucket. */
export function headBucket({ authorize, bucket }: Exchange): Reply {
  authorize('ListBucket', bucket.name)
  return {}
}

/** An entry of a list: an object, or the common prefix of several. */
type Entry = { name: string; object?: StoredObject }

/** ListObjectsV2. A continuation token contains the last entry of the previous page. Throws S3Error. */
export function listObjects({ authorize, bucket, objects, query }: Exchange): Reply {
  authorize('ListBucket', bucket.name)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const startAfter = query.get('start-after') ?? undefined
  const token = query.get('continuation-token')
  const requested = Number(query.get('max-keys') ?? maxPage)
  const limit = Math.min(requested, maxPage)
  if (!Number.isInteger(requested) || requested < 0)
    throw new S3Error(400, 'InvalidArgument', 'max-keys must be an integer of 0 or more.')
  const encoding = query.get('encoding-type') ?? undefined
  const encode = (text: string) => (encoding === 'url' ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
  const after = Buffer.from(token ?? '', 'base64url').toString()

  const listed = objects.list(prefix).filter(({ key }) => follows(key, startAfter ?? ''))
  const entries = groupByPrefix(listed, prefix, delimiter).filter(({ name }) => follows(name, after))
  const page = entries.slice(0, limit)
  const isTruncated = limit > 0 && entries.length > page.length
  return xmlReply(
    toXml('ListBucketResult', {
      Name: bucket.name,
      Prefix: encode(prefix),
      Delimiter: delimiter === '' ? undefined : encode(delimiter),
      StartAfter: startAfter && encode(startAfter),
      EncodingType: encoding,
      ContinuationToken: token ?? undefined,
      KeyCount: page.length,
      MaxKeys: limit,
      IsTruncated: isTruncated,
      NextContinuationToken: isTruncated
        ? Buffer.from(page.at(-1)?.name ?? '').toString('base64url')
        : undefined,
      Contents: page.flatMap(({ object }) => (object ? [describe(object, encode)] : [])),
      CommonPrefixes: page.flatMap(({ name, object }) => (object ? [] : [{ Prefix: encode(name) }])),
    }),
  )
}

const follows = (name: string, after: string) => Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0

/** Replaces the objects whose key has the delimiter after the prefix by one entry for each such beginning. */
function groupByPrefix(objects: readonly StoredObject[], prefix: string, delimiter: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const object of objects) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length)
    const name = end < 0 ? object.key : object.key.slice(0, end + delimiter.length)
    entries.set(name, end < 0 ? { name, object } : { name })
  }
  return [...entries.values()]
}

const describe = ({ key, at, etag, size }: StoredObject, encode: (text: string) => string) => ({
  Key: encode(key),
  LastModified: new Date(at).toISOString(),
  ETag: etag,
  Size: size,
  StorageClass: 'STANDARD',
})
