import type { components, CourierClient } from '../client/index.ts'
import type { Journey } from './journey.ts'

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The records that steps make for later ones. */
export interface Made {
  /** A client of its manager. */
  company: CourierClient
  shipment: Schema<'Shipment'>
  package: Schema<'Package'>
  courier: Schema<'Courier'>
  flight: Schema<'Flight'>
  warehouse: Schema<'Warehouse'>
  bag: Schema<'Bag'>
}

/** Where to look if a step fails. */
export interface Look {
  /** A section of docs/operations/runbook.md. */
  runbook: string
  /** The functions that take part; the first answers the request. */
  functions: readonly string[]
  /** The stack, of the stage `prod`. */
  stack: string
}

/** A reason why a step says nothing about this deployment. */
export class Skipped {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export interface Step<Need extends keyof Made = keyof Made> {
  does: string
  /** The part of AWS that works if the step passes. */
  proves: string
  look: Look
  /** Without them the step is not reached. */
  needs: readonly Need[]
  /** Returns what it has made. Throws CourierError, Unexpected, and the errors of fetch. */
  run(journey: Journey, made: Pick<Made, Need>): Promise<Partial<Made> | Skipped | undefined>
}

/** A row of the table of steps, typed by what it needs. */
export const step = <Need extends keyof Made = never>(row: Step<Need>): Step<Need> => row

/** Most steps ask a function of the API. */
export const api = (...functions: string[]): Look => ({
  runbook: 'ApiFails',
  functions,
  stack: 'CourierApi',
})
