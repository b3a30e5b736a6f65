/** How probable each fault is, 0 to 1. DynamoDB is free to do every one of them, and the emulator does none. */
export interface Faults {
  /** A write, or a transaction, is cancelled because another transaction holds an item of it. */
  conflict: number
  /** The call is carried out and its answer never arrives. */
  lost: number
  /** The call is not carried out: a server error, or throttling. */
  refusedBefore: number
  /** An index query sees the index as it was up to 2 s ago. */
  stale: number
  /** A query's page is shorter than its limit, or empty, and there is more. */
  short: number
  /** A batch of which some keys were not processed. */
  unprocessed: number
}
export const allFaults: Faults = {
  ...{ conflict: 0.15, lost: 0.06, refusedBefore: 0.03 },
  ...{ stale: 0.3, short: 0.3, unprocessed: 0.2 },
}
export const noFaults: Faults = { conflict: 0, lost: 0, refusedBefore: 0, stale: 0, short: 0, unprocessed: 0 }
