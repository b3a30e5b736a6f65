import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { Console } from 'node:console'
import { appendFileSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { routes } from '../../functions/index.ts'
import { bindFrontDoor } from '../../lib/local/front-door.ts'
import type { LambdaFunction } from '../../lib/local/functions.ts'
import { gateway } from '../../lib/local/gateway.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { buildRuntime } from '../../shared/runtime.ts'
import { provideAll } from '../support/global-setup.ts'

/**
 * The setup of a run against a mutant: the sources as they stand here, in this process, behind a front door of their
 * own, on the table, the secrets and the mailbox of a cloud that runs already. So a run takes two seconds, not twenty.
 * What follows from the table's stream (letters, events) is done by that cloud, which has no mutant.
 */
export default async function setup({ provide }: TestProject) {
  const provided = JSON.parse(readFileSync(process.env.MUTANTS_CLOUD ?? '', 'utf8')) as ProvidedContext
  Object.assign(process.env, provided.environment)
  const runtime = buildRuntime(process.env)
  // Into the file that takes what functions log, at once: a test may read it in the same moment.
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    appendFileSync(provided.functionLog, String(chunk))
    done()
  }
  Object.assign(runtime.log, { console: new Console(new Writable({ write, decodeStrings: false })) })
  const handler = lambda(routes, () => runtime)
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context
  const service: LambdaFunction = {
    ...{ name: 'mutant', arn: 'mutant', timeoutMilliseconds: 30_000 },
    invoke: async (event) => {
      const result = await handler(JSON.parse(event) as APIGatewayProxyEventV2, context)
      return { payload: JSON.stringify(result) }
    },
    warm: () => Promise.resolve(),
    kill: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const door = await bindFrontDoor('127.0.0.1', 0, console.error)
  const api = { id: 'mutant', stage: '$default', routes: [{ key: '$default', functionArn: service.arn }] }
  door.open(gateway(api, [service], console.error))
  provideAll(provide, { ...provided, url: door.url })
  return () => door[Symbol.asyncDispose]()
}
