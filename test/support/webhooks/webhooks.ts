import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { appendEvents } from '../../../shared/domain/events/append.ts'
import { challengeOf, webhooks } from '../../../shared/domain/webhooks/record.ts'
import { deliverEvents } from '../../../shared/domain/webhooks/deliver.ts'
import { tenantJobContext } from '../../../shared/runtime/tenant-job.ts'
import { postWebhook } from '../../../shared/messaging/webhooks/post.ts'
import { tableOn } from '../in-process/table.ts'
import { inProcess } from '../in-process/service.ts'
import type { Store } from '../../../shared/db/store.ts'
import { memoryStore } from '../in-process/memory-store.ts'
import { receiver } from './receiver.ts'
import { verifyManager, type Tenant } from '../api/tenant.ts'
import { tokenOf } from '../in-process/tokens.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

export interface Received {
  id: string
  signatures: number
  event: any
  headers: Record<string, string>
  raw: string
}

/**
 * A receiver that records webhooks; `answer` gives its responses. Unless `pings`, it confirms pings by itself. To
 * OPTIONS requests it answers 405, or with `allowedOrigin`, `asking` for that of
 * the request.
 */
export async function taker(
  answer: (response: ServerResponse, received: Received) => void = (r) => void r.end(),
  { pings = false, allowedOrigin = '' } = {},
) {
  const received: Received[] = []
  const server = await receiver((request: IncomingMessage, response) => {
    if (request.method === 'OPTIONS') {
      const origin = allowedOrigin === 'asking' ? request.headers['webhook-request-origin'] : allowedOrigin
      return void response
        .writeHead(origin ? 200 : 405, origin ? { 'webhook-allowed-origin': origin } : {})
        .end()
    }
    void text(request).then((raw) => {
      const headers = request.headers as Record<string, string>
      const signatures = headers['webhook-signature']!.split(' ').length
      const one = { id: headers['webhook-id']!, signatures, event: JSON.parse(raw), headers, raw }
      if (one.event.type === 'webhook.ping' && !pings) return void response.end(one.event.data.challenge)
      received.push(one)
      answer(response, one)
    })
  })
  return {
    ...server,
    received,
    /** The received events, verified by the Standard Webhooks library. Throws an Error for an invalid signature. */
    verified: (secret: string) =>
      received.map(({ raw, headers }) => new Webhook(secret).verify(raw, headers) as any),
    until: (check: (received: Received[]) => void, timeout = seconds(20)) =>
      waitFor(() => check(received), { timeout, interval: 50 }),
  }
}

/**
 * A port without a listener, discard (RFC 863), at a host of this test alone: the back-off of a host that fails is shared.
 */
export const nowhere = () => `http://127.${[...randomBytes(3)].map((byte) => Math.max(1, byte)).join('.')}:9/`

/** The challenge of a webhook's pings, of which only its receiver learns. */
export async function challengeIn(store: Store, tenant_id: string, id: string) {
  const webhook = await tableOn(store, mintGrant(tenant_id)).find(webhooks, { id })
  return webhook ? challengeOf(webhook) : 'of no webhook'
}

type Subscriber = Pick<Tenant, 'send'> & { email?: string; mail?: string | undefined }
/** Creates a webhook, of a manager whose address is verified. Returns the webhook, which is PENDING, with its secret. */
export async function pendingHook(tenant: Subscriber, url: string, fields: object = {}) {
  await verifyManager(tenant)
  const created = await tenant.send('POST /api/v1/webhooks', { body: { url, ...fields } })
  expect(created.status, created.text).toBe(201)
  return created.body
}
/** Creates a webhook whose receiver confirms the ping. Returns it, ENABLED, with its secret. */
export async function hook(tenant: Subscriber, url: string, fields: object = {}) {
  const created = await pendingHook(tenant, url, fields)
  await waitFor(
    async () => {
      const { body } = await tenant.send(`GET /api/v1/webhooks/${created.id}`)
      expect(body.status).toBe('ENABLED')
    },
    { timeout: seconds(15), interval: 50 },
  )
  return { ...created, status: 'ENABLED' }
}

/**
 * A company in memory, with a clock that the test sets: the test publishes events and runs deliveries with the
 * functions' own code, over real HTTP.
 */
export async function webhooksInMemory(store: Store = memoryStore(), variables: Record<string, string> = {}) {
  const service = inProcess({ store, variables: { WEBHOOKS_TO_LOOPBACK: 'true', ...variables } })
  const { call, runtime, clock, pass } = service
  const tenant_id = randomUUID()
  /** The times for which wake-ups were scheduled. */
  const wakeUps: Date[] = []
  /** The milliseconds that each request may take, which a test has no time for. */
  const timeouts: number[] = []
  const work = () => tenantJobContext(runtime, mintGrant(tenant_id), clock.now)
  const send: Tenant['send'] = async (key, options) =>
    call(key, {
      token: await tokenOf(tenant_id, { role: 'manager' }, 900, service),
      contract: true,
      ...options,
    })
  /** Processes a wake-up with `left` seconds of the invocation's time. `milliseconds` is the timeout of a request. */
  const serve = (id: string, { left = 40, milliseconds = seconds(10) } = {}) =>
    deliverEvents(
      work(),
      id,
      {
        clock: () => new Date(clock.now),
        endsAt: new Date(clock.now.getTime() + left * 1000),
        batchMilliseconds: 13_000,
        scheduleWake: async (at) => void wakeUps.push(new Date(at)),
      },
      {
        post: (to, allowed) => {
          timeouts.push(allowed)
          return postWebhook(to, { loopback: true, milliseconds })
        },
        backoffs: runtime.backoffs,
      },
    )
  return {
    send,
    clock,
    pass,
    wakeUps,
    timeouts,
    serve,
    /** Creates a webhook whose receiver answers the ping; then a second passes. Returns its id. */
    async hook(url: string) {
      const { id } = await pendingHook({ send }, url)
      await serve(id)
      pass(1)
      return id
    },
    /** Publishes status changes: of one shipment, or of the shipments that `of` returns. */
    publish: (count = 1, of: (n: number) => string = () => tenant_id) =>
      appendEvents(
        work(),
        Array.from({ length: count }, (_, n) => ({
          id: randomUUID(),
          type: 'shipment.status_changed' as const,
          timestamp: clock.now.toISOString(),
          data: {
            shipment_id: of(n),
            tracking_id: `TRK-${n}`,
            status: 'IN_TRANSIT' as const,
            previous_status: 'RECEIVED' as const,
          },
        })),
      ),
    /** The deliveries, without pings. */
    deliveries: async (id: string) =>
      ((await send(`GET /api/v1/webhooks/${id}/deliveries`)).body as any[]).filter(({ event }) => event.number),
    read: async (id: string) => (await send(`GET /api/v1/webhooks/${id}`)).body,
  }
}
