import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import { api, queries } from '../../staff/api/client.ts'
import type { Package, Shipment } from '../../staff/api/records.ts'
import type { Inputs, Kind } from '../queue/entry.ts'
import { done, waiting } from '../queue/queue.ts'
import { isPackage, nameOf, readLabel, type PackageLabel } from './label.ts'

/** A package that was scanned, with what this phone knows of it. */
export interface ScannedPackage {
  id: string
  /** Its code; the end of its id while the code is not known. */
  shown: string
  record?: Pick<Package, 'qr_code' | 'status'> & { shipment_id: string } & Pick<
      Shipment,
      'recipient_name' | 'recipient_email' | 'tracking_id'
    > &
    // Those that an earlier version kept have none.
    Partial<Pick<Package, 'exception'> & Pick<Shipment, 'cancelled_at' | 'price' | 'payment_status'>>
}

/** Kept with the cache of reads (app/reads.ts), the latest first. */
const key = ['scanned packages']
const maxKept = 300
/** Milliseconds that a read may take before the kept data count. */
const patience = 8000

/** The package of a label, as far as this phone knows it. */
export const knownPackage = ({ text, shown }: PackageLabel): ScannedPackage =>
  seen(nameOf(text)) ?? { id: nameOf(text), shown }
const seen = (name: string) => kept().find(({ id, shown }) => name === id || name === shown) ?? sent(name)
const kept = () => queries.getQueryData<ScannedPackage[]>(key) ?? []

/**
 * The package of a label: read from the service, or without it as it is known here. "unknown" if there is none; undefined
 * for a printed code that this phone has not seen while there is no connection.
 */
export async function findPackage(label: PackageLabel): Promise<ScannedPackage | 'unknown' | undefined> {
  if (navigator.onLine)
    try {
      const found = await read(nameOf(label.text))
      queries.setQueryData(key, [found, ...kept().filter(({ id }) => id !== found.id)].slice(0, maxKept))
      return found
    } catch (error) {
      if (error instanceof CourierError && error.status === 404) return 'unknown'
    }
  return label.type === 'code' ? seen(label.text) : knownPackage(label)
}

const path = (id: string) => ({ params: { path: { id } }, signal: AbortSignal.timeout(patience) })

async function read(name: string): Promise<ScannedPackage> {
  const found = await unwrap(api.GET('/api/v1/packages/{id}', path(name)))
  return scanned(found, await unwrap(api.GET('/api/v1/shipments/{id}', path(found.shipment_id))))
}
/** What happened to a package in a warehouse last; undefined if nothing did, or the service does not respond. */
export const lastInWarehouse = (id: string) =>
  unwrap(api.GET('/api/v1/packages/{id}/events', path(id))).then(
    (events) => events.findLast(({ warehouse_id }) => warehouse_id !== undefined),
    () => undefined,
  )
const scanned = ({ id, qr_code, status, exception }: Package, shipment: Shipment): ScannedPackage => ({
  id,
  shown: qr_code,
  record: {
    qr_code,
    status,
    shipment_id: shipment.id,
    tracking_id: shipment.tracking_id,
    recipient_name: shipment.recipient_name,
    recipient_email: shipment.recipient_email,
    exception,
    cancelled_at: shipment.cancelled_at,
    price: shipment.price,
    payment_status: shipment.payment_status,
  },
})

/** A package by its id or code, from the sent entries: a received parcel, or a scanned label. */
function sent(name: string): ScannedPackage | undefined {
  for (const { answer, input } of done.value) {
    const { package_id, qr_code } = Object.assign({}, input, answer) as {
      package_id?: string
      qr_code?: string
    }
    const code = readLabel(qr_code ?? '')
    if (package_id && code.type === 'code' && (code.text === name || package_id === name))
      return { id: package_id, shown: code.text }
  }
  return undefined
}

interface Named {
  kind: Kind
  input: Inputs[Kind]
  label: string
  answer?: unknown
}

/** How people call the package or bag of an entry: as the service's response does, or as this phone knows it. */
export function nameOfEntry({ kind, input, answer, label }: Named): string {
  if (kind === 'unpack' && 'package' in input && typeof input.package !== 'string') {
    const { entry } = input.package
    const packed = [...waiting.value, ...done.value].find(({ id }) => id === entry)
    return packed ? nameOfEntry(packed) : label
  }
  const { qr_code } = input as { qr_code?: string }
  if (qr_code === undefined) return label
  const answered = (answer ?? {}) as { qr_code?: string; label?: string }
  const read = readLabel(qr_code)
  if (!isPackage(read)) return answered.label ?? label
  return answered.qr_code ?? seen(nameOf(read.text))?.shown ?? label
}
