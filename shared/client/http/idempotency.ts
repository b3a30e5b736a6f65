import type { Middleware } from 'openapi-fetch'
import { keyedOperations } from './keyed-operations.ts'

/**
 * Gives each request of an operation that takes one a random Idempotency-Key, unless it has one. Retries of the request keep
 * it. To the others no key is sent, since a key that the service ignores would make a retry look safe that is not.
 */
export const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    const takesKey = keyedOperations.includes(`${request.method} ${schemaPath}`)
    if (takesKey && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID())
  },
}
