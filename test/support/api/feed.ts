import { expect, vi } from 'vitest'
import { walk } from './lists.ts'
import type { Tenant } from './tenant.ts'

/** The feed of a tenant from its beginning, or from an event on. */
export const feedOf = async (tenant: Tenant, after?: string): Promise<any[]> =>
  (await walk(tenant, `/api/v1/events${after === undefined ? '' : `?after=${after}`}`)).records

/** Waits until the feed passes the check, and returns the feed. */
export const feedWith = (tenant: Tenant, check: (events: any[]) => void): Promise<any[]> =>
  vi.waitFor(
    async () => {
      const events = await feedOf(tenant)
      check(events)
      return events
    },
    { timeout: 15_000, interval: 100 },
  )

/** Waits until an event of this type, and with this data, is in the feed; gives it. */
export async function awaitEvent(tenant: Tenant, type: string, data: object): Promise<any> {
  const wanted = expect.objectContaining({ type, data: expect.objectContaining(data) })
  const events = await feedWith(tenant, (events) => expect(events).toContainEqual(wanted))
  return events.find((event) => wanted.asymmetricMatch(event))
}
