import { before, machineOf } from '../kernel/state-machine.ts'

/** A flight's main path; states may be skipped, and their effects are applied. */
const mainPath = ['SCHEDULED', 'BOARDING', 'DEPARTED', 'ARRIVED'] as const
export const flightStatuses = [...mainPath, 'CANCELLED'] as const
export type FlightStatus = (typeof flightStatuses)[number]

export const flightMachine = /* @__PURE__ */ machineOf<FlightStatus>(flightStatuses, () => [
  { on: 'FLIGHT_BOARDING', from: before(mainPath, 'BOARDING'), to: 'BOARDING' },
  { on: 'FLIGHT_DEPARTED', from: before(mainPath, 'DEPARTED'), to: 'DEPARTED' },
  { on: 'FLIGHT_ARRIVED', from: before(mainPath, 'ARRIVED'), to: 'ARRIVED' },
  { on: 'FLIGHT_CANCELLED', from: before(mainPath, 'DEPARTED'), to: 'CANCELLED' },
])

/** On the ground: bags can be assigned and the flight can be cancelled. */
export const boards = (status: FlightStatus) => status === 'SCHEDULED' || status === 'BOARDING'

/** The states that a transition enters: the target, and the skipped ones. */
export const passed = (from: FlightStatus, to: FlightStatus): readonly FlightStatus[] =>
  to === 'CANCELLED' ? [to] : mainPath.slice(before(mainPath, from).length + 1, before(mainPath, to).length + 1)
