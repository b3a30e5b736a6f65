import type { Queue } from './declared-queues.ts'

/**
 * Calls watchers of queues when messages may have become visible: on `notify`, and by a timer for each queue with
 * watchers. `nextDue` returns when the next message becomes visible after a time, in epoch milliseconds.
 */
export function notifiers(
  list: readonly Queue[],
  nextDue: (queue: Queue, after: number) => number | undefined,
) {
  const watched = new Map(
    list.map(({ name }) => [
      name,
      { callbacks: new Set<() => void>(), timer: undefined as NodeJS.Timeout | undefined },
    ]),
  )

  function notify({ name }: Queue) {
    for (const wake of watched.get(name)?.callbacks ?? []) wake()
  }
  /** Sets the queue's timer to the time at which the next message becomes visible, of those hidden at `checkedAt`. */
  function setTimer(queue: Queue, checkedAt: number) {
    const entry = watched.get(queue.name)
    if (!entry) return
    clearTimeout(entry.timer)
    const at = entry.callbacks.size > 0 ? nextDue(queue, checkedAt) : undefined
    if (at === undefined) return
    // At most twelve hours, the maximum visibility timeout.
    entry.timer = setTimeout(
      () => {
        // `now` is read before the callbacks run, since the timer may be early, and messages may become visible meanwhile.
        const now = Date.now()
        notify(queue)
        setTimer(queue, now)
      },
      Math.max(0, at - Date.now()),
    )
  }
  return {
    notify,
    setTimer,
    watch(queue: Queue, wake: () => void): Disposable {
      const callbacks = watched.get(queue.name)?.callbacks
      callbacks?.add(wake)
      setTimer(queue, Date.now())
      return {
        [Symbol.dispose]() {
          callbacks?.delete(wake)
          setTimer(queue, Date.now())
        },
      }
    },
    /** Stops all timers. */
    stop() {
      for (const { timer } of watched.values()) clearTimeout(timer)
    },
  }
}
