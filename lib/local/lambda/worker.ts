import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { FunctionSettings } from './settings.ts'

/** An event for the handler; `event` is JSON, `deadline` in epoch milliseconds. */
export interface Invocation {
  id: number
  requestId: string
  event: string
  deadline: number
}

/** A message to the main thread: a result (`payload` is JSON), a failure, or, first, that the code is loaded. */
export type Outcome = { id: number; payload: string } | { id: number; failure: string } | { loaded: true }

type Handler = (event: unknown, context: object) => unknown

// The Lambda runtime of one function. It runs in a thread with the function's environment.
const settings = workerData as FunctionSettings
const [file = '', exportName = ''] = settings.handler.split('.')
const code = createRequire(join(settings.directory, 'package.json'))(`./${file}.js`) as Record<string, unknown>
const handler = code[exportName]
if (typeof handler !== 'function')
  throw new Error(`${settings.handler} is not a function that ${file}.js exports`)
parentPort?.on('message', (invocation: Invocation) => void invoke(handler as Handler, invocation))
parentPort?.postMessage({ loaded: true } satisfies Outcome)

async function invoke(handler: Handler, { id, requestId, event, deadline }: Invocation): Promise<void> {
  const context = {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.arn,
    logGroupName: `/aws/lambda/${settings.name}`,
    logStreamName: 'local',
    memoryLimitInMB: String(settings.memoryMegabytes),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  }
  let outcome: Outcome
  try {
    const result = await handler(JSON.parse(event), context)
    outcome = { id, payload: JSON.stringify(result ?? null) }
  } catch (error) {
    outcome = { id, failure: describe(error) }
  }
  parentPort?.postMessage(outcome)
}

/** Error name, message and location, on one line. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`
  const [location] = /^\s+at .+$/m.exec(error.stack ?? '') ?? []
  return `${error.name}: ${error.message}${location ? ` (${location.trim()})` : ''}`.replace(/\s*\n\s*/g, ' ')
}
