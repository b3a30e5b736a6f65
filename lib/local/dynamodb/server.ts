import { Agent, request } from 'node:http'
import { loopbackServer } from '../http/loopback-server.ts'

/**
 * DynamoDB for the programs of this machine: forwards to the emulator at `upstream` what does not come from a web page, or for
 * another host. The emulator itself answers pages of every origin and accepts any key, so only functions know its address.
 */
export async function serveDynamoDb(upstream: string) {
  const { hostname, port } = new URL(upstream)
  const agent = new Agent({ keepAlive: true })
  const server = await loopbackServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      agent.destroy()
    },
  }
}
