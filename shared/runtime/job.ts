import type { Context } from 'aws-lambda'
import { runtime, type Runtime } from './runtime.ts'

/** The handler of a function without routes. `work` is the same for a given runtime. */
export function job<Event, Result>(work: (given: Runtime, event: Event, context: Context) => Promise<Result>) {
  const handler = (event: Event, context: Context) => work(runtime(), event, context)
  return Object.assign(handler, { work })
}
