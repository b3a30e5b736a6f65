/** Milliseconds between requests: without events, and with a connection that sends events. */
export const [intervalMilliseconds, connectedIntervalMilliseconds] = [15_000, 120_000]
/** Maximum milliseconds between retries. */
const maxIntervalMilliseconds = 300_000
/**
 * Minimum milliseconds between reads caused by events. After an event the board is read twice, since an index may lag. A
 * burst of events causes one read per interval.
 */
const eventIntervalMilliseconds = 2000

/**
 * Calls `read` repeatedly while the page is visible, never in parallel, and with exponential backoff while it fails.
 * `read` resolves to undefined, or after a failure to the milliseconds of Retry-After. `now` calls it immediately,
 * `onEvent` reports an event, `connected` whether events are received, in which case polling is less frequent.
 */
export function poll(read: () => Promise<number | undefined>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [reading, again, stopped, isConnected] = [false, false, false, false]
  let [failures, due, notBefore, lastRead, pendingReads] = [0, 0, 0, 0, 0]

  const interval = () =>
    pendingReads > 0
      ? eventIntervalMilliseconds
      : isConnected
        ? connectedIntervalMilliseconds
        : intervalMilliseconds
  async function readOnce(): Promise<void> {
    again = false
    pendingReads = Math.max(0, pendingReads - 1)
    lastRead = Date.now()
    const wait = await read()
    failures = wait === undefined ? 0 : failures + 1
    notBefore = Date.now() + (wait ?? 0)
    // Jitter, so that pages that failed together do not retry together.
    const after = failures ? intervalMilliseconds * 2 ** (failures - 1) * (1 + Math.random() / 4) : interval()
    due = Math.max(Date.now() + Math.min(maxIntervalMilliseconds, after), notBefore)
  }
  /** A call during a running read may be about a newer change, so another read follows. */
  function now(): void {
    if (reading) again = true
    if (stopped || reading) return
    clearTimeout(timer)
    reading = true
    void readOnce().finally(() => {
      reading = false
      if (again && failures === 0) now()
      else schedule()
    })
  }
  function schedule() {
    clearTimeout(timer)
    if (stopped || reading || document.hidden) return
    if (due <= Date.now()) now()
    else timer = setTimeout(schedule, due - Date.now())
  }
  function requestReads(count: number) {
    pendingReads = Math.max(pendingReads, count)
    // After a failure, the backoff applies.
    if (failures === 0) due = Math.max(lastRead + interval(), notBefore)
    schedule()
  }
  const onEvent = () => requestReads(2)
  const connected = (open: boolean) => {
    isConnected = open
    // Events before the connection were not received, and an index may lag behind the first read.
    requestReads(open ? 2 : 0)
  }
  const onNetworkChange = () => {
    due = notBefore
    schedule()
  }
  const listeners = [
    [document, 'visibilitychange', schedule],
    [globalThis, 'online', onNetworkChange],
    [globalThis, 'offline', onNetworkChange],
  ] as const
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
  }
  return { now, onEvent, connected, stop }
}
