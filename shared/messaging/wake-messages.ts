import * as z from 'zod'
import { lazySchema } from '../core/lazy-schema.ts'
import type { Message } from './queue.ts'

/** Work that is due at a time, or now. */
interface Due {
  tenant_id: string
  due?: string | undefined
}

const wake = { tenant_id: z.guid(), due: z.iso.datetime().optional() }
/** A webhook with events to deliver. */
export const WebhookWake = lazySchema(() => z.object({ ...wake, webhook_id: z.guid() }))
/** A company with events for its connections, or a connection to close. */
export const LiveWake = lazySchema(() => z.object({ ...wake, connection_id: z.string().optional() }))

/**
 * A message that becomes visible when it is due. SQS delays messages by at most 15 minutes, so a message that
 * arrives earlier is sent again.
 */
export const delayedMessage = <D extends Due>(body: D, now: Date): Message & { body: D } => ({
  body,
  delay: Math.max(0, secondsTo(body, now)),
})
export const isDue = (body: Due, now: Date) => secondsTo(body, now) <= 0

const secondsTo = ({ due }: Due, now: Date) =>
  due === undefined ? 0 : (Date.parse(due) - now.getTime()) / 1000
