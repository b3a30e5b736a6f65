import type { HttpResponse } from './response.ts'
import type { WireRequest } from './request.ts'

/** Handles a request. `readBody` resolves to the whole body, or to undefined if it is too large. */
export type RequestHandler = (
  request: WireRequest,
  readBody: () => Promise<Buffer | undefined>,
) => Promise<HttpResponse>
