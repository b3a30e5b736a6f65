import type { ShipmentStatus } from '../shipments/status.ts'

/** A status for recipients: a short title and a sentence. */
export type StatusText = readonly [title: string, sentence: string]

/** The texts about a parcel in one language, of the tracking page and of notices. */
export interface ParcelMessages {
  /** The language's name in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  brand: string
  statuses: Record<ShipmentStatus, StatusText>
  /** In place of RETURNED, if it was cancelled before it left. */
  cancelled: StatusText
  /** In place of RECEIVED, if a warehouse took it in at its counter: `place` is its name, if that is known. */
  counter: (place: string) => StatusText
  /** In place of IN_TRANSIT, while it waits for its flight. */
  packed: StatusText
  /** After the sentence of a status on the way, if it has several packages: the status is that of the shipment. */
  partly: string
  /** Its origin and its destination. */
  from: string
  to: string
  /** The place where the parcel can be collected. */
  pickup: string
  hours: string
  phone: string
  /** The tracking id. */
  ask: string
  /** Stops e-mails. */
  stop: string
}
