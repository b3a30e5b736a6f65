import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import * as z from 'zod'
import { client, UnexpectedResponse, type Send } from './client.ts'
import { createCompany, id, prepareTrip, withStatus } from './company.ts'
import { timelineEntry, heading, line, step } from './output.ts'
import { subscribe } from './realtime.ts'
import { packParcel, type Parcel, type Trip } from './packing.ts'

/**
 * Runs the demo against the service at `url`, whose API is at `api`. Returns the account and the tracking id. Throws
 * UnexpectedResponse.
 */
export async function runStory(
  { url, api }: { url: string; api: string },
  signal: AbortSignal,
  flightProvider?: string,
) {
  const anonymous = client(api, signal)
  const { manager, token, account } = await createCompany(api, anonymous, signal)
  using live = await subscribe(url, token, signal)
  const trip = await prepareTrip(manager)
  const parcel = await packParcel(manager, trip)
  const provider = flightProvider === undefined ? undefined : client(flightProvider, signal)
  await fly(manager, provider, trip, parcel)
  await handOver(manager, trip, parcel)
  await live.waitForDelivered('shipment.status_changed', 'bag.status_changed')
  await track(anonymous, parcel.tracking_id)
  return { account, tracking_id: parcel.tracking_id }
}

/** The departure comes from the flight-data provider if it is local, the arrival is entered manually. */
async function fly(
  manager: Send,
  provider: Send | undefined,
  { flight_id, plan }: Trip,
  { package_id }: Parcel,
) {
  heading('In the air')
  const changeStatus = <S extends string>(status: S, key: string, description: string, body?: object) => {
    const flight = withStatus(status).extend({ updated_at: z.string() })
    return step(manager, key, flight, () => description, body)
  }
  const manually = (status: string, description: string) =>
    changeStatus(status, `PUT /flights/${flight_id}`, description, { status })
  const takesOff = 'SU1234 takes off with the bag'
  if (provider) {
    const flight = z.object({ status: z.literal('EnRoute') })
    await step(
      provider,
      'PUT /flights/SU1234',
      flight,
      () => 'The airline reports the departure to the flight-data provider',
      {
        ...plan,
        status: 'EnRoute',
      },
    )
  }
  const departed = provider
    ? await changeStatus(
        'DEPARTED',
        `POST /flights/${flight_id}/sync`,
        `Synchronised with the provider: ${takesOff}`,
      )
    : await manually('DEPARTED', takesOff)
  const unchanged = z.string().refine((moment) => moment < departed.updated_at, 'written since the departure')
  await step(
    manager,
    `GET /packages/${package_id}`,
    withStatus('IN_TRANSIT').extend({ updated_at: unchanged }),
    () => 'The package flies with its bag: its record is unchanged',
  )
  await manually('ARRIVED', 'SU1234 lands in Tbilisi')
}

async function handOver(manager: Send, { tbilisi, courier_id }: Trip, { qr_code, shipment_id }: Parcel) {
  heading('In Tbilisi')
  const scan = <S extends string>(event_type: string, status: S, description: string) =>
    step(
      manager,
      'POST /scan-event',
      z.object({ status: z.literal(status), next_actions: z.array(z.string()) }),
      ({ next_actions }) => `${description}; next: ${next_actions.join(', ') || 'nothing'}`,
      { qr_code, warehouse_id: tbilisi, event_type },
    )
  await scan('ARRIVED_AT_WAREHOUSE', 'ARRIVED', 'Scanned at TBS-1')
  const key = `POST /warehouse/${tbilisi}/consolidate`
  line(key, await consolidate(manager, key, shipment_id), 'All packages have arrived: ready for pickup')
  await scan('DELIVERED', 'DELIVERED', 'Handed over to Giorgi')
  await step(
    manager,
    `GET /couriers/${courier_id}/stats`,
    z.object({ flights_completed: z.literal(1), packages_delivered: z.literal(1) }),
    (stats) => `Irakli: ${stats.flights_completed} flight, ${stats.packages_delivered} package delivered`,
  )
}

/** Retries, since consolidation queries an index, which is eventually consistent. */
async function consolidate(manager: Send, key: string, shipment_id: string): Promise<string> {
  const checked = z.object({ shipment_id: id, status: z.string() })
  const deadline = Date.now() + 10_000
  for (;;) {
    const { shipments } = await manager(key, z.object({ shipments: z.array(checked) }))
    const found = shipments.find((one) => one.shipment_id === shipment_id)
    if (found?.status === 'READY_FOR_PICKUP') return found.status
    if (Date.now() > deadline)
      throw new UnexpectedResponse(
        `${key} did not make the shipment ready within 10 s: ${JSON.stringify(shipments)}`,
      )
    await sleep(100)
  }
}

async function track(anonymous: Send, tracking_id: string) {
  heading('What the recipient sees, without an account')
  const text = z.string()
  const event = z.object({ timestamp: text, event_type: text, location: text, description: text })
  const tracked = await step(
    anonymous,
    `GET /track/${tracking_id}`,
    z.object({
      ...{ status: z.literal('DELIVERED'), origin: text, destination: text, estimated_delivery: text },
      events: z.array(event),
    }),
    ({ origin, destination }) => `${origin} → ${destination}`,
  )
  console.log(`  Estimated delivery ${styleText('bold', tracked.estimated_delivery)}\n`)
  for (const { timestamp, location, description } of tracked.events)
    timelineEntry(timestamp, location, description)
}
