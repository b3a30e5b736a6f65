import { isUnchanged } from '../../../shared/http/preconditions.ts'
import { compress } from './compress.ts'
import type { Behaviour } from './distribution.ts'
import { parseRequest, type ParsedRequest } from '../http/request.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import type { HttpResponse } from '../http/response.ts'

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
