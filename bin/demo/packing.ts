import type { prepareTrip } from './company.ts'
import { heading, line, step } from './output.ts'
import { dataOf, requestLine, UnexpectedResponse, type DemoClient } from './requests.ts'

export type Trip = Awaited<ReturnType<typeof prepareTrip>>
export type Parcel = Awaited<ReturnType<typeof receiveParcel>>

/** A warehouse receives a parcel for a contact, and labels it. */
export async function receiveParcel(manager: DemoClient, { moscow }: Trip) {
  heading('In Moscow')
  const giorgi = { name: 'Giorgi Beridze', phone: '+995 599 12-34-56', language: 'ka' as const }
  const contact = await step(
    manager.POST('/api/v1/contacts', { body: giorgi }),
    { kind: 'PERSON' },
    () => 'Giorgi is a contact of the company, with his phone number and language',
  )
  const parcel = await step(
    manager.POST('/api/v1/warehouse/{id}/receive', {
      params: { path: { id: moscow } },
      body: {
        sender_name: 'Anna Petrova',
        sender_phone: '+79161234567',
        recipient_contact_id: contact.id,
        reference: 'Order 1001',
        weight: 2.5,
      },
    }),
    { status: 'CREATED' },
    () => 'Anna hands in 2.5 kg for Giorgi, the order 1001 of a shop',
  )
  for (const query of [{ reference: 'order 1001' }, { phone: '00995599123456' }, { q: 'beri' }])
    await find(manager, query, parcel.shipment_id)
  await step(
    manager.PUT('/api/v1/shipments/{id}', {
      params: { path: { id: parcel.shipment_id } },
      body: { destination: 'Tbilisi' },
    }),
    { status: 'RECEIVED', destination: 'Tbilisi' },
    ({ origin, destination }) => `From ${origin} to ${destination}, tracking id ${parcel.tracking_id}`,
  )
  const { qr_data } = await step(
    manager.GET('/api/v1/packages/{id}', { params: { path: { id: parcel.package_id } } }),
    { status: 'CREATED', qr_code: parcel.qr_code },
    ({ qr_code, qr_data }) => `The label shows ${qr_code}, with signature ${qr_data.c.slice(0, 8)}…`,
  )
  await step(
    manager.POST('/api/v1/scans', { body: { qr_data, platform: 'demo' } }),
    { validation_result: 'valid' },
    () => `A scan confirms that the label is genuine: ${parcel.qr_code}`,
  )
  return parcel
}

/** Finds a shipment. Throws UnexpectedResponse if the search finds another one, or none. */
async function find(manager: DemoClient, query: Record<string, string>, shipmentId: string) {
  const { data, response } = await dataOf(manager.GET('/api/v1/shipments', { params: { query } }))
  const [found] = data
  if (found?.id !== shipmentId)
    throw new UnexpectedResponse(`${requestLine(response)} does not find the shipment ${shipmentId}`)
  line(requestLine(response), found.status, `Found by ${Object.entries(query).flat().join(' ')}`)
}

/** Packs a parcel into a bag, which a courier checks in at the airline. */
export async function packParcel(
  manager: DemoClient,
  { moscow, courier_id, flight_id }: Trip,
  { package_id }: Parcel,
) {
  const { id } = await step(
    manager.POST('/api/v1/bags', {
      body: { label: 'MOW-TBS-001', origin: 'SVO', destination: 'TBS', warehouse_id: moscow },
    }),
    { status: 'OPEN' },
    () => 'Bag MOW-TBS-001 is open',
  )
  await step(
    manager.POST('/api/v1/bags/{id}/packages/{package_id}', { params: { path: { id, package_id } } }),
    { status: 'OPEN', total_packages: 1, total_weight_kg: 2.5 },
    ({ total_packages, total_weight_kg }) => `${total_packages} package in the bag, ${total_weight_kg} kg`,
  )
  const params = { path: { id } }
  await step(
    manager.POST('/api/v1/bags/{id}/assign-courier', { params, body: { courier_id, flight_id } }),
    { status: 'ASSIGNED', flight_number: 'SU1234' },
    ({ courier_name, flight_number }) => `${courier_name} takes the bag on ${flight_number}`,
  )
  await step(manager.PUT('/api/v1/bags/{id}/seal', { params }), { status: 'SEALED' }, () => 'The bag is sealed')
  const checkin = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' }
  await step(
    manager.PUT('/api/v1/bags/{id}/checkin', { params, body: checkin }),
    { status: 'CHECKED_IN', airline_tag_code: checkin.airline_tag_code },
    ({ airline_tag_code }) => `${checkin.airline} accepts the bag with tag ${airline_tag_code}`,
  )
}
