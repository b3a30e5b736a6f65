import { expect, vi } from 'vitest'
import { seededRandom } from '../chaos-proxy/faults/seeded-random.ts'

/** Node's own, even while timers are simulated. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The operations of Web Crypto that other threads carry out now, such as signatures. */
let operations = 0
const counted = <A extends unknown[], R>(operate: (...args: A) => Promise<R>) =>
  async function (...args: A): Promise<R> {
    operations++
    try {
      return await operate(...args)
    } finally {
      operations--
    }
  }
/** Counts the operations of Web Crypto: how long they take depends on the machine. */
function countOperations(): void {
  const { subtle } = crypto
  for (const name of ['importKey', 'sign', 'verify'] as const) {
    const operation = counted(subtle[name].bind(subtle) as () => Promise<never>)
    vi.spyOn(subtle, name).mockImplementation(operation)
  }
}

/** Simulates the clock and all timers of this process; `setImmediate` stays. */
export function simulateTime(): void {
  // Those of a service before would run in this one.
  if (vi.isFakeTimers()) vi.clearAllTimers()
  else countOperations()
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.UTC(2027, 0, 1),
  })
}

/** What was begun has ended within two rounds of the event loop after the last operation of another thread. */
async function settled(): Promise<void> {
  let hasWaited: boolean
  do {
    hasWaited = operations > 0
    await nextTurn()
    await nextTurn()
  } while (hasWaited || operations > 0)
}

interface Waiting {
  about: string
  resume: () => void
  /** Until then others go first, counted in turns. */
  readyAt: number
}
/** So many calls are slow, and others finish whole requests meanwhile: races need that more often than it would occur. */
const slowCalls = 0.1
const slowestTurns = 80

/**
 * Runs tasks in an order that a seed determines. A task stops at each `turn`, and the scheduler decides who goes on; between
 * two turns nothing else runs. When all wait for time to pass, the clock goes on to the next timer.
 */
export function createScheduler(seed: number) {
  const { random, below } = seededRandom(seed)
  let turns = 0
  const waiting: Waiting[] = []
  /** One of those whose call is not slow, or else the one whose call ends first. */
  function next(): Waiting | undefined {
    const ready = waiting.filter(({ readyAt }) => readyAt <= turns)
    const [slow] = waiting.toSorted((one, other) => one.readyAt - other.readyAt)
    const chosen = ready.length > 0 ? ready[below(ready.length)] : slow
    if (chosen) waiting.splice(waiting.indexOf(chosen), 1)
    return chosen
  }
  const story: string[] = []
  return {
    random,
    below,
    /** True with this probability. */
    chance: (probability: number) => random() < probability,
    story,
    note: (line: string) => void story.push(line),
    turn: (about: string) =>
      new Promise<void>((resume) => {
        const delay = random() < slowCalls ? below(slowestTurns) : 0
        waiting.push({ about, resume, readyAt: turns + delay })
      }),
    /** Runs until `isDone`. Throws an Error if nothing is left to do before, or after too many turns. */
    async run(isDone: () => boolean, maxTurns = 200_000): Promise<void> {
      for (let n = 0; n < maxTurns; n++) {
        await settled()
        if (isDone() && waiting.length === 0) return
        const chosen = next()
        if (chosen) {
          turns++
          story.push(chosen.about)
          // Events of one millisecond have no order.
          vi.advanceTimersByTime(1)
          chosen.resume()
        } else if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer()
        else throw new Error('Nothing is left to do, but the simulation is not over')
      }
      expect.fail(`The simulation is not over after ${maxTurns} turns`)
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
