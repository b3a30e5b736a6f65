import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { errorMessage } from '../runtime/startup-error.ts'
import type { FunctionSettings } from './settings.ts'
import type { Invocation, Outcome } from './worker.ts'

/** Lambda's limit of the init phase (AWS Lambda developer guide, "execution environment lifecycle"). */
const initMilliseconds = 10_000

/** The function's result as JSON, or why there is none. */
export type InvocationResult = { payload: string } | 'error' | 'timeout'

export interface ExecutionEnvironment {
  /** False if the code cannot be loaded. */
  loaded: Promise<boolean>
  /** True while it accepts events: it is loaded, has not timed out and has not crashed. */
  isOpen(): boolean
  inFlight(): number
  /** Always resolves: with the function's result, on its timeout, or when the thread exits. */
  run(event: string): Promise<InvocationResult>
  /** Resolves when the thread has exited. */
  exited: Promise<void>
  terminate(): Promise<void>
}

export interface Reports {
  /** Called with the function's output to stdout and stderr. */
  log(chunk: string): void
  /** Called with one line for each failure of a function. */
  failure(line: string): void
}

/**
 * A worker thread with the function's code: an exit, an endless loop or a full heap ends only the thread. After a
 * timeout it accepts no more events, and exits when those in flight are done.
 */
export function startEnvironment(settings: FunctionSettings, reports: Reports): ExecutionEnvironment {
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers<boolean>()
  const { promise: exited, resolve: setExited } = Promise.withResolvers<undefined>()
  const pending = new Map<number, (result: InvocationResult) => void>()
  let state: 'loading' | 'open' | 'retired' | 'ended' = 'loading'
  let reported = false
  let lastId = 0
  const failure = (message: string) => reports.failure(`Function ${settings.name}: ${message}`)
  /** The thread is about to exit: it accepts no more events. */
  const retire = (message: string) => {
    reported = true
    state = 'retired'
    failure(message)
  }

  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: settings.name,
    workerData: settings,
    env: settings.environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: settings.memoryMegabytes },
  })
  const initTimer = setTimeout(() => {
    retire('Init timed out after 10 seconds')
    void worker.terminate()
  }, initMilliseconds)
  worker.stdout.setEncoding('utf8').on('data', reports.log)
  worker.stderr.setEncoding('utf8').on('data', reports.log)
  worker.on('message', (outcome: Outcome) => {
    if ('loaded' in outcome) {
      clearTimeout(initTimer)
      state = 'open'
      setLoaded(true)
      return
    }
    if ('failure' in outcome) failure(outcome.failure)
    pending.get(outcome.id)?.('failure' in outcome ? 'error' : outcome)
  })
  worker.on('error', (error) =>
    retire(`${state === 'loading' ? 'cannot be loaded' : 'has crashed'}: ${errorMessage(error)}`),
  )
  worker.on('exit', (code) => {
    clearTimeout(initTimer)
    if (state !== 'retired' && !reported) failure(`exited with code ${code}`)
    state = 'ended'
    setLoaded(false)
    for (const settle of pending.values()) settle('error')
    setExited(undefined)
  })

  function run(event: string): Promise<InvocationResult> {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<InvocationResult>()
    const timer = setTimeout(() => {
      failure(`Task timed out after ${(settings.timeoutMilliseconds / 1000).toFixed(2)} seconds`)
      state = 'retired'
      pending.get(id)?.('timeout')
    }, settings.timeoutMilliseconds)
    pending.set(id, (result) => {
      clearTimeout(timer)
      pending.delete(id)
      resolve(result)
      if (state === 'retired' && pending.size === 0) void worker.terminate()
    })
    const deadline = Date.now() + settings.timeoutMilliseconds
    worker.postMessage({ id, requestId: randomUUID(), event, deadline } satisfies Invocation)
    return promise
  }

  return {
    loaded,
    isOpen: () => state === 'open',
    inFlight: () => pending.size,
    run,
    exited,
    async terminate() {
      state = 'retired'
      await worker.terminate()
    },
  }
}
