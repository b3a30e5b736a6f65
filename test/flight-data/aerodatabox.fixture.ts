import { flight, says } from '../support/flight-data/reports.ts'

export const reportOn = async (records: unknown, requested = flight) =>
  (await (await says(records)).report(requested)).outcome as any
