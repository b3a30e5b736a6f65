import { flight, says } from '../support/flight-data/reports.ts'

export const reportOn = async (records: unknown, question = flight) =>
  (await (await says(records)).report(question)).outcome as any
