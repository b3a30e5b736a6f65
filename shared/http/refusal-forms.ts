import type { Refusal, RefusalCode, ValidationIssue } from '../core/errors.ts'
import { refused } from './refusals.ts'

/** The form of the errors of a route that does not answer {detail, code}. */
export interface RefusalForm {
  bodyOf(code: RefusalCode, message: string): object
  /** The refusal of invalid input, instead of a 422 with every issue. */
  invalid?(issues: readonly ValidationIssue[]): Refusal
}

/** {error, message} (interface, "Errors"). */
export const trackingErrors: RefusalForm = {
  bodyOf: (error, message) => ({ error, message }),
}

/** The errors of a token endpoint that have another name here. RFC 6749 has none for a body that cannot be read. */
const oauthNames: Partial<Record<RefusalCode, string>> = {
  bad_request: 'invalid_request',
  too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  unauthenticated: 'invalid_client',
}
/** {error, error_description} (RFC 6749 §5.2), and what other routes answer. */
export const oauthErrors: RefusalForm = {
  bodyOf: (code, detail) => ({ error: oauthNames[code] ?? code, error_description: detail, detail, code }),
  invalid: (issues) =>
    refused.parameters_invalid({
      problems: issues.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; '),
    }),
}
