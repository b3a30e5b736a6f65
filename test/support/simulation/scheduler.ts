import { vi } from 'vitest'
import { seededRandom } from '../chaos-proxy/faults/seeded-random.ts'

/** Node's own, also while timers are simulated. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Simulates the clock and all timers of this process; `setImmediate` stays. */
export function simulateTime(): void {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.UTC(2027, 0, 1),
  })
}

/**
 * Runs tasks in an order that a seed determines. A task stops at each `turn`, and the scheduler decides who goes on; between
 * two turns nothing else runs. When all wait for time to pass, the clock goes on to the next timer.
 */
export function createScheduler(seed: number) {
  const { random, below } = seededRandom(seed)
  const waiting: { about: string; resume: () => void }[] = []
  const story: string[] = []
  return {
    random,
    below,
    /** True with this probability. */
    chance: (probability: number) => random() < probability,
    story,
    note: (line: string) => void story.push(line),
    turn: (about: string) => new Promise<void>((resume) => void waiting.push({ about, resume })),
    /** Runs until `isDone`. Throws an Error if nothing is left to do before, or after too many turns. */
    async run(isDone: () => boolean, maxTurns = 200_000): Promise<void> {
      for (let n = 0; n < maxTurns; n++) {
        // What the last turn has begun ends without another thread: two rounds of the event loop are enough.
        await nextTurn()
        await nextTurn()
        if (isDone() && waiting.length === 0) return
        const [next] = waiting.splice(below(waiting.length), 1)
        if (next) {
          story.push(next.about)
          next.resume()
        } else if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer()
        else throw new Error('Nothing is left to do, but the simulation is not over')
      }
      throw new Error(`The simulation is not over after ${maxTurns} turns`)
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
