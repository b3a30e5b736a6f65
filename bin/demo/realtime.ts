import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { liveEvents } from '../../shared/client/events-client.ts'
import { realtimeOver } from '../../shared/client/realtime.ts'
import { aside } from './output.ts'

/** A move of a shipment, a bag or a flight, and its name. Of the other events the timeline tells at the end. */
const Move = z.object({
  ...{ status: z.string(), previous_status: z.string().nullable() },
  tracking_id: z.string().optional(),
  flight_number: z.string().optional(),
  bag_id: z.string().optional(),
})
/** In milliseconds: as long as the story waits for what is told of it. */
const patience = 10_000

/**
 * Listens to what happens in the company of the token, and tells each move in a line as it comes. Where that cannot be it
 * says so, and the story goes on without. `until` waits for events of these types that say DELIVERED.
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
    aside('live: this service cannot be listened to; the story goes on without')
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
  aside(`live: ${type} ${name} ${previous_status === null ? '' : `${previous_status} → `}${status}`)
}
