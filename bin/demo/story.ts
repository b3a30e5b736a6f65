import { setTimeout as sleep } from 'node:timers/promises'
import { styleText } from 'node:util'
import { createCompany, prepareTrip } from './company.ts'
import { timelineEntry, heading, line, step } from './output.ts'
import { subscribe } from './realtime.ts'
import { packParcel, receiveParcel, type Parcel, type Trip } from './packing.ts'
import { dataOf, demoClient, requestLine, UnexpectedResponse, type DemoClient } from './requests.ts'

/**
 * Runs the demo against the service at `url`. Returns the account and the tracking id. Throws UnexpectedResponse.
 */
export async function runStory(url: string, signal: AbortSignal, flightProvider?: string) {
  const anonymous = demoClient(url, signal)
  const account = await createCompany(anonymous)
  const manager = demoClient(url, signal, account)
  using live = await subscribe(manager, signal)
  const trip = await prepareTrip(manager)
  const parcel = await receiveParcel(manager, trip)
  await packParcel(manager, trip, parcel)
  await fly(manager, flightProvider, trip, parcel)
  await handOver(manager, trip, parcel)
  await live.waitForDelivered('shipment.status_changed', 'bag.status_changed')
  await track(anonymous, parcel.tracking_id)
  return { account, tracking_id: parcel.tracking_id }
}

/** The departure comes from the flight-data provider if it is local, the arrival is entered manually. */
async function fly(
  manager: DemoClient,
  provider: string | undefined,
  { flight_id, plan }: Trip,
  { package_id }: Parcel,
) {
  heading('In the air')
  const params = { path: { id: flight_id } }
  const manually = (status: 'DEPARTED' | 'ARRIVED', description: string) =>
    step(manager.PUT('/api/v1/flights/{id}', { params, body: { status } }), { status }, () => description)
  const takesOff = 'SU1234 takes off with the bag'
  if (provider !== undefined) await reportDeparture(provider, plan)
  const departed = provider
    ? await step(
        manager.POST('/api/v1/flights/{id}/sync', { params }),
        { status: 'DEPARTED' },
        () => `Synchronised with the provider: ${takesOff}`,
      )
    : await manually('DEPARTED', takesOff)
  const flying = await step(
    manager.GET('/api/v1/packages/{id}', { params: { path: { id: package_id } } }),
    { status: 'IN_TRANSIT' },
    () => 'The package flies with its bag: its record is unchanged',
  )
  if (flying.updated_at >= departed.updated_at)
    throw new UnexpectedResponse(`Package ${package_id} was written since the departure`)
  await manually('ARRIVED', 'SU1234 lands in Tbilisi')
}

/** Sets what the local flight-data provider reports. */
async function reportDeparture(provider: string, plan: Trip['plan']) {
  const address = `${provider}/flights/SU1234`
  const body = JSON.stringify({ ...plan, status: 'EnRoute' })
  const response = await fetch(address, { method: 'PUT', body })
  if (!response.ok) throw new UnexpectedResponse(`PUT ${address} failed: ${response.status}`)
  line(`PUT ${address}`, 'EnRoute', 'The airline reports the departure to the flight-data provider')
}

async function handOver(manager: DemoClient, { tbilisi, courier_id }: Trip, { qr_code, shipment_id }: Parcel) {
  heading('In Tbilisi')
  const scan = (event_type: string, status: 'ARRIVED' | 'DELIVERED', description: string) =>
    step(
      manager.POST('/api/v1/scan-event', { body: { qr_code, warehouse_id: tbilisi, event_type } }),
      { status },
      ({ next_actions }) => `${description}; next: ${next_actions.join(', ') || 'nothing'}`,
    )
  await scan('ARRIVED_AT_WAREHOUSE', 'ARRIVED', 'Scanned at TBS-1')
  await consolidate(manager, tbilisi, shipment_id)
  await scan('DELIVERED', 'DELIVERED', 'Handed over to Giorgi')
  await step(
    manager.GET('/api/v1/couriers/{id}/stats', { params: { path: { id: courier_id } } }),
    { flights_completed: 1, packages_delivered: 1 },
    (stats) => `Irakli: ${stats.flights_completed} flight, ${stats.packages_delivered} package delivered`,
  )
}

/** Retries, since consolidation queries an index, which is eventually consistent. */
async function consolidate(manager: DemoClient, id: string, shipment_id: string) {
  const deadline = Date.now() + 10_000
  for (;;) {
    const request = manager.POST('/api/v1/warehouse/{id}/consolidate', { params: { path: { id } } })
    const { data, response } = await dataOf(request)
    const found = data.shipments.find((one) => one.shipment_id === shipment_id)
    if (found?.status === 'READY_FOR_PICKUP') {
      line(requestLine(response), found.status, 'All packages have arrived: ready for pickup')
      return
    }
    if (Date.now() > deadline)
      throw new UnexpectedResponse(
        `${requestLine(response)} did not make the shipment ready within 10 s: ${JSON.stringify(data.shipments)}`,
      )
    await sleep(100)
  }
}

async function track(anonymous: DemoClient, tracking_id: string) {
  heading('What the recipient sees, without an account')
  const tracked = await step(
    anonymous.GET('/api/v1/track/{tracking_id}', { params: { path: { tracking_id } } }),
    { status: 'DELIVERED' },
    ({ origin, destination }) => `${origin} → ${destination}`,
  )
  console.log(`  Estimated delivery ${styleText('bold', tracked.estimated_delivery)}\n`)
  for (const { timestamp, location, description } of tracked.events)
    timelineEntry(timestamp, location, description)
}
