import {
  bags,
  carrierOf,
  lostFlightOf,
  manifestEntries,
  manifestListing,
  type BagRecord,
} from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id, toKilograms } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { flights, toFlightResponse, type FlightResponse } from '../flights/record.ts'
import { localTime } from '../kernel/time-zone.ts'
import { qrSigner } from '../kernel/qr.ts'
import { tenants } from '../users/record.ts'
import { packages, effectiveStatus } from '../packages/record.ts'
import { airportOf } from '../kernel/places.ts'
import { shipments } from '../shipments/record.ts'

/** The content of a bag, for its courier and customs. Weights in kilograms. */
export interface Manifest {
  label: string
  /** The content of the QR code of the bag's label. */
  qr: string
  company: string
  status: string
  origin: string
  destination: string
  courier: string
  flight: string
  /** "departs 2026-11-24 14:00 GMT+3", or when it departed, and when it has landed, or that it was lost, by the clocks of its airports; '' without a flight. */
  departure: string
  airline: string
  tag: string
  total_packages: number
  total_weight_kg: number
  rows: ManifestRow[]
}
export interface ManifestRow {
  qr_code: string
  tracking_id: string
  recipient_name: string
  destination: string
  description: string
  category: string
  status: string
  weight_kg: number
}

/** A bag's manifest, in the order in which its packages were created. Throws "Bag not found". */
export async function readManifest({ table, actor, secret }: TenantContext, bagId: string): Promise<Manifest> {
  const id = Id.safeParse(bagId).data ?? ''
  const [bag, inside] = await Promise.all([
    table.get(bags, { id }),
    table.listAll(manifestEntries, manifestListing(id)),
  ])
  expectOwn(actor, bags.noun, bag)
  const [company, flight, sign, found, booked] = await Promise.all([
    table.get(tenants, { id: actor.tenant_id }),
    bag.flight && table.find(flights, { id: bag.flight.id }),
    secret('qr', qrSigner),
    table.many(packages, inside),
    table.many(
      shipments,
      [...new Set(inside.map(({ shipment_id }) => shipment_id))].map((id) => ({ id })),
    ),
  ])
  const shipmentOf = new Map(booked.map((shipment) => [shipment.id, shipment]))
  const rows = found
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map((record) => {
      const shipment = shipmentOf.get(record.shipment_id)
      return {
        qr_code: record.qr_code,
        tracking_id: shipment?.tracking_id ?? '',
        recipient_name: shipment?.recipient_name ?? '',
        destination: airportOf(shipment?.destination_place ?? '') || (shipment?.destination ?? ''),
        description: record.description || (shipment?.description ?? ''),
        category: record.category,
        status: effectiveStatus(record, bag),
        weight_kg: toKilograms(record.bag_weight_g ?? record.weight_g),
      }
    })
  return {
    label: bag.label,
    qr: JSON.stringify(sign('bag', bag.id)),
    company: company.name,
    status: bag.status,
    origin: bag.origin,
    destination: bag.destination,
    courier: carrierOf(bag),
    flight: bag.checked_in?.flight_number ?? bag.flight?.flight_number ?? '',
    departure: flight ? departureOf(toFlightResponse(flight)) : lossOf(bag),
    airline: bag.checked_in?.airline ?? bag.flight?.airline ?? '',
    tag: bag.checked_in?.airline_tag_code ?? '',
    total_packages: bag.total_packages,
    total_weight_kg: toKilograms(bag.total_weight_g),
    rows,
  }
}

function lossOf(bag: BagRecord): string {
  const lost = lostFlightOf(bag)
  if (!lost) return ''
  const { cause, flight_number, departure, departure_time_zone } = lost
  const time = localTime(departure, departure_time_zone ?? undefined)
  return cause === 'MISSED' ? `missed ${flight_number} of ${time}` : `${flight_number} of ${time} was cancelled`
}

function departureOf(flight: FlightResponse): string {
  const { scheduled_departure, estimated_departure, actual_departure, actual_arrival } = flight
  const there = flight.departure_time_zone ?? undefined
  if (actual_departure === null)
    return `departs ${localTime(estimated_departure ?? scheduled_departure, there)}`
  const departed = `departed ${localTime(actual_departure, there)}`
  if (actual_arrival === null) return departed
  return `${departed}, arrived ${localTime(actual_arrival, flight.arrival_time_zone ?? undefined)}`
}
