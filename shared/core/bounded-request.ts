import { request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Refusal } from './errors.ts'

/** Far beyond what any answer takes, and little to hold in memory. */
const maxBytes = 1_048_576

/** One span of time for all that is asked under it. */
export interface Deadline {
  milliseconds: number
  signal: AbortSignal
}
export const deadline = (milliseconds: number): Deadline => ({
  milliseconds,
  signal: AbortSignal.timeout(milliseconds),
})

export interface RequestOptions {
  /** Whose server it is, as messages name it. */
  who: string
  /** http or https. */
  url: URL
  headers: Record<string, string>
  /** What is posted; without it this is a GET. */
  body?: string
  /** The statuses whose text is wanted; of 200 alone unless given. Of others no body is read, however much there is. */
  texts?: readonly number[]
  /** How the name in the URL is looked up; by the system unless given. An address that stands there is not looked up. */
  lookup?: LookupFunction
}

/** Whether what is sent there cannot be read on its way: https, or this machine. */
export const isConfidential = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname))

/**
 * A GET or POST to a server of a third party. Whatever it does, the call ends within the deadline, reads at most 1
 * MB, follows no redirect, and leaves no connection open. Returns the status, and the type and text of a 200.
 * Throws bad_gateway and gateway_timeout, whose messages hold nothing of what was sent or received.
 */
export async function boundedRequest(
  { who, url, headers, body, texts = [200], lookup }: RequestOptions,
  { milliseconds, signal }: Deadline,
) {
  let request: ClientRequest | undefined
  let response: IncomingMessage | undefined
  try {
    request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method: body === undefined ? 'GET' : 'POST',
      // Nothing is unpacked here, so nothing small can become large. What comes packed all the same is no JSON.
      headers: { ...headers, 'Accept-Encoding': 'identity', ...lengthOf(body) },
      // A connection of its own, closed in the end: a kept one would be stale when a function thaws.
      agent: false,
      signal,
      ...(lookup && { lookup }),
    })
    response = await answerTo(request, body)
    const { statusCode: status = 0 } = response
    const text = texts.includes(status) ? await textOf(response, who) : ''
    // A body without a length ends with its connection, so that the end of our patience looks like its own.
    signal.throwIfAborted()
    return { status, type: response.headers['content-type'] ?? '', text }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted)
      throw new Refusal('gateway_timeout', `${who} has not answered within ${milliseconds / 1000} seconds`)
    throw new Refusal('bad_gateway', `${who} ${response ? 'broke off its answer' : 'cannot be reached'}`)
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

async function textOf(response: IncomingMessage, who: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Refusal('bad_gateway', `${who} sent more than 1 MB`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
