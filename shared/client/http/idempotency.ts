import type { Middleware } from 'openapi-fetch'
import type { paths } from '../api-types.ts'

type Header<Operation> = Operation extends { parameters: { header?: infer H } } ? NonNullable<H> : never
type Write = 'post' | 'put' | 'patch' | 'delete'
/** The operations that take an Idempotency-Key, such as `POST /api/v1/shipments`. */
type KeyedOperation = {
  [Path in keyof paths]: {
    [Method in Write]: [Header<paths[Path][Method]>] extends [never]
      ? never
      : 'Idempotency-Key' extends keyof Header<paths[Path][Method]>
        ? `${Uppercase<Method>} ${Path}`
        : never
  }[Write]
}[keyof paths]

/**
 * The OpenAPI document says which operations take a key, and only the compiler can read that: it refuses this list when an
 * operation is missing or does not take one. To the others no key is sent, since a key that the service ignores would make
 * a retry look safe that is not.
 */
const keyedOperations: Record<KeyedOperation, true> = {
  'POST /api/v1/api-keys': true,
  'POST /api/v1/api-keys/{id}/rotate': true,
  'POST /api/v1/auth/refresh': true,
  'POST /api/v1/bags': true,
  'POST /api/v1/bags/{id}/assign-courier': true,
  'POST /api/v1/bags/{id}/packages/{package_id}': true,
  'POST /api/v1/cases': true,
  'POST /api/v1/contacts': true,
  'POST /api/v1/couriers': true,
  'POST /api/v1/couriers/{id}/no-shows': true,
  'POST /api/v1/couriers/{id}/ratings': true,
  'POST /api/v1/exports': true,
  'POST /api/v1/flights': true,
  'POST /api/v1/imports': true,
  'POST /api/v1/packages/{id}/events/{event_id}/void': true,
  'POST /api/v1/packages/{id}/photo': true,
  'POST /api/v1/packages/{id}/photo-upload': true,
  'POST /api/v1/scan-event': true,
  'POST /api/v1/scans': true,
  'POST /api/v1/shipments': true,
  'POST /api/v1/shipments/{id}/handover-code': true,
  'POST /api/v1/shipments/{id}/handovers': true,
  'POST /api/v1/shipments/{id}/notices': true,
  'POST /api/v1/shipments/{id}/packages': true,
  'POST /api/v1/shipments/{id}/return': true,
  'POST /api/v1/users': true,
  'POST /api/v1/users/{id}/invitation': true,
  'POST /api/v1/warehouse/{id}/receive': true,
  'POST /api/v1/warehouses': true,
  'POST /api/v1/webhooks': true,
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': true,
  'POST /api/v1/webhooks/{id}/rotate-secret': true,
  'POST /api/v1/webhooks/{id}/test': true,
}

/** Gives each request of such an operation a random key, unless it has one. Retries of the request keep it. */
export const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    const takesKey = Object.hasOwn(keyedOperations, `${request.method} ${schemaPath}`)
    if (takesKey && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID())
  },
}
