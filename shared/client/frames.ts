import type { components } from './api-types.ts'

/** Something that happened. Numbers grow with time within a company; ids are the same in the feed and in webhooks. */
export type LiveEvent = components['schemas']['FeedEvent']
/** What a connection may listen to. */
export type Channel = 'tenant' | 'board' | `${'shipment' | 'bag' | 'flight'}:${string}`

/** What the service sends: an answer, or something that happened. */
export type ServerFrame =
  | { type: 'subscribed'; channels: Channel[] }
  | { type: 'pong' }
  | { type: 'error'; code: string; message: string }
  | LiveEvent
export const isEvent = (frame: ServerFrame): frame is LiveEvent => frame.type.includes('.')

/** A text frame of the service; nothing for what is none that this client knows, which later versions may send. */
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
