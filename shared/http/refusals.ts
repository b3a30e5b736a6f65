import { refusals } from '../core/errors.ts'

/** Refusals about requests as such. */
export const refused = refusals({
  address_not_public: [
    'forbidden',
    'Requests to this address are refused; use the public address of the service',
  ],
  path_unknown: ['not_found', 'Not Found'],
  path_ends_with_slash: ['not_found', 'Not Found: paths have no slash at their end; use {path}'],
  method_unknown: ['method_not_allowed', 'This path has no such method; it has {methods}'],
  not_authenticated: ['unauthenticated', 'Not authenticated'],
  too_many_requests: ['too_many_requests', 'Too many requests; try again later'],
  api_keys_not_permitted: ['forbidden', 'API keys may not call this'],
  if_match_invalid: ['stale', 'If-Match is not an entity tag: copy the ETag with its quotes, such as {etag}'],
  record_changed: ['stale', 'This record has changed since you read it; read it again'],
  cookie_of_other_page: ['forbidden', 'Only pages of the service may keep a session in a cookie'],
  out_of_time: ['unavailable', 'The request took too long to carry this out; send it again'],
  form_unreadable: ['bad_request', 'The form cannot be read: {problem}'],
  body_too_large: ['too_large', 'The body is larger than {max} KiB'],
  photo_too_large: [
    'too_large',
    'The photo is larger than 4 MiB; ask /photo-upload for an address that takes up to 20 MiB',
  ],
  body_not_form: ['unsupported_media_type', 'The body must be form-encoded or JSON'],
  parameter_repeated: ['bad_request', 'A parameter is there more than once'],
  body_not_json: ['bad_request', 'The body is not valid JSON'],
  photo_type_unsupported: [
    'unsupported_media_type',
    'Send the photo as multipart/form-data, as {types}, or as application/json',
  ],
  media_type_unsupported: ['unsupported_media_type', 'The body must be application/json'],
  content_encoding_unsupported: ['unsupported_media_type', 'The body must not have a Content-Encoding'],
  charset_unsupported: ['unsupported_media_type', 'The body must be encoded in UTF-8'],
  body_not_utf8: ['bad_request', 'The body is not valid UTF-8'],
  parameters_invalid: ['bad_request', '{problems}'],
})
