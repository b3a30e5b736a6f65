/** A transition: its event, the states it leaves, and the one it enters. */
export interface Move<S extends string> {
  on: string
  from: readonly S[]
  to: S
  /** Who makes the transition, if not every user: managers (corrections, cancellations), or the package's bag. */
  by?: 'managers' | 'bag'
}

/** A state machine as data: the states in their order, and all transitions. */
export interface Machine<S extends string> {
  states: readonly [S, ...S[]]
  moves: readonly Move<S>[]
}

/** A machine of transitions that are computed; bundles of functions that use only its states leave it out. */
export const machineOf = <S extends string>(
  states: Machine<S>['states'],
  moves: () => Move<S>[],
): Machine<S> => ({
  states,
  moves: moves(),
})

/** The first transition in the table by which a user may change one state to another. `manager`: the user is a manager. */
export const moveTo = <S extends string>(
  { moves }: Machine<S>,
  from: S,
  to: S,
  manager: boolean,
): Move<S> | undefined =>
  moves.find(
    (move) => move.to === to && move.from.includes(from) && (!move.by || (manager && move.by === 'managers')),
  )

/** The states that an event leaves. */
export const statesLeftBy = <S extends string>({ moves }: Machine<S>, event: string): readonly S[] =>
  moves.find(({ on }) => on === event)?.from ?? []

/** The states before one in their order, and those after it. */
export const before = <S extends string>(states: readonly S[], state: S) =>
  states.slice(0, states.indexOf(state))
export const after = <S extends string>(states: readonly S[], state: S) =>
  states.slice(states.indexOf(state) + 1)
