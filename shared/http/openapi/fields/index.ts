import { accounts } from './accounts.ts'
import { apiKeys } from './api-keys.ts'
import { bagsAndFlights } from './bags-and-flights.ts'
import { cases } from './cases.ts'
import { contacts } from './contacts.ts'
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
  ...apiKeys,
  ...shipments,
  ...bagsAndFlights,
  ...scans,
  ...cases,
  ...contacts,
  ...unloading,
  ...handovers,
  ...notices,
  ...transfers,
  ...responses,
}
