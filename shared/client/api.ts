import createClient from 'openapi-fetch'
import type { paths } from './api-types.ts'
import { authorised, RepeatableRequest, type Access } from './token.ts'

/**
 * The service's HTTP API with the types of its OpenAPI document, for browsers and Node alike:
 * `const { data, error, response } = await api.GET('/api/v1/shipments/{id}', { params: { path: { id } } })`.
 * Throws only what `fetch` throws: an error response is returned, not thrown.
 */
export const courierApi = (access: Access) =>
  createClient<paths>({ baseUrl: access.baseUrl, fetch: authorised(access), Request: RepeatableRequest })
export type CourierApi = ReturnType<typeof courierApi>
