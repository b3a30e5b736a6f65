import { accounts } from './accounts.ts'
import { bagsAndFlights } from './bags-and-flights.ts'
import { cases } from './cases.ts'
import type { Fields } from './field.ts'
import { handovers } from './handovers.ts'
import { notices } from './notices.ts'
import { responses } from './responses.ts'
import { scans } from './scans.ts'
import { shipments } from './shipments.ts'
import { transfers } from './transfers.ts'
import { unloading } from './unloading.ts'

/** What the fields of requests and responses mean, for the API reference only: bundles do not contain it. */
export const fields: Fields = {
  ...accounts,
  ...shipments,
  ...bagsAndFlights,
  ...scans,
  ...cases,
  ...unloading,
  ...handovers,
  ...notices,
  ...transfers,
  ...responses,
}
