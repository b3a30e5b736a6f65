import { request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Refusal } from './errors.ts'
import { refused } from './refusals.ts'

/** More than any valid response needs, and little memory. */
const maxBytes = 1_048_576

/** A deadline for all calls that share it. */
export interface Deadline {
  milliseconds: number
  signal: AbortSignal
}
export const deadline = (milliseconds: number): Deadline => ({
  milliseconds,
  signal: AbortSignal.timeout(milliseconds),
})

export interface RequestOptions {
  /** The name of the server, for messages. */
  who: string
  /** http or https. */
  url: URL
  headers: Record<string, string>
  /** By default POST with a body, and GET without. */
  method?: 'OPTIONS'
  /** The body of a POST. */
  body?: string
  /** The statuses whose body is read, by default 200 only. Other bodies are ignored, whatever their size. */
  texts?: readonly number[]
  /** Only so many bytes of the body are read, and the rest is ignored; by default, more than 1 MB is an error. */
  firstBytes?: number
  /** Resolves the host name, by default the system's resolver. IP addresses are not resolved. */
  lookup?: LookupFunction
}

/** Whether the connection cannot be intercepted: https, or this machine. */
export const isConfidential = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname))

/**
 * A GET or POST to a server of a third party. Whatever it does, the call ends within the deadline, reads at most 1
 * MB, follows no redirect, and leaves no connection open. Returns the status and headers, and the text of a 200.
 * Throws bad_gateway and gateway_timeout, whose messages contain no part of the request or response.
 */
export async function boundedRequest(
  { who, url, method, headers, body, texts = [200], firstBytes, lookup }: RequestOptions,
  { milliseconds, signal }: Deadline,
) {
  let request: ClientRequest | undefined
  let response: IncomingMessage | undefined
  try {
    request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      // Compression is refused, so that small responses cannot expand. A compressed one is not valid JSON.
      headers: { ...headers, 'Accept-Encoding': 'identity', ...lengthOf(body) },
      // A new connection each time: a kept one would be stale after the function was frozen.
      agent: false,
      signal,
      ...(lookup && { lookup }),
    })
    response = await answerTo(request, body)
    const { statusCode: status = 0 } = response
    const text = texts.includes(status) ? await textOf(response, who, firstBytes) : ''
    // A body without a length ends with its connection, so an abort at the deadline looks like its end.
    signal.throwIfAborted()
    return { status, type: response.headers['content-type'] ?? '', headers: response.headers, text }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw refused.provider_too_slow({ provider: who, seconds: milliseconds / 1000 })
    throw refused[response ? 'provider_broke_off' : 'provider_unreachable']({ provider: who })
  } finally {
    request?.destroy()
  }
}

const lengthOf = (body: string | undefined) =>
  body === undefined ? undefined : { 'Content-Length': Buffer.byteLength(body) }

const answerTo = (request: ClientRequest, body: string | undefined) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    // A connection can close without an error, for example after an unrequested protocol switch.
    request.on('close', () => reject(new Error('closed without an answer')))
    request.end(body)
  })

async function textOf(response: IncomingMessage, who: string, firstBytes = Infinity): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw refused.provider_answer_too_large({ provider: who })
    chunks.push(chunk)
    if (bytes >= firstBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
