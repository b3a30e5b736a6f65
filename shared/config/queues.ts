/**
 * The queues that outward work waits in: `webhooks` and `live` say whose feed went on, `sweeps` which package is gone, and
 * `undelivered` holds what could not be worked on, for somebody to look into.
 */
export const queueNames = ['webhooks', 'live', 'sweeps', 'undelivered'] as const
export type QueueName = (typeof queueNames)[number]

/** The environment variable that tells a function where a queue is. */
export const queueVariable = (name: QueueName) => `QUEUE_${name.toUpperCase()}`
