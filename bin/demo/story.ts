import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import * as z from 'zod'
import { client, UnexpectedAnswer, type SendRequest } from './client.ts'
import { company, id, preparations, withStatus } from './company.ts'
import { entry, heading, line, step } from './output.ts'
import { listening } from './realtime.ts'
import { packing, type Parcel, type Preparations } from './packing.ts'

/**
 * Runs the whole story against the API below `api` of the service at `url`, and returns a sign-in and addresses to
 * continue with. Throws UnexpectedAnswer.
 */
export async function runStory(
  { url, api }: { url: string; api: string },
  signal: AbortSignal,
  flightProvider?: string,
) {
  const anyone = client(api, signal)
  const { manager, token, account } = await company(api, anyone, signal)
  using live = await listening(url, token, signal)
  const trip = await preparations(manager)
  const parcel = await packing(manager, trip)
  const airline = flightProvider === undefined ? undefined : client(flightProvider, signal)
  await flying(manager, airline, trip, parcel)
  await handingOver(manager, trip, parcel)
  await live.until('shipment.status_changed', 'bag.status_changed')
  await following(anyone, parcel.tracking_id)
  return { account, tracking_id: parcel.tracking_id }
}

/**
 * The departure is reported by the flight-data provider where it can be set, the arrival is entered by hand.
 */
async function flying(
  manager: SendRequest,
  airline: SendRequest | undefined,
  { flight_id, plan }: Preparations,
  { package_id }: Parcel,
) {
  heading('In the air')
  const moved = <S extends string>(status: S, key: string, words: string, body?: object) => {
    const flight = withStatus(status).extend({ updated_at: z.string() })
    return step(manager, key, flight, () => words, body)
  }
  const byHand = (status: string, words: string) =>
    moved(status, `PUT /flights/${flight_id}`, words, { status })
  const takesOff = 'SU1234 takes off, with the bag'
  if (airline) {
    const flight = z.object({ status: z.literal('EnRoute') })
    await step(
      airline,
      'PUT /flights/SU1234',
      flight,
      () => 'The airline reports to its flight-data provider',
      {
        ...plan,
        status: 'EnRoute',
      },
    )
  }
  const departed = airline
    ? await moved('DEPARTED', `POST /flights/${flight_id}/sync`, `The provider is asked: ${takesOff}`)
    : await byHand('DEPARTED', takesOff)
  const unwritten = z.string().refine((moment) => moment < departed.updated_at, 'written since the departure')
  await step(
    manager,
    `GET /packages/${package_id}`,
    withStatus('IN_TRANSIT').extend({ updated_at: unwritten }),
    () => 'The package flies with its bag: nothing wrote to it',
  )
  await byHand('ARRIVED', 'SU1234 lands in Tbilisi')
}

async function handingOver(
  manager: SendRequest,
  { tbilisi, courier_id }: Preparations,
  { qr_code, shipment_id }: Parcel,
) {
  heading('In Tbilisi')
  const scan = <S extends string>(event_type: string, status: S, words: string) =>
    step(
      manager,
      'POST /scan-event',
      z.object({ status: z.literal(status), next_actions: z.array(z.string()) }),
      ({ next_actions }) => `${words}; next: ${next_actions.join(', ') || 'nothing'}`,
      { qr_code, warehouse_id: tbilisi, event_type },
    )
  await scan('ARRIVED_AT_WAREHOUSE', 'ARRIVED', 'Scanned at TBS-1')
  const key = `POST /warehouse/${tbilisi}/consolidate`
  line(key, await consolidated(manager, key, shipment_id), 'All of the shipment is here: Giorgi may come')
  await scan('DELIVERED', 'DELIVERED', 'Giorgi has it')
  await step(
    manager,
    `GET /couriers/${courier_id}/stats`,
    z.object({ flights_completed: z.literal(1), packages_delivered: z.literal(1) }),
    (stats) => `Irakli: ${stats.flights_completed} flight, ${stats.packages_delivered} package delivered`,
  )
}

/** Consolidation finds what has arrived by an index, which may lag by a moment. */
async function consolidated(manager: SendRequest, key: string, shipment_id: string): Promise<string> {
  const checked = z.object({ shipment_id: id, status: z.string() })
  const until = Date.now() + 10_000
  for (;;) {
    const { shipments } = await manager(key, z.object({ shipments: z.array(checked) }))
    const found = shipments.find((one) => one.shipment_id === shipment_id)
    if (found?.status === 'READY_FOR_PICKUP') return found.status
    if (Date.now() > until)
      throw new UnexpectedAnswer(`${key} has not made the shipment ready in 10 s: ${JSON.stringify(shipments)}`)
    await sleep(100)
  }
}

async function following(anyone: SendRequest, tracking_id: string) {
  heading('What the recipient sees, without an account')
  const text = z.string()
  const event = z.object({ timestamp: text, event_type: text, location: text, description: text })
  const seen = await step(
    anyone,
    `GET /track/${tracking_id}`,
    z.object({
      ...{ status: z.literal('DELIVERED'), origin: text, destination: text, estimated_delivery: text },
      events: z.array(event),
    }),
    ({ origin, destination }) => `${origin} → ${destination}`,
  )
  console.log(`  Estimated delivery ${styleText('bold', seen.estimated_delivery)}\n`)
  for (const { timestamp, location, description } of seen.events) entry(timestamp, location, description)
}
