import type { CourierClient } from '../../client/index.ts'
import { api, step, type Look } from '../step.ts'
import { Unexpected } from '../unexpected.ts'
import { bookParcel } from './booking.ts'

const outward = (runbook: string, ...functions: string[]): Look => ({
  runbook,
  functions,
  stack: 'CourierApi',
})

export const following = {
  track: step({
    does: 'follows the parcel by its tracking id, without an account',
    proves: 'the public function finds the company of a tracking id',
    look: api('tracking'),
    needs: ['shipment', 'package'],
    async run({ anonymous, eventually }, { shipment: { tracking_id } }) {
      // CloudFront may have an older answer.
      await eventually('The parcel is tracked with its package', async () => {
        const { packages_count } = await anonymous.track(tracking_id)
        return packages_count === 1 || undefined
      })
      return undefined
    },
  }),

  feed: step({
    does: 'reads the events of shipment, flight and bag in the feed',
    proves: 'the stream of the table, publisher, the queue feed and feedwriter work together',
    look: outward('EventsLate', 'events', 'publisher', 'feedwriter'),
    needs: ['company', 'shipment', 'flight', 'bag'],
    async run({ eventually }, { company, shipment, flight, bag }) {
      const awaited = [shipment.id, flight.id, bag.id]
      await eventually('The feed has the events', async () => {
        const changed = new Set<string>()
        for await (const event of company.pages('/api/v1/events'))
          if ('status' in event.data && event.data.previous_status === null) changed.add(subjectOf(event.data))
        return awaited.every((id) => changed.has(id)) || undefined
      })
      return undefined
    },
  }),

  live: step({
    does: 'connects a WebSocket, books a second shipment, and gets its event',
    proves: 'the WebSocket API accepts a ticket, and livesender reaches its connections',
    look: outward('QueuesLate', 'events', 'sockets', 'livesender'),
    needs: ['company'],
    async run(journey, { company }) {
      const seen = new Set<string>()
      const live = await connected(company, (id) => seen.add(id))
      try {
        const { id } = await bookParcel(journey, company)
        await journey.eventually('The event arrives', async () => seen.has(id) || undefined)
      } finally {
        live.close()
      }
      return undefined
    },
  }),
}

/** The record that an event is about; a flight or bag is not named by other records' changes. */
const subjectOf = (data: { shipment_id?: string; bag_id?: string; flight_id?: string | null }) =>
  data.shipment_id ?? data.bag_id ?? data.flight_id ?? ''

/** Connects, and calls `onRecord` with the record of each event. Throws Unexpected if the first attempt fails. */
function connected(company: CourierClient, onRecord: (id: string) => void) {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const live = company.live({
    onEvent: ({ data }) => onRecord(subjectOf(data as Parameters<typeof subjectOf>[0])),
    onState(state, { why }) {
      if (state === 'open') resolve(undefined)
      if (!['waiting', 'failed', 'refused'].includes(state)) return
      reject(new Unexpected(`The WebSocket is not connected: ${why instanceof Error ? why.message : state}`))
    },
  })
  return promise.then(
    () => live,
    (error: unknown) => {
      live.close()
      throw error
    },
  )
}
