import type { components } from '../../../shared/client/api-types.ts'
import type { ApiRefusal } from '../../staff/messages/refusals.ts'
import type { Signature } from '../../staff/ui/signature.tsx'

type Schemas = components['schemas']

/** The id of a record, or the entry whose response has it: a record that is made without a connection has no id yet. */
export type Reference = string | { entry: string }

/** The kinds of entries, and the data of their requests. */
export interface Inputs {
  scan: { qr_code: string; event_type: string; warehouse_id: string; notes?: string }
  pack: { bag_id: string; qr_code: string }
  /** `qr_code`: of an entry of an earlier version of the page, in place of `package`. */
  unpack: { bag_id: string; package?: Reference; qr_code?: string }
  seal: { bag_id: string }
  unload: { qr_code: string; warehouse_id: string; seal_intact?: boolean }
  find: { unloading: Reference; qr_code: string; condition: 'OK' | 'DAMAGED' }
  close: { unloading: Reference }
  receive: { warehouse_id: string; body: Schemas['ReceivedParcel'] }
  photo: { package: Reference; blob: Blob }
  handOver: {
    qr_codes?: string[]
    /** In entries of an earlier version of the page, in place of `qr_codes`. */
    package_ids?: string[]
    received_by: string
    warehouse_id?: string
    code?: string
    signature?: Signature
    photos: Reference[]
    /** Whether it was made without a connection. */
    offline?: boolean
  }
  /** `package_id`: of an entry of an earlier version of the page, in place of `qr_code`. */
  damage: { qr_code?: string; package_id?: string; note: string }
  checkIn: { bag_id: string; airline_tag_code: string; airline: string; flight_number: string }
  cannotFly: { courier_id: string } & Schemas['NewNoShow']
}
export type Kind = keyof Inputs

/** Something that was done on this phone, and is sent to the service. */
export type Entry<K extends Kind = Kind> = {
  [One in K]: {
    /** The order in which entries are sent. */
    seq: number
    /** `scan_id`, `find_id`, `handover_id`, or the Idempotency-Key: the same in each attempt. */
    id: string
    /** The id of the user who did it. */
    user: string
    /** When, by the clock of the phone. */
    at: string
    kind: One
    input: Inputs[One]
    /** The title on the screen: the code of a package, the name of a recipient. */
    label: string
    state: 'waiting' | 'done' | 'refused'
    /** When it was first sent. */
    tried_at?: string
    answer?: unknown
    /** Why it was refused. */
    problem?: Problem
  }
}[K]

/** The refusal of an entry, as the service said it; one of an earlier version of the page has no reason. */
export interface Problem extends ApiRefusal {
  status: number
}

/** The outcome of an entry: the response, the refusal, or the seconds after which it is sent again. */
export type Outcome = { done: unknown } | { refused: Problem } | { later: number }
