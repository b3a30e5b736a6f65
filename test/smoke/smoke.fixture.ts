import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { stepNames } from '../../shared/smoke/steps.ts'
import { smoke, type SmokeOptions } from '../../shared/smoke/smoke.ts'
import { run } from '../support/client/run.ts'

/** Another answer to a request than the service's own, or another request. */
export interface Spoiled {
  path?: string
  status?: number
  headers?: Record<string, string>
  body?: string
}
export type Spoil = (method: string, path: string) => Spoiled | undefined

/** A server in front of the tests' local cloud that answers some requests itself. */
export async function spoilingServer(spoil: Spoil) {
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const other = spoil(method, url)
    if (other?.status !== undefined) {
      response.writeHead(other.status, { 'content-type': 'application/json', ...other.headers }).end(other.body)
      return
    }
    void buffer(request)
      .then((body) =>
        fetch(inject('url') + (other?.path ?? url), {
          method,
          redirect: 'manual',
          headers: Object.entries(headers).filter(
            ([name]) => !/^(host|connection|content-length)$/.test(name),
          ) as [string, string][],
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        }),
      )
      .then(async (answer) => {
        const own = [...answer.headers].filter(
          ([name]) => !/^(content-(length|encoding)|connection)$/.test(name),
        )
        response.writeHead(answer.status, { ...Object.fromEntries(own), ...other?.headers })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs `npm run smoke` with these options. */
export const command = (...options: string[]) =>
  run(process.execPath, ['bin/smoke.ts', ...options], { cwd: join(import.meta.dirname, '../..') })

/** The report of a run: its lines, whether it passed, and the lines of steps that failed or were not reached. */
export async function report(options: SmokeOptions) {
  const lines: string[] = []
  const passed = await smoke(options, (line) => lines.push(line))
  const named = (mark: RegExp) =>
    lines
      .filter((line) => mark.test(line))
      .flatMap((line) => stepNames.find((name) => line.split(' ')[1] === name) ?? [])
  return { passed, lines, failed: named(/^✗/), notReached: named(/not reached:/) }
}
