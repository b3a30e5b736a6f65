import * as z from 'zod'
import { lazySchema } from '../core/lazy-schema.ts'
import type { Message } from './queue.ts'

/**
 * A subscription that has work now; a scheduled one, at a time. `connection`: its token expires then. `ended`: the user or API key
 * whose connections are closed.
 */
export const Wake = lazySchema(() =>
  z.object({
    tenant_id: z.guid(),
    subscription: z.string(),
    connection: z.string().optional(),
    due: z.iso.datetime().optional(),
    ended: z.object({ user_id: z.guid(), session_id: z.guid().optional() }).optional(),
  }),
)
export type Wake = z.output<typeof Wake>

/** A message for the FIFO queue of a subscription, which is a message group. `id`: no two messages have the same. */
export const wakeMessage = (body: Wake, id: string): Message => ({
  body,
  group: `${body.tenant_id}/${body.subscription}`,
  deduplicationId: id,
})

/**
 * A message for the queue `scheduled`, which becomes visible when it is due. SQS delays messages by at most 15 minutes, so
 * a message that arrives earlier is sent again.
 */
export const scheduledMessage = (body: Wake, now: Date): Message => ({
  body,
  delay: Math.max(0, secondsTo(body, now)),
})
export const isDue = (body: Wake, now: Date) => secondsTo(body, now) <= 0

const secondsTo = ({ due }: Wake, now: Date) =>
  due === undefined ? 0 : (Date.parse(due) - now.getTime()) / 1000
