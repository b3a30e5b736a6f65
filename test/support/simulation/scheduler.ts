import { vi } from 'vitest'
import { seededRandom } from '../chaos-proxy/faults/seeded-random.ts'

/** Node's own, also while timers are simulated. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const realTimeout = setTimeout
/** Long enough in real time for work of other threads, such as signatures. */
const otherThreads = () => new Promise<void>((resolve) => void realTimeout(resolve, 2))

/** Simulates the clock and all timers of this process; `setImmediate` stays. */
export function simulateTime(): void {
  // Those of a service before would run in this one.
  if (vi.isFakeTimers()) vi.clearAllTimers()
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.UTC(2027, 0, 1),
  })
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
        // What the last turn has begun ends within two rounds of the event loop, or in another thread.
        await nextTurn()
        await nextTurn()
        if (isDone() && waiting.length === 0) return
        const chosen = next() ?? (await otherThreads().then(next))
        if (chosen) {
          turns++
          story.push(chosen.about)
          // Events of one millisecond have no order.
          vi.advanceTimersByTime(1)
          chosen.resume()
        } else if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer()
        else throw new Error('Nothing is left to do, but the simulation is not over')
      }
      throw new Error(`The simulation is not over after ${maxTurns} turns`)
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
