import { statesLeftBy, type Machine } from '../kernel/state-machine.ts'

export const bagStatuses = ['OPEN', 'SEALED', 'CHECKED_IN', 'IN_TRANSIT', 'DELIVERED'] as const
export type BagStatus = (typeof bagStatuses)[number]

/** The events of a bag. With `by: bag` they follow from its flight or its packages. */
export const bagMachine: Machine<BagStatus> = {
  states: bagStatuses,
  moves: [
    { on: 'BAG_SEALED', from: ['OPEN'], to: 'SEALED' },
    { on: 'BAG_CHECKED_IN', from: ['OPEN', 'SEALED', 'CHECKED_IN'], to: 'CHECKED_IN' },
    { on: 'BAG_LOADED', from: ['SEALED', 'CHECKED_IN'], to: 'IN_TRANSIT', by: 'managers' },
    { on: 'FLIGHT_DEPARTED', from: ['CHECKED_IN', 'IN_TRANSIT'], to: 'IN_TRANSIT', by: 'bag' },
    { on: 'FLIGHT_CANCELLED', from: ['CHECKED_IN', 'IN_TRANSIT'], to: 'SEALED', by: 'bag' },
    {
      on: 'BAG_DELIVERED',
      from: ['OPEN', 'SEALED', 'CHECKED_IN', 'IN_TRANSIT'],
      to: 'DELIVERED',
      by: 'managers',
    },
  ],
}

/** Packages can only be added and removed now. */
export const isOpen = (status: BagStatus) => status === 'OPEN'
/** Not in transit yet: courier and flight can be assigned, and packages reweighed. */
export const isBeforeTransit = (status: BagStatus) =>
  statesLeftBy(bagMachine, 'BAG_CHECKED_IN').includes(status)
