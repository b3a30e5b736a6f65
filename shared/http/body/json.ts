import { isUtf8 } from 'node:buffer'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import { refused } from '../refusals.ts'
import type { Event, Middleware } from '../routing/event.ts'

/** The maximum JSON body (API Gateway itself allows 10 MB). */
const maxBodyBytes = 256 * 1024

/**
 * Parses the body of a route that takes one: by the row's own reader, or as JSON. The middleware reports a missing
 * Content-Type, a missing body and malformed JSON all as 415 or 422. Here the first two are accepted and the third
 * is 400.
 */
export function requestBody(): Middleware {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true }) as unknown as {
    before(request: { event: Event }): void
  }
  return {
    before: async (request) => {
      const { event } = request
      const { body, isBase64Encoded, headers, admitted } = event
      const type = headers['content-type'] ?? ''
      const { reader } = admitted?.route ?? {}
      if (admitted?.route.body && body !== undefined) expectCoding(headers['content-encoding'])
      if (reader) {
        const bytes = Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded ? 'base64' : 'utf8')
        event.body = await reader.read(bytes, type)
        return
      }
      if (typeof body !== 'string' || body === '' || !admitted?.route.body) {
        event.body = undefined
        return
      }
      if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > maxBodyBytes)
        throw refused.body_too_large({ max: maxBodyBytes / 1024 })
      if (!/^\s*(application\/(.+\+)?json\s*(;|$)|$)/i.test(type)) throw refused.media_type_unsupported()
      expectCharset(type)
      expectUnicode(isBase64Encoded ? Buffer.from(body, 'base64') : body)
      try {
        parser.before({ event })
      } catch {
        event.body = parseJson(isBase64Encoded ? Buffer.from(body, 'base64').toString() : body)
      }
    },
  }
}

/** A body is not compressed: API Gateway passes it on as it came (RFC 9110 §8.4). */
function expectCoding(coding = 'identity'): void {
  if (coding.trim().toLowerCase() !== 'identity')
    throw refused.content_encoding_unsupported().with({ 'Accept-Encoding': 'identity' })
}

/** JSON has no other encoding than UTF-8 (RFC 8259 §8.1). */
function expectCharset(type: string): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type) ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw refused.charset_unsupported()
}

/** Where API Gateway decodes a body itself, invalid bytes have become U+FFFD, which no text of a user contains. */
function expectUnicode(body: Buffer | string): void {
  if (typeof body === 'string' ? body.includes('\uFFFD') : !isUtf8(body)) throw refused.body_not_utf8()
}

/**
 * JSON that the middleware rejects: malformed, or with keys such as __proto__, which here are unknown fields and
 * dropped by the schemas. A byte order mark is accepted (RFC 8259 §8.1).
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw refused.body_not_json()
  }
}
