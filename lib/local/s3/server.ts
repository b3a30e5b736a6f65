import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unrestrictedAccess, type AccessControl } from '../iam/access.ts'
import type { Bucket } from './buckets.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { bucketArn } from '../cloudformation/names.ts'
import { checksums, contentOf } from './body.ts'
import { accessDenied, escaped, S3Error } from './error.ts'
import { verifyPolicy, readForm } from './form.ts'
import { objectsIn, type Objects, type StoredObject } from './objects.ts'
import { verifyPayload, sessionTokenOf, verifyRequest } from './signature.ts'

/** S3's limit is 5 GB; no upload here comes near this. */
const maxBytes = 64 * 1024 * 1024
/** How often expired objects are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

interface Exchange {
  bucket: Bucket
  objects: Objects
  key: string
  url: URL
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  now: Date
}

type Target = Pick<Exchange, 'bucket' | 'key'>

/**
 * A local S3 with the operations that this project uses: objects, lists, presigned URLs, POST policies. Buckets are
 * private, and functions need permissions in their roles. Calls `onCreated` for each new object.
 */
export async function serveS3(
  buckets: readonly Bucket[],
  directory: string,
  onCreated: (bucket: Bucket, object: StoredObject) => void,
  access: AccessControl = unrestrictedAccess,
) {
  mkdirSync(directory, { recursive: true })
  const stores = new Map(
    buckets.map((bucket) => [bucket.name, { bucket, objects: objectsIn(join(directory, bucket.name)) }]),
  )
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => {
      const s3Error = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error))
      response.writeHead(s3Error.status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : s3Error.toXml())
    })
  }
  // The port of the last run, if it is free, since presigned URLs stay valid for an hour.
  const portFile = join(directory, 'port')
  const preferredPort = existsSync(portFile) ? Number(readFileSync(portFile)) : 0
  // Browsers upload from the service's pages; the buckets' CORS rules decide.
  const server = await loopbackServer(listener, { preferredPort, crossOrigin: true })
  writeFileSync(portFile, String(server.port))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, name = '', ...path] = decodePath(url.pathname)
    const store = stores.get(name)
    response.setHeader('x-amz-request-id', randomUUID())
    allowOrigin(store?.bucket, request, response)
    if (request.method === 'OPTIONS') {
      response.writeHead(store ? 200 : 403).end()
      return
    }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    const body = await buffer(request)
    if (!store) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const exchange = { ...store, key: path.join('/'), url, request, response, body, now: new Date() }
    if (request.method === 'POST') return post(exchange)
    const payload = verifyRequest({ method: request.method ?? '', url, headers: request.headers }, exchange.now)
    verifyPayload(payload, body)
    const token = sessionTokenOf(request.headers, url)
    if (exchange.key === '') {
      authorize(token, 'ListBucket', exchange)
      list(exchange)
      return
    }
    const operation = { PUT: put, GET: get, HEAD: get, DELETE: remove }[request.method ?? '']
    if (!operation) throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed here.')
    authorize(
      token,
      { PUT: 'PutObject', DELETE: 'DeleteObject' }[request.method ?? ''] ?? 'GetObject',
      exchange,
    )
    if (operation === get && !exchange.objects.has(exchange.key) && !mayList(token, exchange))
      throw accessDenied()
    operation(exchange)
  }

  /** Throws S3Error if the function's role does not allow the action. */
  function authorize(token: string | undefined, action: string, { bucket, key }: Target): void {
    const denialReason = access.denialReason(token, {
      action: `s3:${action}`,
      resource: bucketArn(bucket.name, key),
    })
    if (denialReason !== undefined) throw accessDenied(denialReason)
  }
  /** Without s3:ListBucket, a missing object returns 403 instead of 404 (S3 API reference, GetObject). */
  const mayList = (token: string | undefined, { bucket }: Target) =>
    access.wouldAllow(token, { action: 's3:ListBucket', resource: bucketArn(bucket.name) })

  /** A browser's upload form (S3 API reference, "POST Object"). */
  async function post(exchange: Exchange): Promise<void> {
    const { bucket, objects, request, response, body, now } = exchange
    const form = await readForm(request.headers['content-type'] ?? '', body)
    verifyPolicy(form, bucket.name, now)
    authorize(form.fields['x-amz-security-token'], 'PutObject', { bucket, key: form.fields.key ?? '' })
    const {
      key = '',
      'content-type': type = 'binary/octet-stream',
      success_action_status: requestedStatus,
    } = form.fields
    const metadata = objects.put(key, form.file, type, now)
    response
      .writeHead(requestedStatus === '200' || requestedStatus === '201' ? Number(requestedStatus) : 204, {
        etag: metadata.etag,
      })
      .end()
    onCreated(bucket, metadata)
  }

  function put({ bucket, objects, key, request, response, body, now }: Exchange): void {
    const content = contentOf(request.headers, body)
    const metadata = objects.put(key, content, request.headers['content-type'] ?? 'binary/octet-stream', now)
    const crc = checksums['x-amz-checksum-crc32']?.(content)
    response.writeHead(200, { etag: metadata.etag, ...(crc && { 'x-amz-checksum-crc32': crc }) }).end()
    onCreated(bucket, metadata)
  }

  const sweep = setInterval(() => {
    for (const { bucket, objects } of stores.values())
      if (bucket.expirationDays) objects.expire(new Date(Date.now() - bucket.expirationDays * 86_400_000))
  }, sweepMilliseconds).unref()

  return {
    url: server.url,
    /** Sends an event for each stored object, since a crash may have lost events. */
    resendEvents() {
      for (const { bucket, objects } of stores.values())
        if (bucket.sendsEvents) for (const object of objects.list('')) onCreated(bucket, object)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(sweep)
      await server[Symbol.asyncDispose]()
    },
  }
}

