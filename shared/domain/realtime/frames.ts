import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { FeedEvent } from '../events/record.ts'
import { Timestamp } from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
export const realtimeTexts = {
  ticket: { description: 'Opens one connection within 30 seconds', examples: ['tk_8d2e…'] },
}

/** The prefix of a channel's name: the kind of record that the channel covers. */
export const channelKinds = ['shipment', 'bag', 'flight'] as const
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const Channel = z
  .string()
  .toLowerCase()
  .regex(new RegExp(`^(?:tenant|board|(?:${channelKinds.join('|')}):${uuid})$`), 'Not the name of a channel')
  .meta({
    id: 'Channel',
    description:
      'tenant: all that happens in the company. board: what happens to shipments. shipment:<id>, bag:<id>, flight:<id>: what happens to one',
    examples: ['board', 'shipment:018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12'],
  })
/** The maximum number of channels of a connection. */
export const maxChannels = 100
const channels = z.array(Channel).min(1).max(maxChannels)

/** The messages of clients, each one text message (JSON). */
export const clientFrames = {
  subscribe: lazySchema(() =>
    z
      .object({
        type: z.literal('subscribe').meta({ description: 'Requests the events of more channels' }),
        channels,
      })
      .meta({ id: 'Subscribe' }),
  ),
  unsubscribe: lazySchema(() =>
    z
      .object({
        type: z.literal('unsubscribe').meta({ description: 'Requests no more events of channels' }),
        channels,
      })
      .meta({ id: 'Unsubscribe' }),
  ),
  ping: lazySchema(() =>
    z
      .object({ type: z.literal('ping').meta({ description: 'Asks whether the connection works' }) })
      .meta({ id: 'Ping' }),
  ),
  renew: lazySchema(() =>
    z
      .object({
        type: z.literal('renew').meta({ description: 'Renews the connection with another ticket' }),
        ticket: z.string().meta(realtimeTexts.ticket),
      })
      .meta({
        id: 'Renew',
        description: 'Extends the connection to the expiry of the token that requested this ticket',
      }),
  ),
}
export const ClientFrame = lazySchema(() =>
  z.discriminatedUnion('type', [
    clientFrames.subscribe.unwrap(),
    clientFrames.unsubscribe.unwrap(),
    clientFrames.ping.unwrap(),
    clientFrames.renew.unwrap(),
  ]),
)
export type ClientFrame = z.output<typeof ClientFrame>

const ErrorCode = z
  .enum(['bad_request', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'unavailable'])
  .meta({ id: 'SocketErrorCode' })
const expires_in = z.int().meta({
  description: 'Seconds until the connection closes, unless it is renewed with another ticket',
  examples: [900],
})
/** The messages to clients. */
export const serverFrames = {
  event: FeedEvent,
  subscribed: lazySchema(() =>
    z
      .object({
        type: z.literal('subscribed').meta({ description: 'The answer to subscribe and unsubscribe' }),
        channels: z.array(Channel),
        expires_in,
      })
      .meta({ id: 'Subscribed', description: 'The channels that the connection has by now' }),
  ),
  renewed: lazySchema(() =>
    z
      .object({ type: z.literal('renewed').meta({ description: 'The answer to a renewal' }), expires_in })
      .meta({ id: 'Renewed' }),
  ),
  pong: lazySchema(() =>
    z
      .object({
        type: z.literal('pong').meta({ description: 'The answer to a ping' }),
        timestamp: Timestamp.meta({
          description: 'The time of the service',
          examples: ['2026-11-23T09:20:00.000Z'],
        }),
      })
      .meta({ id: 'Pong' }),
  ),
  error: lazySchema(() =>
    z
      .object({
        type: z.literal('error').meta({ description: 'The answer to a message that could not be carried out' }),
        code: ErrorCode.meta(commonTexts.code),
        message: z
          .string()
          .meta({ description: 'The problem, in words', examples: ['Not the name of a channel'] }),
      })
      .meta({
        id: 'SocketError',
        description:
          'The message had no effect. The code unauthenticated means that the connection’s token has expired; the connection then closes',
      }),
  ),
}
export type ServerFrame =
  | z.output<typeof serverFrames.subscribed>
  | z.output<typeof serverFrames.renewed>
  | z.output<typeof serverFrames.pong>
  | z.output<typeof serverFrames.error>
