/** The probability of each fault, from 0 to 1. DynamoDB may cause all of them, and the emulator causes none. */
export interface Faults {
  /** A write or transaction is cancelled because another transaction is writing one of its items. */
  conflict: number
  /** The call is carried out, but its answer never arrives. */
  lost: number
  /** The call is not carried out because of a server error or throttling. */
  refusedBefore: number
  /** A query reads an index as it was up to 2 s ago. */
  stale: number
  /** A query returns a page that is shorter than its limit or empty, although more items follow. */
  short: number
  /** A batch does not process some of its keys. */
  unprocessed: number
}
export const allFaults: Faults = {
  conflict: 0.15,
  lost: 0.06,
  refusedBefore: 0.03,
  stale: 0.3,
  short: 0.3,
  unprocessed: 0.2,
}
export const noFaults: Faults = { conflict: 0, lost: 0, refusedBefore: 0, stale: 0, short: 0, unprocessed: 0 }