function decodePath(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}

function get({ objects, key, url, request, response }: Exchange): void {
  const { metadata, content } = objects.get(key)
  const headers = {
    etag: metadata.etag,
    'content-type': url.searchParams.get('response-content-type') ?? metadata.type,
    'last-modified': new Date(metadata.at).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (request.headers['if-none-match'] === metadata.etag) return void response.writeHead(304, headers).end()
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const ranged = from !== '' || to !== ''
  const first = from === '' ? Math.max(0, metadata.size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? metadata.size - 1 : Math.min(Number(to), metadata.size - 1)
  if (!ranged) {
    response.writeHead(200, { ...headers, 'content-length': metadata.size })
    return void response.end(request.method === 'HEAD' ? undefined : content)
  }
  if (first > last) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  response.writeHead(206, {
    ...headers,
    'content-length': last - first + 1,
    'content-range': `bytes ${first}-${last}/${metadata.size}`,
  })
  response.end(request.method === 'HEAD' ? undefined : content.subarray(first, last + 1))
}

function remove({ objects, key, response }: Exchange): void {
  objects.delete(key)
  response.writeHead(204).end()
}

/** ListObjectsV2. */
function list({ bucket, objects, url, request, response }: Exchange): void {
  if (request.method !== 'GET')
    throw new S3Error(501, 'NotImplemented', 'The local cloud does not support this operation on buckets.')
  const { searchParams } = url
  const prefix = searchParams.get('prefix') ?? ''
  const maxKeys = Number(searchParams.get('max-keys') ?? 1000)
  const after = Buffer.from(searchParams.get('continuation-token') ?? '', 'base64url').toString()
  const all = objects.list(prefix).filter(({ key }) => key > after)
  const page = all.slice(0, maxKeys)
  const truncated = all.length > maxKeys
  const next = truncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1)?.key ?? '').toString('base64url')}</NextContinuationToken>`
    : ''
  const contents = page.map(
    ({ key, size, etag, at }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${size}</Size></Contents>`,
  )
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>${bucket.name}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${maxKeys}</MaxKeys><IsTruncated>${String(truncated)}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

/** Sets the CORS headers. */
function allowOrigin(
  bucket: Bucket | undefined,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
) {
  const { origin, 'access-control-request-method': requestedMethod = method } = headers
  const rule = bucket?.cors.find(
    ({ origins, methods }) =>
      methods.includes(requestedMethod ?? '') && (origins.includes('*') || origins.includes(origin ?? '')),
  )
  if (!origin || !rule) return
  response.setHeader('access-control-allow-origin', rule.origins.includes('*') ? '*' : origin)
  response.setHeader('access-control-allow-methods', rule.methods.join(', '))
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
}
