import createClient from 'openapi-fetch'
import type { paths } from './api-types.ts'
import { idempotencyKeys } from './http/idempotency.ts'
import { authorised, RepeatableRequest, type Access } from './http/token.ts'
import type { CourierApi } from './methods.ts'

/**
 * The service's HTTP API with the types of its OpenAPI document, for browsers and Node alike:
 * `const { data, error, response } = await api.GET('/api/v1/shipments/{id}', { params: { path: { id } } })`.
 * Throws only what `fetch` throws: an error response is returned, not thrown.
 */
export function courierApi(access: Access): CourierApi {
  const { baseUrl } = access
  const api = createClient<paths>({ baseUrl, fetch: authorised(access), Request: RepeatableRequest })
  api.use(idempotencyKeys)
  // The compiler cannot compare the two for all paths at once.
  return api as CourierApi
}
