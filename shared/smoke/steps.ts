import type { Step } from './step.ts'
import { booking } from './steps/booking.ts'
import { company } from './steps/company.ts'
import { documents } from './steps/documents.ts'
import { following } from './steps/following.ts'
import { front } from './steps/front.ts'
import { tidying } from './steps/tidying.ts'
import { travel } from './steps/travel.ts'

/** The steps in the order in which they run. The first two judge the conditions of the table's policies. */
export const steps = {
  ...company,
  ...front,
  ...booking,
  ...travel,
  ...documents,
  ...following,
  ...tidying,
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
export const stepNames = Object.keys(steps) as StepName[]
