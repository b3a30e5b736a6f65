import { accountsMutants } from './rows/accounts.ts'
import { auditMutants } from './rows/audit.ts'
import { authMutants } from './rows/auth.ts'
import { dbMutants } from './rows/db.ts'
import { httpMutants } from './rows/http.ts'
import { travelMutants } from './rows/travel.ts'
import { casesMutants } from './rows/cases.ts'
import { handoversMutants } from './rows/handovers.ts'
import { memoryStoreMutants } from './rows/memory-store.ts'
import { noticesMutants } from './rows/notices.ts'
import { racesMutants } from './rows/races.ts'
import { recordsMutants } from './rows/records.ts'
import { searchMutants } from './rows/search.ts'
import { phoneMutants } from './rows/phones.ts'
import { sessionCookieMutants } from './rows/session-cookie.ts'
import { trackingMutants } from './rows/tracking.ts'
import { transfersMutants } from './rows/transfers.ts'
import { unloadingMutants } from './rows/unloading.ts'
import { bagsMutants } from './rows/bags.ts'
import { contactsMutants } from './rows/contacts.ts'
import { couriersMutants } from './rows/couriers.ts'
import { eventsMutants } from './rows/events.ts'
import { flightsMutants } from './rows/flights.ts'
import { scansMutants } from './rows/scans.ts'
import { shipmentsMutants } from './rows/shipments.ts'
import type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...accountsMutants,
  ...auditMutants,
  ...authMutants,
  ...phoneMutants,
  ...sessionCookieMutants,
  ...dbMutants,
  ...httpMutants,
  ...travelMutants,
  ...flightsMutants,
  ...bagsMutants,
  ...couriersMutants,
  ...shipmentsMutants,
  ...contactsMutants,
  ...scansMutants,
  ...eventsMutants,
  ...casesMutants,
  ...recordsMutants,
  ...searchMutants,
  ...unloadingMutants,
  ...handoversMutants,
  ...noticesMutants,
  ...trackingMutants,
  ...transfersMutants,
  ...racesMutants,
  ...memoryStoreMutants,
]
