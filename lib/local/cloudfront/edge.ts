import { isUnchanged } from '../../../shared/http/preconditions.ts'
import type { Behaviour } from './distribution.ts'
import { parseRequest, type ParsedRequest } from '../http/request.ts'
import type { Answerer } from '../http/answerer.ts'
import type { Reply } from '../http/reply.ts'

/**
 * The distribution in front of the API, on the same port. Pages are served as CloudFront serves them. Requests to
 * the API pass unchanged and are never cached, not even tracking responses: the API's own address and the
 * distribution's are the same here, and a client of the API expects a current response.
 */
export function edge(behaviours: readonly Behaviour[], api: Answerer): Answerer {
  return async (request, readBody) => {
    const [path = ''] = request.target.split('?')
    const behaviour = behaviours.find(({ pattern }) => pattern.test(path))
    const parsed = behaviour?.files && parseRequest(request)
    if (!parsed) return api(request, readBody)
    const reply = await serve(parsed, path, behaviour)
    return { ...reply, headers: { ...reply.headers, ...behaviour.headers } }
  }
}

async function serve(
  { method, headers, sourceIp }: ParsedRequest,
  path: string,
  { files, methods, viewerRequest }: Behaviour,
): Promise<Reply> {
  if (!methods.includes(method)) return failure(403, 'AccessDenied')
  const uri = viewerRequest?.({ method, uri: path, headers, ip: sourceIp }) ?? path
  const file = await files?.(uri)
  if (!file) return failure(404, 'NoSuchKey')
  const { body, ...said } = file
  if (isUnchanged(headers['if-none-match'], said.headers.etag))
    return { statusCode: 304, headers: said.headers, body: '' }
  return { statusCode: 200, headers: said.headers, body }
}

/** In the words of S3. */
const failure = (statusCode: number, code: string): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
})
