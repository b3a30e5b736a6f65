import fc from 'fast-check'
import { expect } from 'vitest'
import { type Below } from '../support/models/histories.ts'
import { linearise, smallestFault, type Model, type Operation } from '../support/models/linearise.ts'
import { seed, size } from '../support/suite/proof.ts'

/** The number of histories to record for each model. */
const rounds = size(6, 60)
const concurrentRounds = 5
/** The number of altered histories to check. */
export const alterations = size(200, 2000)
/** An operation between two times. */
export const op = <I, O>(began: number, ended: number, input: I, output?: O): Operation<I, O> => ({
  began,
  ended,
  input,
  output,
})
/** A random source for each round. All derive from the seed. */
const randomSources = (part: number) =>
  fc
    .sample(fc.array(fc.nat(), { minLength: 400, maxLength: 400 }), { seed: seed + part, numRuns: rounds })
    .map((numbers): Below => {
      let at = 0
      return (n) => numbers[at++ % numbers.length]! % n
    })
/** Records a history in each round, with two to eight clients. Some rounds run concurrently. */
export async function record<T>(
  part: number,
  history: (below: Below, clients: number) => Promise<T>,
): Promise<T[]> {
  const sources = randomSources(part)
  const all: T[] = []
  const worker = async () => {
    for (let below = sources.pop(); below; below = sources.pop()) all.push(await history(below, 2 + below(7)))
  }
  await Promise.all(Array.from({ length: concurrentRounds }, worker))
  return all
}
export interface Recorded<I, O> {
  model: Model<any, I, O>
  history: readonly Operation<I, O>[]
}
/** Fails with the shortest prefix of a history that no order explains. */
export function expectExplained<I, O>(recorded: readonly Recorded<I, O>[]) {
  for (const { model, history } of recorded) {
    const fault = smallestFault(model, history)
    const from = Math.min(...history.map(({ began }) => began))
    const lines = fault?.map(({ input, output, began, ended }) => {
      const span = `${(began - from).toFixed(0)}–${(ended - from).toFixed(0)} ms`
      return `${span} ${JSON.stringify(input)} → ${output === undefined ? 'lost' : JSON.stringify(output)}`
    })
    expect(lines, 'no order explains this').toBeUndefined()
  }
}
/** Alters a random answer in recorded histories. Returns how many of the altered histories are rejected. */
export function rejected<I, O>(
  recorded: readonly Recorded<I, O>[],
  altered: (output: O, input: I, n: number) => O,
): number {
  const draws = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { seed, numRuns: alterations })
  let count = 0
  for (const [which, where, n] of draws) {
    const { model, history } = recorded[which % recorded.length]!
    const answered = history.filter(({ output }) => output !== undefined)
    const one = answered[where % answered.length]!
    const changed = history.map((each) =>
      each === one ? { ...each, output: altered(one.output!, one.input, n) } : each,
    )
    if (!linearise(model, changed).order) count++
  }
  return count
}
export const summary = (recorded: readonly Recorded<any, any>[]) => {
  const all = recorded.flatMap(({ history }) => history)
  const lost = all.filter(({ output }) => output === undefined).length
  return `${recorded.length} histories of ${all.length} requests, ${lost} responses lost: all linearizable`
}
export const rejects = (count: number) => `${count} of ${alterations} with one response altered are rejected`
