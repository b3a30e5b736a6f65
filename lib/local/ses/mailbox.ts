import type ses from 'aws-ses-v2-local'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { loopbackServer } from '../http/loopback-server.ts'
import type { AccessControl } from '../iam/access.ts'
import { toXml } from '../s3/xml.ts'
import { feedbackOn } from './feedback.ts'
import { refusalOf, type Refusal } from './refusal.ts'

// Node.js and Vitest import the default export of a CommonJS module differently.
const { default: start } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof ses

/**
 * A local SES on loopback: it stores e-mails in memory and delivers none. Functions need permissions in their roles.
 * Requests that SES would refuse are refused (refusal.ts).
 * Bounces and complaints, as SES would report them, are published (feedback.ts).
 * `GET /` shows the e-mails, `GET /store` returns them as JSON. They are lost when the process stops.
 */
export async function serveMailbox(
  allowed: { access: AccessControl; configurationSets: readonly string[] },
  reports: { types: ReadonlyMap<string, readonly string[]>; publish(event: object): unknown } = {
    types: new Map(),
    publish: () => undefined,
  },
) {
  const mailbox = await start({ host: '127.0.0.1', port: 0 })
  const { port } = mailbox.address() as AddressInfo
  async function forward(request: IncomingMessage): Promise<Response> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const form = new URLSearchParams(body.toString())
    const refusal = refusalOf(form, headers['x-amz-security-token'], allowed)
    if (refusal) return new Response(errorXml(refusal), { status: refusal.status })
    const forwardedHeaders = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      ['content-type', 'authorization', 'x-amz-date'].includes(name) ? [[name, String(value)]] : [],
    )
    const init = body.length > 0 && { body: new Uint8Array(body) }
    const accepted = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: forwardedHeaders,
      redirect: 'manual',
      ...init,
    })
    const report = accepted.ok && feedbackOn(form, reports.types)
    if (report) reports.publish(report)
    return accepted
  }
  const proxy = await loopbackServer((request, response) => {
    forward(request)
      .then(async (upstream) => {
        const type = upstream.headers.get('content-type') ?? 'text/xml'
        response
          .writeHead(upstream.status, { 'content-type': type })
          .end(Buffer.from(await upstream.arrayBuffer()))
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    /** Without a trailing slash. */
    url: proxy.url,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      mailbox.close()
      mailbox.closeAllConnections()
      await once(mailbox, 'close')
    },
  }
}

const errorXml = ({ code, message }: Refusal) =>
  toXml('ErrorResponse', { Error: { Type: 'Sender', Code: code, Message: message } })
