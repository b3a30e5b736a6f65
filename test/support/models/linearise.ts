/** One request as its client observed it. Times are in milliseconds on a common clock. */
export interface Operation<I, O> {
  input: I
  /** Undefined if the answer was lost. The request may have taken effect at any time since its start, or never. */
  output: O | undefined
  began: number
  ended: number
}

/** A sequential model: how the state changes if requests run one after the other. */
export interface Model<S, I, O> {
  initial: S
  /** The possible states after the operation; empty if the operation cannot have its output in this state. */
  step(state: S, operation: Operation<I, O>): S[]
  /** Equal for states that are the same. */
  key(state: S): string
}

/** An order that explains the history; otherwise the longest prefix that some order explains, and the other operations. */
export type Verdict<I, O> =
  | { order: readonly Operation<I, O>[] }
  | { order?: undefined; longest: readonly Operation<I, O>[]; stuck: readonly Operation<I, O>[] }

/**
 * Searches for a linearization: an order of the operations in which each takes effect at one moment between its start and
 * its end, and the model gives each its output (Herlihy and Wing 1990). The search is that of Wing and Gong (1993) with
 * Lowe's cache of visited states (2017). Throws an Error if the history is too long to search.
 */
export function linearise<S, I, O>(
  model: Model<S, I, O>,
  history: readonly Operation<I, O>[],
  maxSteps = 2_000_000,
): Verdict<I, O> {
  const operations = history.toSorted((a, b) => a.began - b.began)
  const endOf = ({ output, ended }: Operation<I, O>) => (output === undefined ? Infinity : ended)
  const answered = operations.filter(({ output }) => output !== undefined).length
  const visited = new Set<string>()
  const done = operations.map(() => false)
  const order: Operation<I, O>[] = []
  let longest: Operation<I, O>[] = []
  let steps = 0

  function search(state: S, unexplained: number): boolean {
    if (unexplained === 0) return true
    const key = `${done.map(Number).join('')} ${model.key(state)}`
    if (visited.has(key)) return false
    visited.add(key)
    if (++steps > maxSteps)
      throw new Error(`A history of ${operations.length} operations is too long to search.`)
    // Only operations that began before the first unordered one ended can come next.
    let firstEnd = Infinity
    for (const [n, operation] of operations.entries()) {
      if (done[n]) continue
      if (operation.began > firstEnd) break
      firstEnd = Math.min(firstEnd, endOf(operation))
    }
    for (const [n, operation] of operations.entries()) {
      if (operation.began > firstEnd) break
      if (done[n]) continue
      done[n] = true
      order.push(operation)
      for (const next of model.step(state, operation))
        if (search(next, unexplained - Number(operation.output !== undefined))) return true
      if (order.length - 1 > longest.length) longest = order.slice(0, -1)
      order.pop()
      done[n] = false
    }
    return false
  }

  if (search(model.initial, answered)) return { order }
  return { longest, stuck: operations.filter((one) => !longest.includes(one) && one.output !== undefined) }
}

/** The shortest prefix of a history that no order explains; `undefined` if an order explains the whole history. */
export function smallestFault<S, I, O>(model: Model<S, I, O>, history: readonly Operation<I, O>[]) {
  const ended = history.toSorted((a, b) => a.ended - b.ended)
  if (linearise(model, history).order) return undefined
  for (let n = 1; n <= ended.length; n++) {
    // An operation that has started without a response yet may have taken effect.
    const at = ended[n - 1]?.ended ?? 0
    const part = history
      .filter(({ began }) => began <= at)
      .map((one) => (one.ended <= at ? one : { ...one, output: undefined }))
    if (!linearise(model, part).order) return part
  }
  return history
}
