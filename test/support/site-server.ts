import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { siteDir } from '../../lib/site.ts'

/** What pages may load: themselves; and the board the photos, which S3 has, at `photos`. */
const policy = (page: string, photos: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${page === 'board' ? ` blob: ${photos}` : ''}; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * The site's pages as an edge serves them, and the service at `api` behind them, which sees requests come from
 * `address`: whatever has no dot in its last segment is the page itself.
 */
export async function startSiteServer(api: string, address: string, photos = '') {
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    const { pathname } = new URL(url, api)
    if (!pathname.startsWith('/api/')) return serve(pathname)
    const onward = request(
      new URL(url, api),
      { method, headers: { ...headers, host: new URL(api).host }, localAddress: address },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)

    function serve(path: string) {
      const [, page = '', file = ''] = path.split('/')
      const name = file.includes('.') ? file : 'index.html'
      try {
        const content = readFileSync(join(siteDir, page, name))
        const type = types[extname(name)] ?? 'application/octet-stream'
        response
          .writeHead(200, { 'content-type': type, 'content-security-policy': policy(page, photos) })
          .end(content)
      } catch {
        response.writeHead(404).end()
      }
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url, [Symbol.asyncDispose]: stop }
}
