import type { FunctionSettings } from './settings.ts'
import {
  startEnvironment,
  type Answer,
  type ExecutionEnvironment,
  type Reports,
} from './execution-environment.ts'

/** Events that one thread works on at a time; AWS would start an environment for each. */
const eventsAtOnce = 64
const firstPause = 100
const longestPause = 10_000

export interface LambdaFunction extends AsyncDisposable {
  name: string
  arn: string
  timeoutMilliseconds: number
  /** Runs the handler on an event (JSON). Always settles. */
  invoke(event: string): Promise<Answer>
  /** Loads the code before the first event needs it. */
  warm(): Promise<void>
  /** Ends its environment at once: events that it works on fail, and the next one starts another. */
  kill(): Promise<void>
}

/**
 * A Lambda function: one execution environment, started at first use and replaced when it dies or times out; events
 * beyond its capacity queue. `strict` gives it one event at a time, as on AWS, which shows state kept between events.
 * Code that cannot be loaded is tried again after a pause that doubles; until then events fail at once.
 */
export function lambdaFunction(settings: FunctionSettings, reports: Reports, strict: boolean): LambdaFunction {
  const capacity = strict ? 1 : eventsAtOnce
  const queue: { event: string; settle: (answer: Answer) => void }[] = []
  const alive = new Set<ExecutionEnvironment>()
  const killed = new WeakSet<ExecutionEnvironment>()
  let current: { environment: ExecutionEnvironment; loading: boolean } | undefined
  let pause = 0
  let notBefore = 0
  let stopped = false

  function start() {
    const environment = startEnvironment(settings, reports)
    const started = { environment, loading: true }
    alive.add(environment)
    void environment.ended.then(() => alive.delete(environment))
    void environment.loaded.then((loaded) => {
      started.loading = false
      if (killed.has(environment)) return
      pause = loaded ? 0 : Math.min(longestPause, pause * 2 || firstPause)
      notBefore = performance.now() + pause
      if (!loaded) for (const { settle } of queue.splice(0)) settle('error')
      pump()
    })
    return started
  }

  /** Gives queued events to the environment, and starts one where there is none that takes any. */
  function pump() {
    if (queue.length === 0 || stopped) return
    if (!current || (!current.loading && !current.environment.open())) current = start()
    const { environment } = current
    while (queue.length > 0 && environment.open() && environment.inFlight() < capacity) {
      const next = queue.shift()
      if (next)
        void environment.run(next.event).then((answer) => {
          next.settle(answer)
          pump()
        })
    }
  }

  return {
    name: settings.name,
    arn: settings.arn,
    timeoutMilliseconds: settings.timeoutMilliseconds,
    invoke(event) {
      if (stopped || performance.now() < notBefore) return Promise.resolve('error')
      const { promise, resolve } = Promise.withResolvers<Answer>()
      queue.push({ event, settle: resolve })
      pump()
      return promise
    },
    async warm() {
      if (!stopped) await (current ??= start()).environment.loaded
    },
    async kill() {
      const ending = [...alive]
      for (const environment of ending) killed.add(environment)
      current = undefined
      await Promise.all(ending.map((environment) => environment.end()))
      pump()
    },
    async [Symbol.asyncDispose]() {
      stopped = true
      for (const { settle } of queue.splice(0)) settle('error')
      await Promise.all([...alive].map((environment) => environment.end()))
    },
  }
}
