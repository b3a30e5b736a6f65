import { before, type Machine } from '../kernel/state-machine.ts'

export const courierStatuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE'] as const
export type CourierStatus = (typeof courierStatuses)[number]

/** Still with the company, also while suspended. */
export const inService = before(courierStatuses, 'INACTIVE') as readonly CourierStatus[]

/** A suspension is for a while. To deactivate a courier is to delete one, so it is for managers, as is undoing it. */
export const courierMachine: Machine<CourierStatus> = {
  states: courierStatuses,
  moves: [
    { on: 'SUSPENDED', from: ['ACTIVE'], to: 'SUSPENDED' },
    { on: 'REINSTATED', from: ['SUSPENDED'], to: 'ACTIVE' },
    { on: 'DEACTIVATED', from: inService, to: 'INACTIVE', by: 'managers' },
    { on: 'REACTIVATED', from: ['INACTIVE'], to: 'ACTIVE', by: 'managers' },
  ],
}
