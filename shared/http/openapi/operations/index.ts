import { bags } from './bags.ts'
import { cases } from './cases.ts'
import { contacts } from './contacts.ts'
import { company } from './company.ts'
import { handovers } from './handovers.ts'
import { notices } from './notices.ts'
import type { OperationTexts } from './operation.ts'
import { scanning } from './scanning.ts'
import { shipments } from './shipments.ts'
import { transfers } from './transfers.ts'
import { travel } from './travel.ts'
import { unloading } from './unloading.ts'

/** The texts of operations, by the key of their route. */
export const operationTexts: OperationTexts = {
  ...bags,
  ...shipments,
  ...travel,
  ...scanning,
  ...cases,
  ...contacts,
  ...unloading,
  ...handovers,
  ...notices,
  ...transfers,
  ...company,
}
