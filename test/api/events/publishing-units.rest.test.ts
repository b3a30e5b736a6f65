import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { unitsOfPublishing } from '../../../bin/generate/parcel.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { appendEvents } from '../../../shared/domain/events/append.ts'
import { heads } from '../../../shared/domain/events/head.ts'
import { broadcast } from '../../../shared/domain/realtime/broadcast.ts'
import { connections, liveSubscriptionOf } from '../../../shared/domain/realtime/record.ts'
import { subscriptions } from '../../../shared/domain/subscriptions/record.ts'
import { deliverEvents } from '../../../shared/domain/webhooks/deliver.ts'
import { webhooks } from '../../../shared/domain/webhooks/record.ts'
import { webhookSecrets } from '../../../shared/domain/webhooks/secrets.ts'
import { tenantJobContext } from '../../../shared/runtime/tenant-job.ts'
import { noFaults } from '../../support/chaos-proxy/faults/odds.ts'
import { chaosControl, startChaosProxy, type ChaosProxy } from '../../support/chaos-proxy/proxy.ts'
import { inProcess } from '../../support/in-process/service.ts'

let proxy: ChaosProxy
beforeAll(async () => {
  proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
})
afterAll(() => proxy.stop())

/** A company with an enabled webhook and an open page, both idle. */
async function company() {
  const { runtime, clock } = inProcess({ dynamodb: proxy.url })
  const tenant_id = randomUUID()
  const work = tenantJobContext(runtime, mintGrant(tenant_id), clock.now)
  const [webhook, connection] = [randomUUID(), randomUUID()]
  const live = liveSubscriptionOf(connection)
  const { seal } = await webhookSecrets(work)
  const [at, later] = [clock.now.toISOString(), new Date(clock.now.getTime() + 600_000).toISOString()]
  const idle = { cursor: 0, parked: 0, failures: 0, version: 1 }
  const { table } = work
  await work.transact(async () => ({
    writes: [
      table.create(webhooks, {
        id: webhook,
        tenant_id,
        // A host of its own: other tests of this run leave back-offs of the hosts that they cannot reach.
        url: `https://${webhook}.example/`,
        description: '',
        types: [],
        status: 'ENABLED',
        disabled_reason: null,
        created_by: randomUUID(),
        created_at: at,
        updated_at: at,
        secret_sealed: seal('secret', webhook),
        version: 1,
      }),
      table.create(subscriptions, { id: webhook, ...idle }),
      table.create(subscriptions, { id: live, ...idle }),
      table.create(connections, {
        id: connection,
        user_id: randomUUID(),
        role: 'manager',
        channels: new Set(['tenant']),
        connected_at: at,
        expires_at: later,
        batch: true,
      }),
      table.create(heads, { number: 0, webhooks: new Set([webhook]), [`until_${live}`]: later, version: 1 }),
    ],
    result: undefined,
  }))
  const turn = {
    clock: () => clock.now,
    endsAt: new Date(clock.now.getTime() + 60_000),
    batchMilliseconds: 13_000,
    scheduleWake: async () => expect.fail('nothing is left for later'),
  }
  /** Publishes the events of a change and delivers them. Returns how many each subscriber got. */
  async function publish(count: number) {
    const data = { shipment_id: randomUUID(), tracking_id: 'TRK-1', previous_status: 'RECEIVED' as const }
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'shipment.status_changed' as const,
      timestamp: at,
      data: { ...data, status: 'IN_TRANSIT' as const },
    }))
    const { wake } = await appendEvents(work, events)
    expect(wake.sort(), 'both were idle').toEqual([live, webhook].sort())
    const answered = async () => ({ status: 200 }) as never
    const { sent } = await deliverEvents(work, webhook, turn, {
      post: answered,
      backoffs: runtime.backoffs,
    })
    const { delivered } = await broadcast(work, live, turn, { post: async () => 'sent', close: async () => {} })
    return { sent, delivered }
  }
  return { publish }
}

test.each([1, 2, 5])('the delivery of a change with %i events costs what the costs assume', async (events) => {
  const { publish } = await company()
  await publish(1)
  const control = chaosControl(proxy.url)
  await control.record()
  expect(await publish(events)).toEqual({ sent: events, delivered: events })
  const calls = await control.recorded()
  const isWrite = ({ operation }: { operation: string }) => /Write|Update/.test(operation)
  const sum = (some: readonly { units: number }[]) => some.reduce((total, { units }) => total + units, 0)
  expect({ reads: sum(calls.filter((one) => !isWrite(one))), writes: sum(calls.filter(isWrite)) }).toEqual(
    unitsOfPublishing(events),
  )
})
