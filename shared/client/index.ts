// The exports of the package `courier-logistics` (bin/client.ts). They run in browsers, Node.js, Deno and Workers.
export { courierApi } from './api.ts'
export type { CourierApi } from './methods.ts'
export type { components, operations, paths } from './api-types.ts'
export type { Clock } from './clock.ts'
export {
  courierClient,
  type ClientOptions,
  type CourierClient,
  type NewShipment,
  type Shipment,
} from './client.ts'
export type { Credentials } from './http/credentials.ts'
export { CourierError, unwrap, type ValidationIssue } from './http/errors.ts'
export type { RetryOptions } from './http/retries.ts'
export type { SessionStore, StoredSession } from './http/session-store.ts'
export type { Access, TokenSource } from './http/token.ts'
export { liveEvents, type Live } from './live/events-client.ts'
export type { Channel, LiveEvent } from './live/frames.ts'
export type { LiveOptions } from './live/options.ts'
export { realtimeOver } from './live/realtime.ts'
export type { Item, ListPath } from './pages.ts'
export type { FollowOptions, Tracking, TrackingEvent } from './tracking.ts'
export { WebhookError } from './webhooks/error.ts'
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookSecrets,
} from './webhooks/verify.ts'
