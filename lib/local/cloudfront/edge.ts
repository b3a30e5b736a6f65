import { isUnchanged } from '../../../shared/http/preconditions.ts'
import type { Behaviour } from './distribution.ts'
import { parseRequest, type ParsedRequest } from '../http/request.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import type { HttpResponse } from '../http/response.ts'
import { gzipSync } from 'node:zlib'
import { accepts } from '../../../shared/http/accept.ts'
import type { SiteFile } from './files.ts'

/**
 * The distribution in front of the API, on the same port. Serves pages as CloudFront does. API requests pass unchanged
 * and uncached, tracking included: locally, the API and the distribution share one URL, and API clients expect current
 * responses.
 */
export function edge(behaviours: readonly Behaviour[], api: RequestHandler): RequestHandler {
  return async (request, readBody) => {
    const [path = ''] = request.target.split('?')
    const behaviour = behaviours.find(({ pattern }) => pattern.test(path))
    const parsed = behaviour?.files && parseRequest(request)
    if (!parsed) return api(request, readBody)
    const response = await serve(parsed, path, behaviour)
    return { ...response, headers: { ...response.headers, ...behaviour.headers } }
  }
}

async function serve(
  { method, headers, sourceIp }: ParsedRequest,
  path: string,
  { files, methods, viewerRequest, compress: compresses }: Behaviour,
): Promise<HttpResponse> {
  if (!methods.includes(method)) return errorResponse(403, 'AccessDenied')
  const uri = viewerRequest?.({ method, uri: path, headers, ip: sourceIp }) ?? path
  if (typeof uri !== 'string') return uri
  const found = await files?.(uri)
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
