import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bucketArn } from '../cloudformation/names.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { unrestrictedAccess, type AccessControl } from '../iam/access.ts'
import type { Bucket, CreationReason } from './buckets.ts'
import { accessDenied, S3Error } from './error.ts'
import type { Reply, ServiceExchange, Store } from './operations/exchange.ts'
import { objectsIn, type StoredObject } from './objects.ts'
import { operationOf } from './operations/table.ts'
import { postObject } from './operations/post.ts'
import { readForm } from './operations/form.ts'
import { sessionTokenOf, verifyPayload, verifyRequest } from './signature.ts'

/** S3's limit is 5 GB; no upload here comes near this. */
const maxBytes = 64 * 1024 * 1024
/** How often expired objects are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

/**
 * A local S3 with the operations in `operations`, presigned URLs and POST policies. Buckets are private, and functions
 * need permissions in their roles. Calls `onCreated` for each new object. Pages of other hosts than this machine and
 * `pageHosts` are refused, since they know the local keys; the buckets' CORS rules decide about the others.
 */
export async function serveS3(
  buckets: readonly Bucket[],
  directory: string,
  onCreated: (bucket: Bucket, object: StoredObject, reason: CreationReason) => void,
  access: AccessControl = unrestrictedAccess,
  pageHosts: readonly string[] = [],
) {
  mkdirSync(directory, { recursive: true })
  const stores: ReadonlyMap<string, Store> = new Map(
    buckets.map((bucket) => [bucket.name, { bucket, objects: objectsIn(join(directory, bucket.name)) }]),
  )
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response)
      .catch((error: unknown): Reply => {
        const s3Error = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error))
        return {
          status: s3Error.status,
          headers: { 'content-type': 'application/xml' },
          body: s3Error.toXml(),
        }
      })
      .then(({ status = 200, headers, body }) => {
        response.writeHead(status, headers)
        response.end(request.method === 'HEAD' ? undefined : body)
      })
      .catch((error: unknown) => response.destroy(error as Error))
  }
  // The port of the last run, if it is free, since presigned URLs stay valid for an hour.
  const portFile = join(directory, 'port')
  const preferredPort = existsSync(portFile) ? Number(readFileSync(portFile)) : 0
  // Browsers upload from the service's pages.
  const server = await loopbackServer(listener, { preferredPort, pageHosts })
  writeFileSync(portFile, String(server.port))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const method = request.method ?? ''
    const [, name = '', ...path] = decodePath(url.pathname)
    const store = stores.get(name)
    response.setHeader('x-amz-request-id', randomUUID())
    allowOrigin(store?.bucket, request, response)
    if (method === 'OPTIONS') return { status: store ? 200 : 403 }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    const body = await buffer(request)
    const key = path.join('/')
    const [now, query] = [new Date(), url.searchParams]
    const exchangeOf = (token: string | undefined, headers: IncomingHttpHeaders): ServiceExchange => ({
      stores,
      key,
      query,
      headers,
      body,
      now,
      authorize(action, bucket, objectKey) {
        const resource = bucketArn(bucket, objectKey)
        const denialReason = access.denialReason(token, { action: `s3:${action}`, resource })
        if (denialReason !== undefined) throw accessDenied(denialReason)
      },
      isAllowed: (action, bucket) =>
        access.wouldAllow(token, { action: `s3:${action}`, resource: bucketArn(bucket) }),
      created(bucket, object, reason) {
        onCreated(bucket, object, reason)
      },
    })
    const existing = () => store ?? fail(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const contentType = request.headers['content-type'] ?? ''
    if (method === 'POST' && contentType.startsWith('multipart/form-data')) {
      const form = await readForm(contentType, body)
      const exchange = exchangeOf(form.fields['x-amz-security-token'], request.headers)
      return postObject({ ...exchange, ...existing() }, form)
    }
    verifyPayload(verifyRequest({ method, url, headers: request.headers }, now), body)
    const headers = { ...hoistedHeaders(query), ...request.headers }
    const operation = operationOf({ method, target: targetOf(name, key), query, headers })
    const exchange = exchangeOf(sessionTokenOf(request.headers, url), headers)
    return operation.target === 'service'
      ? operation.handle(exchange)
      : operation.handle({ ...exchange, ...existing() })
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
        if (bucket.sendsEvents) for (const object of objects.list('')) onCreated(bucket, object, 'PutObject')
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

const targetOf = (bucket: string, key: string) => (bucket === '' ? 'service' : key === '' ? 'bucket' : 'object')

/** Headers that a presigned URL has in its query, by lower-case name. */
const hoistedHeaders = (query: URLSearchParams): IncomingHttpHeaders =>
  Object.fromEntries(
    [...query].flatMap(([name, value]) => (/^x-amz-/i.test(name) ? [[name.toLowerCase(), value]] : [])),
  )

function fail(status: number, code: string, message: string): never {
  throw new S3Error(status, code, message)
}

/** Sets the CORS headers by the bucket's rules. */
function allowOrigin(
  bucket: Bucket | undefined,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): void {
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
