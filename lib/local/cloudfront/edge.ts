import { isUnchanged } from '../../../shared/http/preconditions.ts'
import type { Behaviour } from './distribution.ts'
import type { CorsHeaders } from './headers.ts'
import { parseRequest, type ParsedRequest, type WireRequest } from '../http/request.ts'
import { rejectUpgrade } from '../http/reject-upgrade.ts'
import type { Upgrades } from '../http/server.ts'
import { originRequest } from './origin-request.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import type { HttpResponse } from '../http/response.ts'
import { gzipSync } from 'node:zlib'
import { accepts } from '../../../shared/http/accept.ts'
import type { SiteFile } from './files.ts'

/**
 * The distribution in front of the API, on the same port. Serves pages as CloudFront does, and sends the API the requests
 * that CloudFront would. Its responses are not cached, those of tracking included: locally, the API and the
 * distribution share one URL, and API clients expect current responses.
 */
export function edge(
  behaviours: readonly Behaviour[],
  api: RequestHandler,
  sockets?: Upgrades,
): { handle: RequestHandler; upgrades?: Upgrades } {
  const behaviourOf = ({ target }: WireRequest) => {
    const [path = ''] = target.split('?')
    return { path, behaviour: behaviours.find(({ pattern }) => pattern.test(path)) }
  }
  return {
    async handle(request, readBody) {
      const { path, behaviour } = behaviourOf(request)
      const parsed = behaviour?.files && parseRequest(request)
      if (!parsed) {
        const sent = toOrigin(request, behaviour)
        if ('statusCode' in sent) return sent
        const response = await api(sent, readBody)
        return behaviour?.cors ? cachedResponse(request, response, behaviour.cors) : response
      }
      const response = await serve(parsed, path, behaviour)
      return { ...response, headers: { ...response.headers, ...behaviour.headers } }
    },
    ...(sockets && {
      upgrades: {
        upgrade(request, stream, head, wire) {
          const sent = toOrigin(wire, behaviourOf(wire).behaviour)
          if ('statusCode' in sent) rejectUpgrade(stream, sent)
          else sockets.upgrade(request, stream, head, sent)
        },
        close: () => sockets.close(),
      },
    }),
  }
}

/**
 * A response that CloudFront caches for all viewers: the edge itself compares entity tags, and sets the CORS headers. The
 * origin gets neither If-None-Match nor Origin.
 */
function cachedResponse(request: WireRequest, response: HttpResponse, cors: CorsHeaders): HttpResponse {
  const { method = '', headers = {} } = parseRequest(request) ?? {}
  const own = Object.entries(response.headers).filter(([name]) => !name.startsWith('access-control-'))
  const complete = { ...Object.fromEntries(own), ...cors({ method, origin: headers['origin'] }) }
  const { etag } = response.headers
  const isSame =
    response.statusCode === 200 && typeof etag === 'string' && isUnchanged(headers['if-none-match'], etag)
  return isSame ? { statusCode: 304, headers: complete, body: '' } : { ...response, headers: complete }
}

const toOrigin = (request: WireRequest, behaviour?: Behaviour) =>
  behaviour?.forwards
    ? originRequest(request, {
        ...behaviour.forwards,
        ...(behaviour.viewerRequest && { viewerRequest: behaviour.viewerRequest }),
      })
    : request

async function serve(
  { method, headers, sourceIp }: ParsedRequest,
  path: string,
  { files, methods, viewerRequest, compress: compresses }: Behaviour,
): Promise<HttpResponse> {
  if (!methods.includes(method)) return errorResponse(403, 'AccessDenied')
  const result = viewerRequest?.({ method, uri: path, headers, ip: sourceIp }) ?? { uri: path }
  if ('statusCode' in result) return result
  const found = await files?.(result.uri)
  if (!found) return errorResponse(404, 'NoSuchKey')
  const file = compresses ? compress(found, headers['accept-encoding']) : found
  if (isUnchanged(headers['if-none-match'], found.headers.etag))
    return { statusCode: 304, headers: file.headers, body: '' }
  return { statusCode: 200, headers: file.headers, body: file.body }
}

/** An error response in S3's format. */
const errorResponse = (statusCode: number, code: string): HttpResponse => ({
  statusCode,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
})

/** In bytes (CloudFront developer guide, "Conditions for compression"). */
const sizes = { min: 1000, max: 10_000_000 }
/** The types of our files that CloudFront compresses (the same, "File types that CloudFront compresses"). */
const compressible = new Set([
  'application/json',
  'application/wasm',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
])
const compressed = new WeakMap<SiteFile, SiteFile>()

/**
 * Returns a file as a behaviour that compresses serves it to a client with this Accept-Encoding. CloudFront also has
 * Brotli, which browsers accept with HTTPS only.
 */
function compress(file: SiteFile, acceptEncoding: string | undefined): SiteFile {
  const [type = ''] = file.headers['content-type'].split(';')
  const { length } = file.body
  const isCompressible = compressible.has(type) && length >= sizes.min && length <= sizes.max
  if (!isCompressible || !accepts(acceptEncoding, 'gzip')) return file
  const found = compressed.get(file) ?? {
    body: gzipSync(file.body),
    // A weak entity tag, since the bytes differ (the same, "ETag header conversion").
    headers: { ...file.headers, 'content-encoding': 'gzip', etag: `W/${file.headers.etag}` },
  }
  compressed.set(file, found)
  return found
}
