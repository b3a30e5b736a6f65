import { expect } from 'vitest'
import { walk } from './lists.ts'
import type { Tenant } from './tenant.ts'
import { seconds } from '../suite/time.ts'
import { waitFor } from '../suite/wait.ts'

/** The events of a tenant's feed: all of them, or those after the given event. */
export const feedOf = async (tenant: Tenant, after?: string, maxPages?: number): Promise<any[]> =>
  (await walk(tenant, `/api/v1/events${after === undefined ? '' : `?after=${after}`}`, maxPages)).records

/** Waits until the feed passes the check, and returns the feed. */
export const feedWith = (
  tenant: Tenant,
  check: (events: any[]) => void,
  timeout = seconds(20),
): Promise<any[]> =>
  waitFor(
    async () => {
      const events = await feedOf(tenant)
      check(events)
      return events
    },
    { timeout, interval: 100 },
  )

/** Waits until the feed contains an event with this type and data, and returns the event. */
export async function awaitEvent(tenant: Tenant, type: string, data: object): Promise<any> {
  const wanted = expect.objectContaining({ type, data: expect.objectContaining(data) })
  const events = await feedWith(tenant, (events) => expect(events).toContainEqual(wanted))
  return events.find((event) => wanted.asymmetricMatch(event))
}
