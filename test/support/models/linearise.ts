/** What a client saw of one request. Times are of one clock, in milliseconds. */
export interface Operation<I, O> {
  input: I
  /** Undefined where the answer was lost: it may have taken effect, at any time since, or not at all. */
  output: O | undefined
  began: number
  ended: number
}

/** A thing as it would be if requests came one after the other. */
export interface Model<S, I, O> {
  initial: S
  /** The states that an operation may leave behind which had this output; none where it cannot have had it. */
  step(state: S, operation: Operation<I, O>): S[]
  /** Equal for states that are the same. */
  key(state: S): string
}

/** An order that explains the history, or how much of it could be explained at most. */
export type Verdict<I, O> =
  | { order: readonly Operation<I, O>[] }
  | { order?: undefined; longest: readonly Operation<I, O>[]; stuck: readonly Operation<I, O>[] }

/**
 * Looks for an order of the operations in which each takes effect at one moment between its beginning and its end, and the
 * model gives each its output (Herlihy and Wing 1990; the search of Wing and Gong 1993, with Lowe's memory of what was
 * tried, 2017). Throws an Error for a history that takes too long to search: make it shorter.
 */
export function linearise<S, I, O>(
  model: Model<S, I, O>,
  history: readonly Operation<I, O>[],
  maxSteps = 2_000_000,
): Verdict<I, O> {
  const operations = history.toSorted((a, b) => a.began - b.began)
  const endOf = ({ output, ended }: Operation<I, O>) => (output === undefined ? Infinity : ended)
  const answered = operations.filter(({ output }) => output !== undefined).length
  const tried = new Set<string>()
  const done = operations.map(() => false)
  const order: Operation<I, O>[] = []
  let longest: Operation<I, O>[] = []
  let steps = 0

  function search(state: S, left: number): boolean {
    if (left === 0) return true
    const memory = `${done.map(Number).join('')} ${model.key(state)}`
    if (tried.has(memory)) return false
    tried.add(memory)
    if (++steps > maxSteps)
      throw new Error(`A history of ${operations.length} operations is too long to search.`)
    // An operation that began after another had ended comes after it.
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
        if (search(next, left - Number(operation.output !== undefined))) return true
      if (order.length - 1 > longest.length) longest = order.slice(0, -1)
      order.pop()
      done[n] = false
    }
    return false
  }

  if (search(model.initial, answered)) return { order }
  return { longest, stuck: operations.filter((one) => !longest.includes(one) && one.output !== undefined) }
}

/** The shortest part of a history from its beginning that no order explains; undefined where one explains all of it. */
export function smallestFault<S, I, O>(model: Model<S, I, O>, history: readonly Operation<I, O>[]) {
  const ended = history.toSorted((a, b) => a.ended - b.ended)
  if (linearise(model, history).order) return undefined
  for (let n = 1; n <= ended.length; n++) {
    // An operation that had begun, and had no response yet, may have taken effect.
    const at = ended[n - 1]?.ended ?? 0
    const part = history
      .filter(({ began }) => began <= at)
      .map((one) => (one.ended <= at ? one : { ...one, output: undefined }))
    if (!linearise(model, part).order) return part
  }
  return history
}
