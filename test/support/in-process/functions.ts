import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { groups, jobs } from '../../../functions/index.ts'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import type { FunctionSettings } from '../../../lib/local/lambda/settings.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import type { Route } from '../../../shared/http/routing/route.ts'
import type { Runtime } from '../../../shared/runtime/runtime.ts'
import { nameOf } from '../suite/missing-grants.ts'

type Handler = (event: never, context: Context) => Promise<unknown>
interface Group {
  routes: readonly Route[]
  /** What the group does around the handler of its routes. */
  respond?: (handler: ReturnType<typeof lambda>) => Handler
}
const unchanged = (handler: Handler) => handler

/** A function of the service in this process: its handler, on a given runtime. */
export function inProcessFunction(
  { name, arn, timeoutMilliseconds, retryAttempts }: FunctionSettings,
  runtime: Runtime,
): LambdaFunction {
  const handler = handlerOf(nameOf(name), runtime)
  return {
    name,
    arn,
    timeoutMilliseconds,
    retryAttempts,
    async invoke(event) {
      const deadline = Date.now() + timeoutMilliseconds
      const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => deadline - Date.now() }
      try {
        const result = await handler(JSON.parse(event) as never, context as Context)
        return { payload: JSON.stringify(result ?? null) }
      } catch (error) {
        runtime.log.error('function failed', { error })
        return 'error'
      }
    },
    kill: () => Promise.reject(new Error('A function in this process cannot be killed')),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

function handlerOf(name: string, runtime: Runtime): Handler {
  const group = (groups as Record<string, Group>)[name]
  if (group) return (group.respond ?? unchanged)(lambda(group.routes, () => runtime))
  const { handler } = (jobs as Record<string, { handler: Handler & { work?: unknown } }>)[name] ?? {}
  const work = handler?.work as
    ((given: Runtime, event: never, context: Context) => Promise<unknown>) | undefined
  return async (event, context) => {
    if (!work) throw new Error(`${name} is not a job of functions/jobs on a given runtime`)
    return work(runtime, event, context)
  }
}
