import * as z from 'zod'
import { badRequest, type Refusal, type RefusalCode, type ValidationIssue } from '../core/errors.ts'
import { lazySchema } from '../core/lazy-schema.ts'

/** The form of the errors of a route that does not answer {detail, code}. */
export interface RefusalForm {
  schema: z.ZodType
  bodyOf(code: RefusalCode, message: string): object
  /** The refusal of invalid input, instead of a 422 with every issue. */
  invalid?(issues: readonly ValidationIssue[]): Refusal
}

const TrackingErrorBody = /* @__PURE__ */ lazySchema(() =>
  z.strictObject({ error: z.string().min(1), message: z.string().min(1) }).meta({
    id: 'TrackingError',
    examples: [{ error: 'not_found', message: 'No parcel has this tracking id, or it has expired' }],
  }),
)
/** {error, message} (interface, "Errors"). */
export const trackingErrors: RefusalForm = {
  schema: TrackingErrorBody,
  bodyOf: (error, message) => ({ error, message }),
}

const OAuthErrorBody = /* @__PURE__ */ lazySchema(() => {
  const text = z.string().min(1)
  return z
    .strictObject({ error: z.string().regex(/^[a-z_]+$/), error_description: text, detail: text, code: text })
    .meta({ id: 'OAuthError' })
})
/** The errors of a token endpoint that have another name here. */
const oauthNames: Partial<Record<RefusalCode, string>> = {
  bad_request: 'invalid_request',
  unauthenticated: 'invalid_client',
}
/** {error, error_description} (RFC 6749 §5.2), and what other routes answer. */
export const oauthErrors: RefusalForm = {
  schema: OAuthErrorBody,
  bodyOf: (code, detail) => ({ error: oauthNames[code] ?? code, error_description: detail, detail, code }),
  invalid: (issues) => badRequest(issues.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')),
}
