import { statesLeftBy, type Machine } from '../kernel/state-machine.ts'

export const bagStatuses = ['OPEN', 'SEALED', 'CHECKED_IN', 'IN_TRANSIT', 'DELIVERED'] as const
export type BagStatus = (typeof bagStatuses)[number]

/** What happens to a bag, and where it may happen. By `bag`: it follows from its flight or from its packages. */
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

/** Packages come and go only then. */
export const isOpen = (status: BagStatus) => status === 'OPEN'
/** Not yet on its way: a courier and a flight may be assigned, and its packages weighed again. */
export const onGround = (status: BagStatus) => statesLeftBy(bagMachine, 'BAG_CHECKED_IN').includes(status)
