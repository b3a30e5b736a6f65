import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { read, type Answer, type Body, type Request } from './wire.ts'

/** Listens on 127.0.0.1. Closes the connection of a call whose answer is `undefined`. */
export async function listen(port: number, answer: (request: Request) => Promise<Answer | undefined>) {
  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse) {
    try {
      const response = await answer(toRequest(incoming, await read(incoming)))
      if (response) respond(outgoing, response)
      else incoming.socket.destroy()
    } catch (error) {
      // The proxy itself failed. A closed connection would look like an injected fault, so send an error.
      respond(outgoing, {
        status: 502,
        headers: {},
        text: JSON.stringify({ __type: 'ChaosProxy', message: String(error) }),
      })
    }
  }
  const server = http.createServer((incoming, outgoing) => void handle(incoming, outgoing))
  // Only a fault may close a connection. Idle connections stay open, because the client may be about to reuse one.
  server.keepAliveTimeout = 0
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

function toRequest({ method = 'POST', url: path = '/', headers }: http.IncomingMessage, text: string): Request {
  const operation = /^DynamoDB_20120810\.(\w+)$/.exec(String(headers['x-amz-target']))?.[1] ?? ''
  const body = operation === '' ? {} : (JSON.parse(text) as Body)
  return { method, path, operation, headers, text, body, units: 0 }
}

function respond(outgoing: http.ServerResponse, { status, headers, text }: Answer) {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
