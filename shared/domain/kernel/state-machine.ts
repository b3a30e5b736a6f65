/** A transition: its event, the states it leaves, and the one it enters. */
export interface Move<S extends string> {
  on: string
  from: readonly S[]
  to: S
  /** Only managers make corrections and cancel; a status that follows from a bag is never set by hand. */
  by?: 'managers' | 'bag'
}

/** A state machine as data: the states in their order, and all transitions. */
export interface Machine<S extends string> {
  states: readonly [S, ...S[]]
  moves: readonly Move<S>[]
}

/** The transition by which a user changes a state, if there is one; ordinary ones come first. */
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
