import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { appendFileSync } from 'node:fs'
import type { ProvidedContext } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { bindHttpServer, type HttpServer } from '../../../lib/local/http/server.ts'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import { gateway } from '../../../lib/local/apigateway/gateway.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { buildRuntime } from '../../../shared/runtime/runtime.ts'

/** Serves the API of this copy of the sources in this process, with the table and secrets of the running local cloud. */
export async function serveSources({ environment, functionLog }: ProvidedContext): Promise<HttpServer> {
  Object.assign(process.env, environment)
  // Write the log synchronously, because a test may read the file immediately.
  const runtime = buildRuntime(process.env, { write: (line) => appendFileSync(functionLog, line) })
  const handler = lambda(routes, () => runtime)
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context
  const service: LambdaFunction = {
    name: 'mutant',
    arn: 'mutant',
    timeoutMilliseconds: 30_000,
    retryAttempts: 0,
    invoke: async (event) => {
      const result = await handler(JSON.parse(event) as APIGatewayProxyEventV2, context)
      return { payload: JSON.stringify(result) }
    },
    kill: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const server = await bindHttpServer('127.0.0.1', 0, console.error)
  const api = { id: 'mutant', stage: '$default', routes: [{ key: '$default', functionArn: service.arn }] }
  server.open(gateway(api, [service], console.error))
  return server
}
