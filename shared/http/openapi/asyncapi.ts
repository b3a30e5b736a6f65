import type * as z from 'zod'
import { channelKinds, clientFrames, serverFrames } from '../../domain/realtime/frames.ts'
import { feedTypeNames, feedTypes } from '../../domain/events/record.ts'
import { annotate } from './annotate.ts'
import { schemaWriter, type Json } from '../routing/json-schema.ts'

type Frames = Record<string, z.ZodType>

/** The WebSocket messages, as an AsyncAPI 3.0 document: Modelina and other generators do not read 3.1 yet. */
export function asyncApi({ version }: { version: string }): Json {
  const { write, components } = schemaWriter(annotate)
  const messages = (frames: Frames, io: 'input' | 'output') =>
    Object.entries(frames).map(([name, frame]) => [
      name,
      { name, contentType: 'application/json', payload: write(frame, io) },
    ])
  const refs = (frames: Frames) =>
    Object.keys(frames).map((name) => ({ $ref: `#/channels/socket/messages/${name}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Courier Logistics Live',
      version,
      description: [
        'The events of a company as they occur. POST /api/v1/realtime/ticket returns `url` and `ticket`, valid once and for',
        '30 seconds: connect to `<url>?ticket=<ticket>`, then send `subscribe`. The actions of the operations are those of',
        'the service: it receives what clients send. With `&batch=true` a message may be an array of events.',
        'A connection lasts as long as the token that requested the ticket, unless a ticket of a new token renews it. After a disconnection read',
        'missed events from GET /api/v1/events?after=<id of the last event>: an event may arrive twice, with the same id.',
        'Reconnect with exponential backoff: 1 second at first, 30 at most, with jitter, ten attempts;',
        'the count restarts after a successful connection.',
      ].join(' '),
    },
    defaultContentType: 'application/json',
    servers: {
      live: {
        host: '{host}',
        protocol: 'wss',
        variables: { host: { description: 'As the ticket says', default: 'localhost:3000' } },
      },
    },
    channels: {
      socket: {
        address: '/ws',
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              required: ['ticket'],
              properties: {
                ticket: { type: 'string' },
                batch: { type: 'string', enum: ['true'], description: 'A message may be an array of events' },
              },
            },
          },
        },
        messages: Object.fromEntries([
          ...messages(clientFrames, 'input'),
          ...messages(serverFrames, 'output'),
        ]) as Json,
      },
    },
    operations: {
      receiveMessages: {
        action: 'receive',
        summary: `Subscribe to channels, or renew the connection. Channels: tenant, board, or ${channelKinds.map((kind) => `${kind}:<id>`).join(', ')}`,
        channel: { $ref: '#/channels/socket' },
        messages: refs(clientFrames),
      },
      sendMessages: {
        action: 'send',
        summary: 'Events, and answers to messages',
        description: feedTypeNames.map((name) => `${name}: ${feedTypes[name].about}.`).join(' '),
        channel: { $ref: '#/channels/socket' },
        messages: refs(serverFrames),
      },
    },
    components: { schemas: titled(components) },
  }
}

/** Tools show the titles. A discriminator is another thing in AsyncAPI than in OpenAPI, so it is omitted. */
const titled = (schemas: Record<string, Json>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([title, { discriminator: _discriminator, ...schema }]) => [
      title,
      { title, ...schema },
    ]),
  )
