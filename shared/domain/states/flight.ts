import { before, type Machine } from '../kernel/state-machine.ts'

/** A flight's way; each may be skipped, and what a skipped one does is done with it. */
const way = ['SCHEDULED', 'BOARDING', 'DEPARTED', 'ARRIVED'] as const
export const flightStatuses = [...way, 'CANCELLED'] as const
export type FlightStatus = (typeof flightStatuses)[number]

export const flightMachine: Machine<FlightStatus> = {
  states: flightStatuses,
  moves: [
    { on: 'FLIGHT_BOARDING', from: before(way, 'BOARDING'), to: 'BOARDING' },
    { on: 'FLIGHT_DEPARTED', from: before(way, 'DEPARTED'), to: 'DEPARTED' },
    { on: 'FLIGHT_ARRIVED', from: before(way, 'ARRIVED'), to: 'ARRIVED' },
    { on: 'FLIGHT_CANCELLED', from: before(way, 'DEPARTED'), to: 'CANCELLED' },
  ],
}

/** Still on the ground, so that bags may be assigned to it and it may be cancelled. */
export const boards = (status: FlightStatus) => status === 'SCHEDULED' || status === 'BOARDING'

/** The states that a move enters: the target, and those of the way that it skips. */
export const passed = (from: FlightStatus, to: FlightStatus): readonly FlightStatus[] =>
  to === 'CANCELLED' ? [to] : way.slice(before(way, from).length + 1, before(way, to).length + 1)
