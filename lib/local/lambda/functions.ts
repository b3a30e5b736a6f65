import type { FunctionSettings } from './settings.ts'
import {
  startEnvironment,
  type InvocationResult,
  type ExecutionEnvironment,
  type Reports,
} from './execution-environment.ts'

/** Concurrent events per thread. AWS starts an environment for each instead. */
const concurrency = 64
/** An idle thread takes 25 MB. AWS also ends idle environments, at a time that it does not document. */
export const idleMilliseconds = 120_000
const initialBackoff = 100
const maxBackoff = 10_000

export interface LambdaFunction extends AsyncDisposable {
  name: string
  arn: string
  timeoutMilliseconds: number
  /** For asynchronous invocations. */
  retryAttempts: number
  /** Invokes the handler with an event (JSON). Always resolves. */
  invoke(event: string): Promise<InvocationResult>
  /** Ends the environment immediately. Events in flight fail; the next event starts a new environment. */
  kill(): Promise<void>
}

/** A function's name or ARN without an alias: the local cloud runs one version of each function. */
export const unqualified = (reference: string) => reference.replace(/(:function:[^:]+|^[^:]+):[\w-]+$/, '$1')

/** The function that a name or an ARN means. */
export const functionNamed = (functions: readonly LambdaFunction[], reference: string) =>
  functions.find(({ name, arn }) =>
    [reference, unqualified(reference)].some((one) => one === name || one === arn),
  )

/**
 * A Lambda function with one execution environment, started on first use, replaced after a crash or timeout, and ended when
 * idle. Events beyond its capacity are queued. `strict` passes one event at a time, as AWS does. Code that cannot be loaded is
 * retried with exponential backoff; meanwhile events fail immediately.
 */
export function lambdaFunction(settings: FunctionSettings, reports: Reports, strict: boolean): LambdaFunction {
  const capacity = strict ? 1 : concurrency
  const queue: { event: string; settle: (result: InvocationResult) => void }[] = []
  const environments = new Set<ExecutionEnvironment>()
  const killed = new WeakSet<ExecutionEnvironment>()
  let current: { environment: ExecutionEnvironment; loading: boolean } | undefined
  let backoff = 0
  let retryAt = 0
  let stopped = false

  function start() {
    const environment = startEnvironment(settings, reports)
    const started = { environment, loading: true }
    environments.add(environment)
    void environment.exited.then(() => environments.delete(environment))
    void environment.loaded.then((loaded) => {
      started.loading = false
      if (killed.has(environment)) return
      backoff = loaded ? 0 : Math.min(maxBackoff, backoff * 2 || initialBackoff)
      retryAt = performance.now() + backoff
      if (!loaded) for (const { settle } of queue.splice(0)) settle('error')
      dispatch()
    })
    return started
  }

  /** Passes queued events to the environment. Starts a new one if the current one accepts no more. */
  function dispatch() {
    if (queue.length === 0 || stopped) return
    if (!current || (!current.loading && !current.environment.isOpen())) current = start()
    const { environment } = current
    while (queue.length > 0 && environment.isOpen() && environment.inFlight() < capacity) {
      const next = queue.shift()
      if (next)
        void environment.run(next.event).then((result) => {
          next.settle(result)
          idle.refresh()
          dispatch()
        })
    }
  }

  async function end() {
    const ending = [...environments]
    for (const environment of ending) killed.add(environment)
    current = undefined
    await Promise.all(ending.map((environment) => environment.terminate()))
    dispatch()
  }
  const isIdle = () => queue.length === 0 && [...environments].every((one) => one.inFlight() === 0)
  const idle = setTimeout(() => void (isIdle() && end()), idleMilliseconds).unref()

  return {
    name: settings.name,
    arn: settings.arn,
    timeoutMilliseconds: settings.timeoutMilliseconds,
    retryAttempts: settings.retryAttempts,
    invoke(event) {
      if (stopped || performance.now() < retryAt) return Promise.resolve('error')
      const { promise, resolve } = Promise.withResolvers<InvocationResult>()
      queue.push({ event, settle: resolve })
      dispatch()
      return promise
    },
    kill: end,
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(idle)
      for (const { settle } of queue.splice(0)) settle('error')
      await Promise.all([...environments].map((environment) => environment.terminate()))
    },
  }
}
