import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, inject } from 'vitest'
import type { Answer } from './answer.ts'
import { expectContract } from './contract.ts'

export interface Options {
  body?: unknown
  /** The raw body. Takes precedence over `body`, which is sent as JSON. */
  raw?: string | Buffer
  headers?: Record<string, string>
  token?: string
  /** Whether to check the response against the API's contract. Default: true. */
  contract?: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * A client with its own network address, so that one test's requests do not use up the rate limits of another. (All
 * addresses in 127.0.0.0/8 are this machine.) Every response is checked against its route's schema or the error format.
 */
export function caller(address = freshAddress(), base = inject('url')) {
  return async (
    key: string,
    { body, raw, headers = {}, token, contract = true }: Options = {},
  ): Promise<Answer> => {
    const [method, path] = key.split(' ') as [string, string]
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await new Promise<Answer>((resolve, reject) => {
      const outgoing = request(
        new URL(path, base),
        {
          method,
          agent,
          localAddress: address,
          headers: {
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (response) => {
          buffer(response).then((bytes) => {
            const content = bytes.toString()
            // A test of compression decodes the bytes itself.
            const isCompressed = response.headers['content-encoding'] !== undefined
            const type = String(response.headers['content-type'])
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              text: content,
              bytes,
              body:
                /^application\/(problem\+)?json/.test(type) && content && !isCompressed
                  ? JSON.parse(content)
                  : undefined,
            })
          }, reject)
        },
      )
      outgoing.on('error', reject).end(sent)
    })
    if (contract) expectContract(key, answer)
    // 502 and 504 report failures of other systems, and the contract check requires that the route declares them. Every
    // other 5xx is a bug in the service.
    if (![502, 504].includes(answer.status))
      expect(answer.status, `${key} → ${answer.text}\n${lastError(answer)}`).toBeLessThan(500)
    return answer
  }
}
/** The error that the service has logged for a 500. */
function lastError({ status }: Answer): string {
  if (status < 500) return ''
  const lines = readFileSync(inject('functionLog'), 'utf8').split('\n')
  return lines.findLast((line) => line.includes('"level":"ERROR"')) ?? ''
}
export type Caller = ReturnType<typeof caller>

let addresses = Number(process.env.FIRST_ADDRESS ?? 0)
/**
 * Returns an unused address. Each test worker has its own block of addresses, for up to 253 workers. Consecutive runs on
 * one local cloud start at different addresses (test/proof/mutants/run.ts).
 */
export function freshAddress(): string {
  const n = ++addresses
  return `127.${1 + Number(process.env.VITEST_WORKER_ID ?? 0)}.${n >> 8}.${n & 255}`
}
