import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { note } from './output.ts'
import type { DemoClient } from './requests.ts'

/** A status change of a shipment, bag or flight. Other events are in the timeline at the end. */
const StatusChange = z.object({
  status: z.string(),
  previous_status: z.string().nullable(),
  tracking_id: z.string().optional(),
  flight_number: z.string().optional(),
  bag_id: z.string().optional(),
})
/** The longest wait for an event, in milliseconds. */
const timeoutMilliseconds = 10_000

/**
 * Subscribes to the company's events and prints each status change as it arrives. If the connection fails, prints that
 * and continues. `until` waits for events of these types with status DELIVERED.
 */
export async function subscribe(manager: DemoClient, signal: AbortSignal) {
  const delivered = new Set<string>()
  const connected = Promise.withResolvers<boolean>()
  const live = manager.live({
    onEvent: ({ type, data }) => {
      const { data: change } = StatusChange.safeParse(data)
      if (!change) return
      printChange(type, change)
      if (change.status === 'DELIVERED') delivered.add(type)
    },
    onState: (state) => {
      if (!['closed', 'connecting'].includes(state)) connected.resolve(state === 'open')
    },
    onError: () => connected.resolve(false),
  })
  const open = await connected.promise
  if (!open) {
    live.close()
    note('live: no WebSocket connection; the demo continues without live events')
  }
  const waitForDelivered = async (...types: string[]) => {
    const deadline = Date.now() + timeoutMilliseconds
    while (open && !signal.aborted && Date.now() < deadline && !types.every((type) => delivered.has(type)))
      await sleep(20)
  }
  return { waitForDelivered, [Symbol.dispose]: live.close }
}

function printChange(type: string, { status, previous_status, ...names }: z.output<typeof StatusChange>) {
  const name = names.tracking_id ?? names.flight_number ?? names.bag_id ?? ''
  note(`live: ${type} ${name} ${previous_status === null ? '' : `${previous_status} → `}${status}`)
}
