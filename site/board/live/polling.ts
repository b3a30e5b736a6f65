/** Milliseconds between requests: without events, and with a connection that sends events. */
export const [between, intervalWhenConnected] = [15_000, 120_000]
/** Maximum milliseconds between retries. */
const longest = 300_000
/**
 * Minimum milliseconds between reads caused by events. After an event the board is read twice, since an index may lag. A
 * burst of events causes one read per interval.
 */
const apart = 2000

/**
 * Calls `look` repeatedly while the page is visible, never in parallel, and with exponential backoff while it fails.
 * `look` resolves to undefined, or after a failure to the milliseconds of Retry-After. `now` calls it immediately,
 * `heard` reports an event, `connected` whether events are received, in which case polling is less frequent.
 */
export function poll(look: () => Promise<number | undefined>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [looking, again, stopped, following] = [false, false, false, false]
  let [troubles, due, notBefore, last, owed] = [0, 0, 0, 0, 0]

  const usual = () => (owed > 0 ? apart : following ? intervalWhenConnected : between)
  async function once(): Promise<void> {
    again = false
    owed = Math.max(0, owed - 1)
    last = Date.now()
    const wait = await look()
    troubles = wait === undefined ? 0 : troubles + 1
    notBefore = Date.now() + (wait ?? 0)
    // Jitter, so that pages that failed together do not retry together.
    const after = troubles ? between * 2 ** (troubles - 1) * (1 + Math.random() / 4) : usual()
    due = Math.max(Date.now() + Math.min(longest, after), notBefore)
  }
  /** A call during a running read may be about a newer change, so another read follows. */
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
    if (stopped || looking || document.hidden) return
    if (due <= Date.now()) now()
    else timer = setTimeout(plan, due - Date.now())
  }
  function owe(looks: number) {
    owed = Math.max(owed, looks)
    // After a failure, the backoff applies.
    if (troubles === 0) due = Math.max(last + usual(), notBefore)
    plan()
  }
  const heard = () => owe(2)
  const connected = (open: boolean) => {
    following = open
    // Events before the connection were not received, and an index may lag behind the first read.
    owe(open ? 2 : 0)
  }
  const network = () => {
    due = notBefore
    plan()
  }
  const changes = [
    [document, 'visibilitychange', plan],
    [globalThis, 'online', network],
    [globalThis, 'offline', network],
  ] as const
  for (const [of, name, act] of changes) of.addEventListener(name, act)
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    for (const [of, name, act] of changes) of.removeEventListener(name, act)
  }
  return { now, heard, connected, stop }
}
