import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { wordsOf } from '../runtime/startup-error.ts'
import type { FunctionSettings } from './settings.ts'
import type { Invocation, Outcome } from './worker.ts'

/** Lambda gives the init phase ten seconds (AWS Lambda developer guide, "execution environment lifecycle"). */
const initMilliseconds = 10_000

/** The function's answer as JSON, or what came instead of one. */
export type Answer = { payload: string } | 'error' | 'timeout'

export interface ExecutionEnvironment {
  /** False when the code could not be loaded. */
  loaded: Promise<boolean>
  /** Loaded, and neither timed out nor dead: takes events. */
  open(): boolean
  inFlight(): number
  /** Always settles: by the function's answer, its timeout, or the end of the thread. */
  run(event: string): Promise<Answer>
  /** Settles when the thread is gone. */
  ended: Promise<void>
  end(): Promise<void>
}

export interface Reports {
  /** What the function wrote to stdout or stderr. */
  log(chunk: string): void
  /** One line on what went wrong in a function. */
  failure(line: string): void
}

/**
 * One worker thread with the function's code: what breaks in it (an exit, an endless loop, its heap) ends the thread
 * alone. After a timeout it takes no further event, and it ends when those in flight are through.
 */
export function startEnvironment(settings: FunctionSettings, reports: Reports): ExecutionEnvironment {
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers<boolean>()
  const { promise: ended, resolve: setEnded } = Promise.withResolvers<undefined>()
  const waiting = new Map<number, (answer: Answer) => void>()
  let state: 'loading' | 'open' | 'retired' | 'ended' = 'loading'
  let explained = false
  let events = 0
  const failure = (words: string) => reports.failure(`Function ${settings.name}: ${words}`)
  /** The thread is about to exit: it takes no further event from now on. */
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
    dying('has not loaded after 10 seconds')
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
    if (state !== 'retired' && !explained) failure(`has ended its own process with exit code ${code}`)
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
