import { before, type Machine } from '../kernel/state-machine.ts'

/** A flight's main path; states may be skipped, and their effects are applied. */
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

/** On the ground: bags can be assigned and the flight can be cancelled. */
export const boards = (status: FlightStatus) => status === 'SCHEDULED' || status === 'BOARDING'

/** The states that a transition enters: the target, and the skipped ones. */
export const passed = (from: FlightStatus, to: FlightStatus): readonly FlightStatus[] =>
  to === 'CANCELLED' ? [to] : way.slice(before(way, from).length + 1, before(way, to).length + 1)
