import { expect, test } from 'vitest'
import { NewNoShow } from '../../../shared/domain/couriers/no-show-record.ts'
import { feedTypeNames, type FeedEvent } from '../../../shared/domain/events/record.ts'
import { feedWith } from '../../support/api/feed.ts'
import {
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  scan,
  schedule,
  type Tenant,
  newParcel,
} from '../../support/api/tenant.ts'
import { listen } from '../../support/realtime/sockets.ts'
import { hook, taker } from '../../support/webhooks/webhooks.ts'

/** Types that readers know already, and that the next release publishes (docs/development/schema-evolution.md). */
const announced: readonly FeedEvent['type'][] = []
/** Causes an event of each other type. */
const causes: Partial<Record<FeedEvent['type'], (tenant: Tenant) => Promise<unknown>>> = {
  'shipment.status_changed': book,
  'package.event_created': async (tenant) => newParcel(tenant),
  'bag.status_changed': openBag,
  'flight.status_changed': schedule,
  'courier.no_show': async (tenant) => {
    const { flight_id: _, ...body } = exampleOf(NewNoShow)
    const { id } = await addCourier(tenant)
    expect((await tenant.send(`POST /api/v1/couriers/${id}/no-shows`, { body })).status).toBe(201)
  },
  'scan.rejected': (tenant) => scan(tenant, { t: 'pkg' }),
}

test('an event of every published type reaches the feed, a webhook and a socket', async () => {
  const tenant = await newTenant()
  const receiver = await taker()
  await hook(tenant, receiver.url)
  const listener = await listen(tenant, ['tenant'])
  for (const cause of Object.values(causes)) await cause(tenant)
  const typesOf = (events: { type: string }[]) => [...new Set(events.map(({ type }) => type))].sort()
  const all = feedTypeNames.filter((type) => !announced.includes(type)).sort()
  await feedWith(tenant, (events) => expect(typesOf(events)).toEqual(all))
  await receiver.until((received) => expect(typesOf(received.map(({ event }) => event))).toEqual(all))
  await listener.until((events) => expect(typesOf(events)).toEqual(all))
  listener.close()
})
