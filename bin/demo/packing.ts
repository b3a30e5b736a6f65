import * as z from 'zod'
import type { Send } from './client.ts'
import { id, withStatus, type prepareTrip } from './company.ts'
import { heading, step } from './output.ts'

export type Trip = Awaited<ReturnType<typeof prepareTrip>>
export type Parcel = Awaited<ReturnType<typeof packParcel>>

/** A warehouse receives a parcel and packs it into a bag, which is checked in at the airline. */
export async function packParcel(manager: Send, { moscow, courier_id, flight_id }: Trip) {
  heading('In Moscow')
  const parcel = await step(
    manager,
    `POST /warehouse/${moscow}/receive`,
    z.object({
      ...{ shipment_id: id, package_id: id, tracking_id: z.string(), qr_code: z.string() },
      status: z.literal('CREATED'),
    }),
    () => 'Anna hands in 2.5 kg for Giorgi',
    {
      ...{ sender_name: 'Anna Petrova', sender_phone: '+79161234567' },
      ...{ recipient_name: 'Giorgi Beridze', recipient_phone: '+995599123456', weight: 2.5 },
    },
  )
  const shipment = withStatus('RECEIVED').extend({ origin: z.string(), destination: z.literal('Tbilisi') })
  await step(
    manager,
    `PUT /shipments/${parcel.shipment_id}`,
    shipment,
    ({ origin, destination }) => `From ${origin} to ${destination}, tracking id ${parcel.tracking_id}`,
    { destination: 'Tbilisi' },
  )
  const labelled = await step(
    manager,
    `GET /packages/${parcel.package_id}`,
    withStatus('CREATED').extend({
      qr_code: z.literal(parcel.qr_code),
      qr_data: z.object({ t: z.literal('pkg'), i: z.literal(parcel.package_id), c: z.string(), v: z.int() }),
    }),
    ({ qr_code, qr_data }) => `The label shows ${qr_code}, with signature ${qr_data.c.slice(0, 8)}…`,
  )
  await step(
    manager,
    'POST /scans',
    z.object({
      validation_result: z.literal('valid'),
      entity: z.object({ qr_code: z.literal(parcel.qr_code), weight: z.literal(2.5) }),
    }),
    ({ entity }) => `A scan confirms that the label is genuine: ${entity.qr_code}`,
    { qr_data: labelled.qr_data, platform: 'demo' },
  )
  const { id: bag_id } = await step(
    manager,
    'POST /bags',
    withStatus('OPEN'),
    () => 'Bag MOW-TBS-001 is open',
    { label: 'MOW-TBS-001', origin: 'SVO', destination: 'TBS', warehouse_id: moscow },
  )
  const filledBag = withStatus('OPEN').extend({ total_packages: z.literal(1), total_weight_kg: z.literal(2.5) })
  await step(
    manager,
    `POST /bags/${bag_id}/packages/${parcel.package_id}`,
    filledBag,
    ({ total_packages, total_weight_kg }) => `${total_packages} package in the bag, ${total_weight_kg} kg`,
  )
  await step(
    manager,
    `POST /bags/${bag_id}/assign-courier`,
    withStatus('ASSIGNED').extend({ courier_name: z.string(), flight_number: z.literal('SU1234') }),
    ({ courier_name, flight_number }) => `${courier_name} takes the bag on ${flight_number}`,
    { courier_id, flight_id },
  )
  await step(manager, `PUT /bags/${bag_id}/seal`, withStatus('SEALED'), () => 'The bag is sealed')
  const checkin = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' }
  await step(
    manager,
    `PUT /bags/${bag_id}/checkin`,
    withStatus('CHECKED_IN').extend({ airline_tag_code: z.literal(checkin.airline_tag_code) }),
    ({ airline_tag_code }) => `${checkin.airline} accepts the bag with tag ${airline_tag_code}`,
    checkin,
  )
  return parcel
}
