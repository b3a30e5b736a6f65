/** A wait in virtual time. */
export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Runs `work` in virtual time: while nothing but timers is left to wait for, the clock moves to the next one. Work may
 * wait for promises and `setTimeout` only. Throws what `work` throws, and an Error if it waits for something else.
 */
export async function inVirtualTime<T>(work: (now: () => number) => Promise<T>): Promise<T> {
  const real = globalThis.setTimeout
  const timers: { at: number; call: () => void }[] = []
  let [time, done] = [0, false]
  const later = (call: () => void, milliseconds = 0) => {
    const at = time + milliseconds
    const next = timers.findIndex((timer) => timer.at > at)
    timers.splice(next < 0 ? timers.length : next, 0, { at, call })
  }
  globalThis.setTimeout = later as unknown as typeof setTimeout
  try {
    const outcome = Promise.allSettled([work(() => time)]).finally(() => (done = true))
    for (;;) {
      // Runs after all promise reactions.
      await new Promise((resolve) => setImmediate(resolve))
      if (done) break
      const timer = timers.shift()
      if (!timer) throw new Error('The work waits for something other than a timer')
      time = timer.at
      timer.call()
    }
    const [result] = await outcome
    if (result.status === 'rejected') throw result.reason
    return result.value
  } finally {
    globalThis.setTimeout = real
  }
}
