import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { wordsOf } from '../runtime/startup-error.ts'
import type { FunctionSettings } from './settings.ts'
import type { Invocation, Outcome } from './worker.ts'

/** Lambda's limit of the init phase (AWS Lambda developer guide, "execution environment lifecycle"). */
const initMilliseconds = 10_000

/** The function's result as JSON, or why there is none. */
export type Answer = { payload: string } | 'error' | 'timeout'

export interface ExecutionEnvironment {
  /** False if the code cannot be loaded. */
  loaded: Promise<boolean>
  /** True while it accepts events: it is loaded, has not timed out and has not crashed. */
  open(): boolean
  inFlight(): number
  /** Always resolves: with the function's result, on its timeout, or when the thread exits. */
  run(event: string): Promise<Answer>
  /** Resolves when the thread has exited. */
  ended: Promise<void>
  end(): Promise<void>
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
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<undefined>()
  const waiting = new Map<number, (answer: Answer) => void>()
  let state: 'loading' | 'open' | 'retired' | 'ended' = 'loading'
  let explained = false
  let events = 0
  const failure = (words: string) => reports.failure(`Function ${settings.name}: ${words}`)
  /** The thread is about to exit: it accepts no more events. */
  const dying = (words: string) => {
    explained = true
    state = 'retired'
    failure(words)
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
    dying('Init timed out after 10 seconds')
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
    waiting.get(outcome.id)?.('failure' in outcome ? 'error' : outcome)
  })
  worker.on('error', (error) =>
    dying(`${state === 'loading' ? 'cannot be loaded' : 'has crashed'}: ${wordsOf(error)}`),
  )
  worker.on('exit', (code) => {
    clearTimeout(initTimer)
    if (state !== 'retired' && !explained) failure(`exited with code ${code}`)
    state = 'ended'
    setLoaded(false)
    for (const settle of waiting.values()) settle('error')
    setEnded(undefined)
  })

  function run(event: string): Promise<Answer> {
    const id = ++events
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => {
      failure(`Task timed out after ${(settings.timeoutMilliseconds / 1000).toFixed(2)} seconds`)
      state = 'retired'
      waiting.get(id)?.('timeout')
    }, settings.timeoutMilliseconds)
    waiting.set(id, (answer) => {
      clearTimeout(timer)
      waiting.delete(id)
      resolve(answer)
      if (state === 'retired' && waiting.size === 0) void worker.terminate()
    })
    const deadline = Date.now() + settings.timeoutMilliseconds
    worker.postMessage({ id, requestId: randomUUID(), event, deadline } satisfies Invocation)
    return promise
  }

  return {
    loaded,
    open: () => state === 'open',
    inFlight: () => waiting.size,
    run,
    ended,
    async end() {
      state = 'retired'
      await worker.terminate()
    },
  }
}
