import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { appendEvents } from '../../../shared/domain/events/feed.ts'
import { deliverEvents } from '../../../shared/domain/webhooks/deliver.ts'
import { tenantJobContext } from '../../../shared/runtime/tenant-job.ts'
import { postWebhook } from '../../../shared/messaging/webhooks/post.ts'
import { inProcess } from '../in-process/service.ts'
import { memoryStore } from '../in-process/memory-store.ts'
import { receiver } from './receiver.ts'
import type { Tenant } from '../api/tenant.ts'
import { tokensOf } from '../in-process/tokens.ts'

export interface Received {
  id: string
  signatures: number
  event: any
  headers: Record<string, string>
  raw: string
}

/** A receiver that records webhooks; `answer` gives its responses. */
export async function taker(
  answer: (response: ServerResponse, received: Received) => void = (r) => void r.end(),
) {
  const received: Received[] = []
  const server = await receiver((request: IncomingMessage, response) => {
    void text(request).then((raw) => {
      const headers = request.headers as Record<string, string>
      const signatures = headers['webhook-signature']!.split(' ').length
      const one = { id: headers['webhook-id']!, signatures, event: JSON.parse(raw), headers, raw }
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
    until: (check: (received: Received[]) => void, timeout = 15_000) =>
      vi.waitFor(() => check(received), { timeout, interval: 50 }),
  }
}

/** A port without a listener: discard (RFC 863). */
export const nowhere = 'http://127.0.0.1:9/'

/** Creates a webhook for a URL. Returns the webhook with its secret. */
export async function hook(tenant: Pick<Tenant, 'send'>, url: string, fields: object = {}) {
  const created = await tenant.send('POST /api/v1/webhooks', { body: { url, ...fields } })
  expect(created.status, created.text).toBe(201)
  return created.body
}

/**
 * A company in memory, with a clock that the test sets: the test publishes events and runs deliveries with the
 * functions' own code, over real HTTP.
 */
export async function webhooksInMemory() {
  const { call, runtime, clock, pass } = inProcess({
    store: memoryStore(),
    variables: { WEBHOOKS_TO_LOOPBACK: 'true' },
  })
  const tenant_id = randomUUID()
  /** The times for which wake-ups were scheduled. */
  const wakeUps: Date[] = []
  const work = () => tenantJobContext(runtime, mintGrant(tenant_id), clock.now)
  const send: Tenant['send'] = async (key, options) =>
    call(key, { token: (await tokensOf(tenant_id, 7 * 86_400)).manager, contract: true, ...options })
  return {
    ...{ send, clock, pass, wakeUps },
    /** Publishes status changes: of one shipment, or of the shipments that `of` returns. */
    publish: (count = 1, of: (n: number) => string = () => tenant_id) =>
      appendEvents(
        work(),
        Array.from({ length: count }, (_, n) => ({
          id: randomUUID(),
          type: 'shipment.status_changed' as const,
          timestamp: clock.now.toISOString(),
          data: {
            ...{ shipment_id: of(n), tracking_id: `TRK-${n}` },
            ...{ status: 'IN_TRANSIT' as const, previous_status: 'RECEIVED' as const },
          },
        })),
      ),
    /** Processes a wake-up with `seconds` of the invocation's time left. `milliseconds` is the timeout of a request. */
    serve: (id: string, seconds = 40, milliseconds = 500) =>
      deliverEvents(
        work(),
        id,
        {
          clock: () => new Date(clock.now),
          endsAt: new Date(clock.now.getTime() + seconds * 1000),
          batchMilliseconds: 13_000,
          scheduleWake: async (at) => void wakeUps.push(at),
        },
        (to) => postWebhook(to, { loopback: true, milliseconds }),
      ),
    deliveries: async (id: string) => (await send(`GET /api/v1/webhooks/${id}/deliveries`)).body as any[],
    read: async (id: string) => (await send(`GET /api/v1/webhooks/${id}`)).body,
  }
}
