import type { Model } from './linearise.ts'

/** An operation on a flight with a weight limit, its bags and their packages. Weights are whole kilograms. */
export type Loading =
  | { do: 'assign'; bag: string }
  | { do: 'pack' | 'unpack'; bag: string; package: string }
  | { do: 'limit'; kilograms: number }
  | { do: 'weigh'; bag: string }
  | { do: 'read' }
export interface Loaded {
  status: number
  /** The available weight of the flight, or the weight of the bag. */
  kilograms?: number
}
interface Flight {
  limit: number
  assigned: readonly string[]
  /** The bag of each package that is in a bag. */
  within: Readonly<Record<string, string>>
}

/** The load never exceeds the limit. A request gets 409 only if its load does not fit or the package is in another bag. */
export function flightModel(
  limit: number,
  weights: Readonly<Record<string, number>>,
): Model<Flight, Loading, Loaded> {
  const weightOf = ({ within }: Flight, bags: readonly string[]) =>
    Object.entries(within).reduce((sum, [one, bag]) => sum + (bags.includes(bag) ? (weights[one] ?? 0) : 0), 0)
  const carried = (flight: Flight) => weightOf(flight, flight.assigned)

  /** The answer in this state, and the next state. */
  function carryOut(flight: Flight, input: Loading): [Loaded, Flight] {
    const { assigned, within } = flight
    const refused: [Loaded, Flight] = [{ status: 409 }, flight]
    const ifItFits = (next: Flight, answer: (next: Flight) => Loaded): [Loaded, Flight] =>
      carried(next) > next.limit ? refused : [answer(next), next]
    switch (input.do) {
      case 'assign':
        return ifItFits({ ...flight, assigned: [...new Set([...assigned, input.bag])].sort() }, () => ({
          status: 200,
        }))
      case 'pack': {
        const where = within[input.package]
        if (where !== undefined && where !== input.bag) return refused
        const next = { ...flight, within: { ...within, [input.package]: input.bag } }
        return ifItFits(next, () => ({ status: 200 }))
      }
      case 'unpack': {
        const { [input.package]: where, ...rest } = within
        if (where !== input.bag) return [{ status: 404 }, flight]
        const next = { ...flight, within: rest }
        return [{ status: 200 }, next]
      }
      case 'limit':
        return ifItFits({ ...flight, limit: input.kilograms }, () => ({ status: 200 }))
      case 'weigh':
        return [{ status: 200, kilograms: weightOf(flight, [input.bag]) }, flight]
      case 'read':
        return [{ status: 200, kilograms: flight.limit - carried(flight) }, flight]
    }
  }
  return {
    initial: { limit, assigned: [], within: {} },
    step(flight, { input, output }) {
      const [answer, next] = carryOut(flight, input)
      return !output || (output.status === answer.status && output.kilograms === answer.kilograms) ? [next] : []
    },
    key: ({ limit, assigned, within }) => JSON.stringify([limit, assigned, Object.entries(within).sort()]),
  }
}

/** A guess at a code. */
export interface Guess {
  right: boolean
}
interface Code {
  tries: number
  used: boolean
}

/** A code works once, and at most five guesses are checked. */
export const codeModel = (most = 5): Model<Code, Guess, number> => ({
  initial: { tries: 0, used: false },
  step({ tries, used }, { input, output }) {
    const good = input.right && !used && tries < most
    if (output !== undefined && output !== (good ? 200 : 400)) return []
    return [{ tries: Math.min(most, tries + 1), used: used || good }]
  },
  key: ({ tries, used }) => `${tries} ${String(used)}`,
})

/** The exchange of a refresh token, optionally with an Idempotency-Key; or, with `ends`, the end of its session. */
export interface Exchange {
  token: string
  key?: string
  ends?: true
}
export interface Exchanged {
  status: number
  /** The next token. */
  token?: string
}
interface Family {
  current: string
  revoked: boolean
  /** The earliest and latest possible time of each token's exchange. */
  rotated: Readonly<Record<string, readonly [number, number]>>
  repeatable?: { from: string; key: string } | undefined
}
/** For this long, in milliseconds, a second use of a token counts as a race. */
const race = 2000

/** A token is exchanged once. A second use revokes its family, except in a race or with the key of the last exchange. */
export const familyModel = (first: string): Model<Family, Exchange, Exchanged> => ({
  initial: { current: first, revoked: false, rotated: {} },
  step(family, { input: { token, key, ends }, output, began, ended }) {
    const { current, revoked, rotated, repeatable } = family
    const can = (status: number, next: Family, successor?: string) =>
      !output || (output.status === status && (successor === undefined || output.token === successor))
        ? [next]
        : []
    if (ends) return can(200, { ...family, revoked: true })
    if (revoked) return can(401, family)
    if (token === current) {
      // A token whose response was lost is identified by its predecessor.
      const successor = output?.token ?? `after ${token}`
      if (successor in rotated || successor === current) return []
      const until = output ? ended : Infinity
      const since = { ...rotated, [token]: [began, until] as const }
      return can(200, {
        current: successor,
        revoked,
        rotated: since,
        repeatable: key === undefined ? undefined : { from: token, key },
      })
    }
    if (key !== undefined && repeatable?.key === key && repeatable.from === token) {
      const named = { ...family, current: output?.token ?? current }
      return current === `after ${token}` ? can(200, named) : can(200, family, current)
    }
    const [from = -Infinity, to = Infinity] = rotated[token] ?? []
    const until = output ? ended : Infinity
    return [
      ...(began - to < race ? can(401, family) : []),
      ...(until - from >= race ? can(401, { ...family, revoked: true }) : []),
    ]
  },
  key: (family) => JSON.stringify(family),
})
