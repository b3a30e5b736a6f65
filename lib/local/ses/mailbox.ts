import type ses from 'aws-ses-v2-local'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { addressOf } from '../../../shared/mail/ses.ts'
import { unrestrictedAccess, type AccessControl } from '../iam/access.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { identityArn } from '../cloudformation/names.ts'

// Node.js and Vitest import the default export of a CommonJS module differently.
const { default: start } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof ses

/**
 * A local SES on loopback: it stores e-mails in memory and delivers none. Functions need permissions in their roles.
 * `GET /` shows the e-mails, `GET /store` returns them as JSON. They are lost when the process stops.
 */
export async function serveMailbox(access: AccessControl = unrestrictedAccess) {
  const mailbox = await start({ host: '127.0.0.1', port: 0 })
  const { port } = mailbox.address() as AddressInfo
  async function forward(request: IncomingMessage): Promise<Response> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const denialReason = denialReasonOf(
      new URLSearchParams(body.toString()),
      headers['x-amz-security-token'],
      access,
    )
    if (denialReason !== undefined) return new Response(errorXml(denialReason), { status: 403 })
    const forwardedHeaders = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      ['content-type', 'authorization', 'x-amz-date'].includes(name) ? [[name, String(value)]] : [],
    )
    const init = body.length > 0 && { body: new Uint8Array(body) }
    return fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: forwardedHeaders,
      redirect: 'manual',
      ...init,
    })
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

/** Service authorization reference, "Actions, resources, and condition keys for Amazon SES". */
function denialReasonOf(form: URLSearchParams, token: string | string[] | undefined, access: AccessControl) {
  const action = form.get('Action')
  if (action === null) return undefined
  const from = addressOf(form.get('Source') ?? '')
  const context = { 'ses:FromAddress': [from] }
  return access.denialReason(String(token), { action: `ses:${action}`, resource: identityArn(from), context })
}

const errorXml = (message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`
