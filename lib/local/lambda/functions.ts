import type { FunctionSettings } from './settings.ts'
import {
  startEnvironment,
  type Answer,
  type ExecutionEnvironment,
  type Reports,
} from './execution-environment.ts'

/** Concurrent events per thread. AWS starts an environment for each instead. */
const eventsAtOnce = 64
const firstPause = 100
const longestPause = 10_000

export interface LambdaFunction extends AsyncDisposable {
  name: string
  arn: string
  timeoutMilliseconds: number
  /** Invokes the handler with an event (JSON). Always resolves. */
  invoke(event: string): Promise<Answer>
  /** Loads the code before the first event needs it. */
  warm(): Promise<void>
  /** Ends the environment immediately. Events in flight fail; the next event starts a new environment. */
  kill(): Promise<void>
}

/**
 * A Lambda function with one execution environment, started on first use and replaced after a crash or timeout. Events
 * beyond its capacity are queued. `strict` passes one event at a time, as AWS does. Code that cannot be loaded is
 * retried with exponential backoff; meanwhile events fail immediately.
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

  /** Passes queued events to the environment. Starts a new one if the current one accepts no more. */
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
