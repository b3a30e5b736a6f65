import { before, type Machine } from '../kernel/state-machine.ts'

export const courierStatuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE'] as const
export type CourierStatus = (typeof courierStatuses)[number]

/** Still employed, even while suspended. */
export const inService = before(courierStatuses, 'INACTIVE') as readonly CourierStatus[]

/** A suspension is temporary. Deactivation deletes a courier, so it is for managers, as is its reversal. */
export const courierMachine: Machine<CourierStatus> = {
  states: courierStatuses,
  moves: [
    { on: 'SUSPENDED', from: ['ACTIVE'], to: 'SUSPENDED' },
    { on: 'REINSTATED', from: ['SUSPENDED'], to: 'ACTIVE' },
    { on: 'DEACTIVATED', from: inService, to: 'INACTIVE', by: 'managers' },
    { on: 'REACTIVATED', from: ['INACTIVE'], to: 'ACTIVE', by: 'managers' },
  ],
}
