import { GetQueueAttributesCommand, SQSClient, type QueueAttributeName } from '@aws-sdk/client-sqs'
import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedWith } from '../../support/api/feed.ts'
import { book, newTenant, openBag, pack, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { send } from '../../../shared/messaging/queue.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { nextToken, tokensOf } from '../../support/in-process/tokens.ts'
import { createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { closingListeners, openSocket, ticketOf } from '../../support/realtime/sockets.ts'
import { seconds } from '../../support/suite/time.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const listening = closingListeners()

describe('a renewed socket', () => {
  test('outlives the token it was opened with', async () => {
    const lifetime = Math.ceil(seconds(3) / 1000)
    const { manager } = await tokensOf(tenant.user.tenant_id, lifetime)
    const listener = await listening(tenant, [], manager)
    const { expires_in } = await listener.subscribe('tenant')
    expect(expires_in).toBeLessThanOrEqual(lifetime)
    const { ticket } = await ticketOf(tenant, await nextToken(manager, 20 * lifetime))
    const renewed = await listener.ask({ type: 'renew', ticket })
    expect(renewed).toMatchObject({ type: 'renewed' })
    expect(renewed.expires_in).toBeGreaterThan(lifetime)
    expect(renewed.expires_in).toBeLessThanOrEqual(20 * lifetime)
    expect(await listener.ask({ type: 'renew', ticket })).toMatchObject({ type: 'error', code: 'conflict' })
    // A socket with a token that expires later than the first one is closed: then the first one would have been.
    const witness = await listening(
      tenant,
      ['tenant'],
      (await tokensOf(tenant.user.tenant_id, lifetime + 1)).manager,
    )
    expect(await witness.closed).toBe(1000)
    const { id } = await book(tenant)
    await listener.until((events) => expect(events.map(({ data }) => data.shipment_id)).toContain(id))
  })

  test('does not accept a ticket of another user, another company, or none', async () => {
    const listener = await listening(tenant)
    const other = await newTenant()
    const { viewer } = await tokensOf(tenant.user.tenant_id)
    const renew = async (ticket: string) => (await listener.ask({ type: 'renew', ticket })).code
    expect(await renew((await ticketOf(tenant, viewer)).ticket)).toBe('forbidden')
    expect(await renew((await ticketOf(other)).ticket)).toBe('bad_request')
    expect(await renew('nonsense')).toBe('bad_request')
  })
})

test('a socket with batch=true gets several events in one message', async () => {
  const company = await newTenant()
  const [listener, single] = [
    await listening(company, ['tenant'], undefined, '&batch=true'),
    await listening(company, ['tenant']),
  ]
  // One change of a bag is an event of each shipment inside.
  const bag = await openBag(company)
  for (let n = 0; n < 3; n++) await pack(company, bag.id, (await newParcel(company)).id)
  await company.send(`PUT /api/v1/bags/${bag.id}/seal`)
  const feed = await feedWith(company, (events) =>
    expect(events.filter(({ data }) => data.event_type === 'BAG_SEALED')).toHaveLength(3),
  )
  await listener.until((events) => expect(events).toEqual(feed))
  await single.until((events) => expect(events).toEqual(feed))
  expect(listener.messages.some((message) => Array.isArray(message))).toBe(true)
  expect(single.messages.some((message) => Array.isArray(message))).toBe(false)
})

describe('a socket is closed', () => {
  test('when its user is deactivated, and the others stay', async () => {
    const { viewer, operator } = await tokensOf(tenant.user.tenant_id)
    const [ended, other] = [
      await listening(tenant, ['tenant'], viewer),
      await listening(tenant, ['tenant'], operator),
    ]
    const { ticket, url } = await ticketOf(tenant, viewer)
    expect((await tenant.send(`DELETE /api/v1/users/${String(decodeJwt(viewer).sub)}`)).status).toBe(200)
    expect(await ended.closed).toBe(1000)
    expect(ended.frames.at(-1)).toMatchObject({ type: 'error', code: 'unauthenticated' })
    await expect(openSocket({ url, ticket })).rejects.toThrow('401')
    const { id } = await book(tenant)
    await other.until((events) => expect(events.map(({ data }) => data.shipment_id)).toContain(id))
  })

  test('when its session ends, or its API key is deleted', async () => {
    const key = await createKey(tenant, { scopes: ['events:read', 'realtime:write'] })
    const { operator } = await tokensOf(tenant.user.tenant_id)
    const own = await listening(tenant, ['tenant'], operator)
    const ofKey = await listening(tenant, ['tenant'], await tokenOfKey(key))
    const session = String(decodeJwt<any>(operator).sid)
    await tenant.send(`DELETE /api/v1/users/me/sessions/${session}`, { token: operator })
    await tenant.send(`DELETE /api/v1/api-keys/${key.id}`)
    expect(await Promise.all([own.closed, ofKey.closed])).toEqual([1000, 1000])
  })
})

test('a wake-up that is not due yet is scheduled again', async () => {
  const { runtime } = inProcess()
  const QueueUrl = runtime.queue('scheduled')
  const sqs = new SQSClient({ endpoint: new URL(QueueUrl).origin })
  const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessagesDelayed']
  const delayed = async () => {
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))
    return Number(Attributes?.ApproximateNumberOfMessagesDelayed)
  }
  const before = await delayed()
  const due = new Date(Date.now() + 3_600_000).toISOString()
  const body = { tenant_id: tenant.user.tenant_id, subscription: randomUUID(), due }
  // Without a delay, as if fifteen minutes had passed.
  await send(runtime, 'scheduled', [{ body }])
  await expect.poll(delayed, { timeout: seconds(10) }).toBeGreaterThan(before)
})
