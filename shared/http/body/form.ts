import type * as z from 'zod'
import { refused } from '../refusals.ts'
import type { BodyReader } from '../routing/route.ts'
import { parseJson } from './json.ts'

/** In bytes: a request for a token is small. */
const maxBytes = 8 * 1024

/** A flat object as `application/x-www-form-urlencoded` (RFC 6749 Appendix B), or as JSON. */
export const formBody = (json: () => z.ZodType): BodyReader => ({
  json,
  read(bytes, contentType) {
    if (bytes.length > maxBytes) throw refused.body_too_large({ max: maxBytes / 1024 })
    const type = contentType.split(';')[0]?.trim().toLowerCase()
    if (type === 'application/x-www-form-urlencoded') return fromForm(bytes.toString())
    if (type === 'application/json' || type === '') return bytes.length > 0 ? parseJson(bytes.toString()) : {}
    throw refused.body_not_form()
  },
})

/** Parameters must not be repeated, and empty ones are missing (RFC 6749 §3.2). */
function fromForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)]
  const object = Object.fromEntries(fields.filter(([, value]) => value !== ''))
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw refused.parameter_repeated()
  return object
}
