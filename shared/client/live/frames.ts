import type { components } from '../api-types.ts'

/** An event. Numbers grow within a company; ids are the same in the feed and in webhooks. */
export type LiveEvent = components['schemas']['FeedEvent']
/** A channel of events. */
export type Channel = 'tenant' | 'board' | `${'shipment' | 'bag' | 'flight'}:${string}`

/** A message of the service: a response, or an event. */
export type ServerFrame =
  | { type: 'subscribed'; channels: Channel[]; expires_in?: number }
  | { type: 'renewed'; expires_in: number }
  | { type: 'pong' }
  | { type: 'error'; code: string; message: string }
  | LiveEvent
export const isEvent = (frame: ServerFrame): frame is LiveEvent => frame.type.includes('.')

/** Parses a message, which may have several events; unknown ones, which later versions may send, are left out. */
export function readFrames(data: unknown): ServerFrame[] {
  try {
    const content: unknown = JSON.parse(String(data))
    return (Array.isArray(content) ? content : [content]).filter(isKnown)
  } catch {
    return []
  }
}
function isKnown(frame: unknown): frame is ServerFrame {
  if (typeof frame !== 'object' || frame === null || !('type' in frame) || typeof frame.type !== 'string')
    return false
  return /^(subscribed|renewed|pong|error)$/.test(frame.type) || hasId(frame)
}
const hasId = (frame: object) =>
  'id' in frame && typeof frame.id === 'string' && 'number' in frame && typeof frame.number === 'number'
