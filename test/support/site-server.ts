import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'

/**
 * The running service, pages and all, by a way on which it sees every request come from `address`: a browser has but one,
 * whose limit all tests would share.
 */
export async function startSiteServer(address: string) {
  const api = new URL(inject('url'))
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    const onward = request(
      new URL(url, api),
      { method, headers: { ...headers, host: api.host }, localAddress: address },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url, [Symbol.asyncDispose]: stop }
}
