import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { liveEvents } from '../../shared/client/events-client.ts'
import { realtimeOver } from '../../shared/client/realtime.ts'
import { printNote } from './output.ts'

/**
 * A status change of a shipment, a bag or a flight, and its name. Other events are in the timeline at the end.
 */
const Move = z.object({
  ...{ status: z.string(), previous_status: z.string().nullable() },
  tracking_id: z.string().optional(),
  flight_number: z.string().optional(),
  bag_id: z.string().optional(),
})
/** The longest wait for an event, in milliseconds. */
const patience = 10_000

/**
 * Subscribes to all events of the token's company and prints each status change as it arrives. If that fails, it
 * says so, and the story continues. `until` waits for events of these types with status DELIVERED.
 */
export async function listening(baseUrl: string, token: string, signal: AbortSignal) {
  const delivered = new Set<string>()
  const delivery = Promise.withResolvers<boolean>()
  const live = liveEvents({
    ...realtimeOver({ baseUrl, token: () => token }),
    channels: ['tenant'],
    onEvent: ({ type, data }) => {
      const { data: move } = Move.safeParse(data)
      if (!move) return
      printMove(type, move)
      if (move.status === 'DELIVERED') delivered.add(type)
    },
    onState: (state) => {
      if (!['closed', 'connecting'].includes(state)) delivery.resolve(state === 'open')
    },
    onError: () => delivery.resolve(false),
  })
  live.connect()
  const open = await delivery.promise
  if (!open) {
    live.close()
    printNote('live: this service cannot be listened to; the story goes on without')
  }
  const until = async (...types: string[]) => {
    const end = Date.now() + patience
    while (open && !signal.aborted && Date.now() < end && !types.every((type) => delivered.has(type)))
      await sleep(20)
  }
  return { until, [Symbol.dispose]: live.close }
}

function printMove(type: string, { status, previous_status, ...names }: z.output<typeof Move>) {
  const name = names.tracking_id ?? names.flight_number ?? names.bag_id ?? ''
  printNote(`live: ${type} ${name} ${previous_status === null ? '' : `${previous_status} → `}${status}`)
}
