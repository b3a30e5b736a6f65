/** In milliseconds. */
const [between, longest] = [15_000, 300_000]

/**
 * Calls `look` now and again as long as somebody looks at the page, and never twice at once; more and more slowly where
 * it fails. `look` gives how many milliseconds the service wants to hear nothing for, undefined where all is well.
 * What is given back looks at once, and stops.
 *
 * Here events will plug in once the service tells them to browsers: whatever hears one calls `now`, and the interval
 * becomes what is left for when nothing is heard.
 */
export function news(look: () => Promise<number | undefined>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [looking, again] = [false, false]
  let [troubles, due, notBefore] = [0, 0, 0]
  let stopped = false

  async function once(): Promise<void> {
    again = false
    const wait = await look()
    troubles = wait === undefined ? 0 : troubles + 1
    notBefore = Date.now() + (wait ?? 0)
    // Many pages that failed together do not come back together.
    const after = troubles ? between * 2 ** (troubles - 1) * (1 + Math.random() / 4) : between
    due = Math.max(Date.now() + Math.min(longest, after), notBefore)
  }
  /** Looks at once. Who asks while an older look is under way may know of something newer: then it looks once more. */
  function now(): void {
    if (looking) again = true
    if (stopped || looking) return
    clearTimeout(timer)
    looking = true
    void once().finally(() => {
      looking = false
      if (again && troubles === 0) now()
      else plan()
    })
  }
  function plan() {
    clearTimeout(timer)
    if (!stopped && !looking && !document.hidden) timer = setTimeout(now, Math.max(0, due - Date.now()))
  }
  const online = () => {
    due = notBefore
    plan()
  }
  document.addEventListener('visibilitychange', plan)
  addEventListener('online', online)
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
    removeEventListener('online', online)
  }
  return { now, stop }
}
