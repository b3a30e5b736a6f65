import type { components } from '../api-types.ts'

/** An event. Numbers grow within a company; ids are the same in the feed and in webhooks. */
export type LiveEvent = components['schemas']['FeedEvent']
/** A channel of events. */
export type Channel = 'tenant' | 'board' | `${'shipment' | 'bag' | 'flight'}:${string}`

/** A message of the service: a response, or an event. */
export type ServerFrame =
  | { type: 'subscribed'; channels: Channel[] }
  | { type: 'pong' }
  | { type: 'error'; code: string; message: string }
  | LiveEvent
export const isEvent = (frame: ServerFrame): frame is LiveEvent => frame.type.includes('.')

/** Parses a text frame; undefined for unknown messages, which later versions may send. */
export function readFrame(data: unknown): ServerFrame | undefined {
  try {
    const frame = JSON.parse(String(data)) as Partial<ServerFrame> | null
    const known =
      typeof frame?.type === 'string' && (/^(subscribed|pong|error)$/.test(frame.type) || hasId(frame))
    return known ? (frame as ServerFrame) : undefined
  } catch {
    return undefined
  }
}
const hasId = (frame: object) =>
  'id' in frame && typeof frame.id === 'string' && 'number' in frame && typeof frame.number === 'number'
