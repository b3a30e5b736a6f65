import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, inject } from 'vitest'
import type { Answer } from './answer.ts'
import type { InProcessCloud } from '../in-process/cloud.ts'
import { functionLog, inProcessCloud } from '../in-process/context.ts'
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
interface Sending {
  method: string
  /** The request target. */
  path: string
  headers: Record<string, string>
  sent: string | Buffer | undefined
  address: string
}
type Received = Pick<Answer, 'status' | 'headers' | 'bytes'>

function overHttp(base: string, { method, path, headers, sent, address }: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, base),
      { method, agent, localAddress: address, headers },
      (response) => {
        const { statusCode: status = 0, headers } = response
        buffer(response).then(
          (bytes) => resolve({ status, headers: headers as Record<string, string>, bytes }),
          reject,
        )
      },
    )
    outgoing.on('error', reject).end(sent)
  })
}

async function inThisProcess(
  cloud: InProcessCloud,
  { method, path, headers, sent, address }: Sending,
): Promise<Received> {
  const { pathname, search } = new URL(path, 'http://localhost')
  const response = await cloud.handle(
    {
      method,
      target: pathname + search,
      httpVersion: '1.1',
      sourceIp: address,
      rawHeaders: Object.entries({ host: 'localhost', ...headers }).flat(),
    },
    () => Promise.resolve(Buffer.from(sent ?? '')),
  )
  const bytes = Buffer.from(method === 'HEAD' ? '' : response.body)
  return { status: response.statusCode, headers: response.headers as Record<string, string>, bytes }
}

/**
 * A client with its own network address, so that one test's requests do not use up the rate limits of another. (All
 * addresses in 127.0.0.0/8 are this machine.) Every response is checked against its route's schema or the error format.
 * Without a `base`, the requests are to the service of the run, which may be in this process.
 */
export function caller(address = freshAddress(), base?: string) {
  return async (
    key: string,
    { body, raw, headers = {}, token, contract = true }: Options = {},
  ): Promise<Answer> => {
    const [method, path] = key.split(' ') as [string, string]
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const sending: Sending = {
      method,
      path,
      sent,
      address,
      headers: {
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(sent)),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    }
    const received =
      base === undefined && inProcessCloud
        ? await inThisProcess(inProcessCloud, sending)
        : await overHttp(base ?? inject('url'), sending)
    const text = received.bytes.toString()
    // A test of compression decodes the bytes itself.
    const isCompressed = received.headers['content-encoding'] !== undefined
    const isJson = /^application\/(problem\+)?json/.test(String(received.headers['content-type']))
    const answer: Answer = {
      ...received,
      text,
      body: isJson && text && !isCompressed ? JSON.parse(text) : undefined,
    }
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
  const lines = functionLog().split('\n')
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
