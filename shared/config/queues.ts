/**
 * The queues of background work: `feed` has the events of tenants in order, `webhooks` and `live` name subscriptions with
 * work, `scheduled` those that have work later, `flights` has
 * flights to synchronise, `sweeps` names deleted packages, `transfers` imports and exports with work, `statistics`
 * shipments to count, and `undelivered` holds what failed, for an operator.
 */
export const queueNames = [
  'feed',
  'webhooks',
  'live',
  'scheduled',
  'flights',
  'sweeps',
  'transfers',
  'statistics',
  'undelivered',
] as const
export type QueueName = (typeof queueNames)[number]

/** The environment variable with the URL of a queue. */
export const queueVariable = (name: QueueName) => `QUEUE_${name.toUpperCase()}`
